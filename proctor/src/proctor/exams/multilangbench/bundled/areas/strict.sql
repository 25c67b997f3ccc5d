-- ## setup
CREATE TABLE t(i INTEGER, n INT, r REAL, s TEXT, b BLOB, x ANY) STRICT;
-- ## check
SELECT *, typeof(i), typeof(r), typeof(s), typeof(b), typeof(x) FROM t;
PRAGMA integrity_check;
-- ## each
INSERT INTO t VALUES (1, 2, 3.5, 'four', x'05', 6);
INSERT INTO t VALUES ('1', 2.0, 3, 4, x'05', '006'); INSERT INTO t VALUES ('x', 1, 1, 'a', x'00', 1);
INSERT INTO t(b) VALUES ('text'); INSERT INTO t(b) VALUES (5); INSERT INTO t(i) VALUES (1.5); INSERT INTO t(x) VALUES (x'aa'), (NULL), (1e3);
INSERT INTO t(r, s) VALUES ('12', 12), ('x', 'y'); INSERT INTO t(r) VALUES (7);
CREATE TABLE u(a VARCHAR) STRICT; CREATE TABLE w(a) STRICT; CREATE TABLE z(a INT PRIMARY KEY, b TEXT) STRICT, WITHOUT ROWID; INSERT INTO z VALUES ('5', 'five'); INSERT INTO z VALUES (NULL, 'no'); INSERT INTO t(n, s) SELECT * FROM z;
INSERT INTO t(i) VALUES (1), (2); INSERT OR IGNORE INTO t(i) VALUES (3), ('bad'), (4); UPDATE t SET i = i + 0.5; UPDATE t SET i = i + 1.0;
