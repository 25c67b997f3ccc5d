-- ## setup
PRAGMA journal_mode = WAL;
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);
INSERT INTO t VALUES (1, 'one'), (2, 'two');
-- ## check
PRAGMA journal_mode;
SELECT * FROM t;
PRAGMA integrity_check;
-- ## each
INSERT INTO t VALUES (3, 'three');
BEGIN; UPDATE t SET b = 'new'; ROLLBACK; DELETE FROM t WHERE a = 1;
PRAGMA journal_mode = DELETE; INSERT INTO t VALUES (4, 'four');
INSERT INTO t VALUES (5, 'five'); PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES (6, 'six');
CREATE INDEX i ON t(b); WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 90) INSERT INTO t SELECT i, 'text ' || i FROM n; DELETE FROM t WHERE a BETWEEN 20 AND 80;
PRAGMA wal_autocheckpoint = 1; UPDATE t SET b = b || '!'; INSERT INTO t(b) VALUES ('last');
BEGIN; INSERT INTO t VALUES (7, 'kept'); COMMIT; BEGIN; INSERT INTO t VALUES (8, 'open');
