-- ## setup
CREATE TABLE t(a INT CHECK (a > 0), b TEXT CONSTRAINT short CHECK (length(b) < 5), CHECK (a <> 13 OR b IS NULL));
INSERT INTO t VALUES (1, 'one');
-- ## check
SELECT * FROM t;
PRAGMA integrity_check;
-- ## each
INSERT INTO t VALUES (0, 'zero'); INSERT INTO t VALUES (2, 'two');
INSERT INTO t VALUES (NULL, NULL), (3, NULL);
INSERT OR IGNORE INTO t VALUES (4, 'four'), (-4, 'no'), (5, 'too long'), (6, 'six');
UPDATE t SET a = a - 1; UPDATE t SET a = a + 1;
INSERT INTO t VALUES (13, 'x'); INSERT INTO t VALUES (13, NULL);
PRAGMA ignore_check_constraints = ON; INSERT INTO t VALUES (-9, 'anything');
INSERT OR FAIL INTO t VALUES (7, 'x'), (-7, 'y'), (8, 'z');
CREATE TABLE u(x CHECK (x IN ('a', 'b')), y DEFAULT 5 CHECK (typeof(y) = 'integer')); INSERT INTO u(x) VALUES ('a'); INSERT INTO u VALUES ('b', 'text'); INSERT INTO t SELECT y, x FROM u;
