"""The file: records, b-trees, pages, journals and locks.

Everything below here speaks of page numbers, trees and records; names of
tables, SQL types and statements are unknown to it.  ``store.Store`` is the way
in.
"""
