-- ## setup
CREATE TABLE t(k TEXT PRIMARY KEY, n INT, UNIQUE(n)) WITHOUT ROWID;
CREATE TABLE p(a INT, b TEXT, c, PRIMARY KEY(b DESC, a)) WITHOUT ROWID;
INSERT INTO t VALUES ('m', 1), ('a', 2), ('z', 3);
INSERT INTO p VALUES (1,'x',1), (2,'x',2), (1,'y',3);
-- ## check
SELECT * FROM t;
SELECT * FROM p;
PRAGMA integrity_check;
-- ## each
INSERT INTO t VALUES ('k', 4);
INSERT INTO t VALUES ('m', 5); INSERT INTO t VALUES (NULL, 6); INSERT INTO t VALUES ('n', 7);
UPDATE t SET k = k || '2' WHERE n > 1;
DELETE FROM p WHERE b = 'x' AND a = 1; INSERT INTO p VALUES (5, 'xx', NULL);
REPLACE INTO t VALUES ('q', 2), ('a', 9);
INSERT INTO t SELECT 'k' || printf('%03d', c * 7 % 10), 10 + c FROM p;
WITH RECURSIVE i(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM i WHERE n < 300) INSERT INTO p SELECT n, 'long text to fill pages ' || (n % 10), zeroblob(40) FROM i; DELETE FROM p WHERE a > 3;
UPDATE p SET c = c * 10, a = 9 WHERE b = 'y'; SELECT rowid FROM t;
CREATE TABLE q(x) WITHOUT ROWID; CREATE INDEX p_c ON p(c); UPDATE p SET c = -a;
