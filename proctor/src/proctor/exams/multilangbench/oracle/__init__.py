"""The judge: exactly SQLite 3.40.1, run isolated on files that must be taken for hostile."""
