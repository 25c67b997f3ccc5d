-- ## setup
CREATE TABLE t(a, b);
CREATE INDEX i ON t(a);
INSERT INTO t VALUES (1, 2);
-- ## check
SELECT type, name, sql FROM sqlite_schema ORDER BY name;
SELECT * FROM t;
-- ## each
PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE t(x, y)' WHERE name = 't';
PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'i'; PRAGMA writable_schema = RESET; INSERT INTO t VALUES (3, 4);
UPDATE sqlite_schema SET sql = 'no'; DELETE FROM sqlite_schema; INSERT INTO t VALUES (5, 6);
PRAGMA writable_schema = 1; INSERT INTO sqlite_schema VALUES ('view', 'v', 'v', 0, 'CREATE VIEW v AS SELECT 7'); PRAGMA schema_version = 90;
