-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);
INSERT INTO t VALUES (1,'one'),(2,'two'),(3,'three');
-- ## check
SELECT * FROM t ORDER BY a;
-- ## each
INSERT INTO t(b) VALUES ('four'), ('five') RETURNING a, b || '!';
UPDATE t SET b = upper(b) WHERE a > 1 RETURNING *;
DELETE FROM t WHERE b LIKE 't%' RETURNING a AS gone;
INSERT INTO t VALUES (1, 'again') ON CONFLICT(a) DO UPDATE SET b = b || '+' RETURNING b;
INSERT INTO t(b) VALUES ('x') RETURNING sum(a); INSERT INTO t(b) VALUES ('y') RETURNING (SELECT count(*) FROM t);
UPDATE t SET a = a + 100 RETURNING nothing; UPDATE t SET b = 'z' WHERE a = 2 RETURNING rowid;
