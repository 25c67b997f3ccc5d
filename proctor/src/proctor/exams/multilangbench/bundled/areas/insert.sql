-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT DEFAULT 'x', c REAL, d NUMERIC, UNIQUE(b, c));
INSERT INTO t VALUES (1, 'one', 1.5, 7);
-- ## check
SELECT *, typeof(c), typeof(d) FROM t ORDER BY a;
PRAGMA integrity_check;
-- ## each
INSERT INTO t(a) VALUES (5);
INSERT INTO t DEFAULT VALUES;
INSERT INTO t(d, c) VALUES ('12', '3'), ('1e2', 4), ('abc', '5.5');
INSERT INTO t(b, c) SELECT 'copy' || a, c + a FROM t;
INSERT INTO t VALUES (NULL, 'next', NULL, NULL); INSERT INTO t VALUES (-4, 'minus', NULL, NULL);
INSERT INTO t VALUES (9223372036854775807, 'last', 0, 0);
INSERT INTO t VALUES (2, 'two', 2, 2), (1, 'again', 3, 3), (3, 'three', 3, 3); INSERT INTO t(a, b) VALUES (8, 'after the error');
INSERT OR IGNORE INTO t VALUES (2, 'two', 2, 2), (1, 'again', 3, 3), (3, 'three', 3, 3);
INSERT OR FAIL INTO t VALUES (2, 'two', 2, 2), (1, 'again', 3, 3), (3, 'three', 3, 3);
INSERT INTO t(a, b) VALUES (6, 'wrong count', 1); INSERT INTO t(rowid, b) VALUES (7, 'by rowid');
INSERT INTO t(_rowid_, b) VALUES (3.0, 'whole'), (4.5, 'broken'); INSERT INTO t(a) VALUES ('11');
