-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB);
INSERT INTO t VALUES (1, zeroblob(100));
-- ## check
SELECT name, path, pageno, pagetype, ncell, payload, unused, mx_payload FROM dbstat ORDER BY name, path;
SELECT * FROM r;
-- ## each
INSERT INTO t VALUES (2, zeroblob(9000));
WITH RECURSIVE n(i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 30) INSERT INTO t SELECT i, zeroblob(400) FROM n;
CREATE INDEX i ON t(b); DELETE FROM t;
CREATE TABLE r AS SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name ORDER BY name;
CREATE TABLE r AS SELECT name, pageno, ncell FROM dbstat('main', 1) ORDER BY name;
