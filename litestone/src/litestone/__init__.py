"""Litestone: SQLite 3.40.1 in pure Python."""
