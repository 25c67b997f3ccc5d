-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT DISTINCT item FROM sale ORDER BY item;
CREATE TABLE r AS SELECT DISTINCT town, town IS NULL AS none FROM customer ORDER BY 1;
CREATE TABLE r AS SELECT count(*) AS n FROM (SELECT DISTINCT price, item FROM sale);
CREATE TABLE r AS SELECT DISTINCT round(price) AS p FROM sale ORDER BY p DESC;
CREATE TABLE r AS SELECT DISTINCT v FROM (SELECT 1 AS v UNION ALL SELECT 1.0 UNION ALL SELECT '1' UNION ALL SELECT NULL UNION ALL SELECT NULL);
CREATE TABLE r AS SELECT DISTINCT substr(name, 2, 1) AS x FROM customer ORDER BY x LIMIT 2;
