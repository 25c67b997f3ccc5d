-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);
INSERT INTO t VALUES (1, 'main');
-- ## check
SELECT * FROM t;
SELECT name FROM sqlite_schema ORDER BY name;
-- ## each
ATTACH ':memory:' AS m; CREATE TABLE m.u(x); INSERT INTO m.u VALUES (2), (3); INSERT INTO t SELECT x, 'copied' FROM m.u;
ATTACH ':memory:' AS m; CREATE TABLE m.t(a, b); INSERT INTO t VALUES (2, 'main first'); INSERT INTO m.t VALUES (3, 'other'); DETACH m;
ATTACH ':memory:' AS m; CREATE TABLE m.copy AS SELECT * FROM t; CREATE TABLE copy AS SELECT a * 10 AS a FROM m.copy;
ATTACH ':memory:' AS m; ATTACH ':memory:' AS m; BEGIN; CREATE TABLE m.x(y); INSERT INTO t VALUES (5, 'five'); ROLLBACK; INSERT INTO t SELECT 6, count(*) FROM m.sqlite_schema;
ATTACH ':memory:' AS one; ATTACH ':memory:' AS two; CREATE TABLE two.z(q DEFAULT 8); INSERT INTO z DEFAULT VALUES; INSERT INTO t SELECT q, 'found' FROM z; DETACH main; DETACH three;
