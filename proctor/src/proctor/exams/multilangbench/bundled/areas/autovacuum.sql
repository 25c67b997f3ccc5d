-- ## setup
PRAGMA auto_vacuum = INCREMENTAL;
CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO t SELECT i, zeroblob(900) FROM n;
-- ## check
PRAGMA auto_vacuum;
PRAGMA page_count;
PRAGMA freelist_count;
SELECT count(*), sum(a) FROM t;
PRAGMA integrity_check;
-- ## each
DELETE FROM t WHERE a > 30;
DELETE FROM t WHERE a > 30; PRAGMA incremental_vacuum;
DELETE FROM t WHERE a % 2; PRAGMA incremental_vacuum(2);
PRAGMA auto_vacuum = FULL; DELETE FROM t WHERE a < 40;
CREATE TABLE u(x); DROP TABLE t; CREATE TABLE t(a); INSERT INTO t VALUES (7);
INSERT INTO t VALUES (1000, zeroblob(50000)); DELETE FROM t WHERE a < 10;
INSERT INTO t VALUES (1000, zeroblob(50000)); DELETE FROM t WHERE a IN (5, 1000); PRAGMA incremental_vacuum(100);
