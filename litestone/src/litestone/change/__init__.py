"""Changes to rows: INSERT, UPDATE, DELETE, conflict rules, upsert, RETURNING, triggers, foreign keys."""
