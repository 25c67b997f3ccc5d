-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b INT, v INT GENERATED ALWAYS AS (a + b) VIRTUAL, s TEXT AS (b || '!') STORED);
INSERT INTO t(a, b) VALUES (1, 10), (2, 20);
-- ## check
SELECT * FROM t ORDER BY a;
SELECT name, sql FROM sqlite_schema ORDER BY name;
PRAGMA integrity_check;
-- ## each
INSERT INTO t VALUES (3, 30);
UPDATE t SET b = b + 5 WHERE v > 15;
CREATE INDEX by_v ON t(v); UPDATE t SET b = 0; DELETE FROM t WHERE v = 2;
INSERT INTO t(a, v) VALUES (4, 4); UPDATE t SET s = 'x'; INSERT INTO t(a, b) VALUES (5, NULL);
ALTER TABLE t ADD COLUMN w AS (length(s)) VIRTUAL; ALTER TABLE t ADD COLUMN z AS (1) STORED;
CREATE TABLE u(x, y AS (x * 2) STORED UNIQUE, z AS (y + 1)); INSERT INTO u VALUES (1), (2); INSERT INTO u VALUES (1.0); INSERT INTO t(a, b) SELECT z * 10, y FROM u;
CREATE TABLE u(x, y AS (z), z AS (y)); CREATE TABLE w(a AS (1)); DELETE FROM t WHERE s = '10!';
