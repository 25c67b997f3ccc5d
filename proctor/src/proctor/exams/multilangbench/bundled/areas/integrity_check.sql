-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT NOT NULL, c INT CHECK (c > 0));
CREATE UNIQUE INDEX i ON t(b);
INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 2);
-- ## check
PRAGMA integrity_check;
PRAGMA quick_check(1);
SELECT count(*) FROM t;
SELECT b FROM t ORDER BY b;
-- ## each
WITH RECURSIVE n(i) AS (VALUES (3) UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO t SELECT i, 'text number ' || (i * 7919 % 1000), i FROM n;
PRAGMA ignore_check_constraints = ON; INSERT INTO t VALUES (3, 'bad', -1);
INSERT INTO t SELECT 9, group_concat(b, '-') || printf('%.3000c', 'x'), 9 FROM t;
WITH RECURSIVE n(i) AS (VALUES (3) UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO t SELECT i, printf('%d%.200c', i, 'y'), 1 FROM n; DELETE FROM t WHERE a % 3 = 0; UPDATE t SET b = substr(b, 1, 20) || a WHERE a % 5 = 0;
INSERT INTO t VALUES (4, 'x', 4); INSERT INTO t VALUES (5, 'z', 5);
