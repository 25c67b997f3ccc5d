"""Finds SQLite engines and bindings in files, whatever they are called and wherever they are packed.

`scan.scan_tree` walks a folder, `signatures` says what an engine is recognised by, `containers` opens
archives and compressed streams, `literals` decodes what source text carries encoded, `names` knows the names.
"""
