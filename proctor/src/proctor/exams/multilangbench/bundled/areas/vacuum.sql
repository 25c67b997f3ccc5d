-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50) INSERT INTO t SELECT i, zeroblob(1000) FROM n;
CREATE TABLE u(x);
INSERT INTO u VALUES (1), (2), (3);
-- ## check
PRAGMA page_count;
PRAGMA freelist_count;
PRAGMA page_size;
PRAGMA auto_vacuum;
SELECT count(*), sum(a) FROM t;
SELECT rowid, x FROM u;
PRAGMA integrity_check;
-- ## each
DELETE FROM t WHERE a > 5; VACUUM;
DELETE FROM u WHERE x = 2; VACUUM;
PRAGMA page_size = 1024; VACUUM;
PRAGMA auto_vacuum = FULL; VACUUM; DELETE FROM t WHERE a < 40;
BEGIN; DELETE FROM u; VACUUM; COMMIT;
DROP TABLE t; VACUUM main; CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2);
