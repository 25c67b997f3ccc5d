-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS WITH big AS (SELECT * FROM sale WHERE price > 2) SELECT item, count(*) AS n FROM big GROUP BY item;
CREATE TABLE r AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT sum(i) AS s, count(*) AS c FROM n;
CREATE TABLE r AS WITH RECURSIVE f(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM f LIMIT 12) SELECT a FROM f;
CREATE TABLE r AS WITH RECURSIVE walk(x) AS (SELECT 1 UNION SELECT (x * 3) % 7 FROM walk) SELECT x FROM walk ORDER BY x;
CREATE TABLE r AS WITH a(x) AS (SELECT 1), b(y) AS (SELECT x + 1 FROM a) SELECT x, y FROM a, b;
WITH doomed AS (SELECT id FROM sale WHERE item = 'ink') DELETE FROM sale WHERE id IN doomed; CREATE TABLE r AS SELECT id FROM sale;
CREATE TABLE r AS WITH RECURSIVE t(n, path) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, path || char(97 + n) FROM t WHERE n < 5 ORDER BY 1 DESC) SELECT * FROM t;
CREATE TABLE r AS WITH m AS MATERIALIZED (SELECT id FROM sale), n AS NOT MATERIALIZED (SELECT id FROM customer) SELECT count(*) AS c FROM m JOIN n USING (id);
