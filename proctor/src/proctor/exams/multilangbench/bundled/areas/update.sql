-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT UNIQUE, c INT CHECK (c < 100));
CREATE INDEX t_c ON t(c, b);
INSERT INTO t VALUES (1,'one',10),(2,'two',20),(3,'three',30),(4,'four',NULL);
-- ## check
SELECT * FROM t ORDER BY a;
SELECT c, b FROM t ORDER BY c, b;
PRAGMA integrity_check;
-- ## each
UPDATE t SET c = c + 1;
UPDATE t SET b = upper(b), c = length(b) WHERE a % 2 = 0;
UPDATE t SET a = a + 10 WHERE b LIKE 't%';
UPDATE t SET a = a + 1; UPDATE t SET c = 1 WHERE a = 1;
UPDATE OR REPLACE t SET b = 'one' WHERE a = 3;
UPDATE OR IGNORE t SET b = 'five';
UPDATE t SET c = c * 4; UPDATE t SET c = 0 WHERE c IS NULL;
UPDATE t SET c = (SELECT max(c) FROM t) - a;
UPDATE t SET b = c, c = a WHERE a < 3;
UPDATE OR FAIL t SET c = c * 4;
