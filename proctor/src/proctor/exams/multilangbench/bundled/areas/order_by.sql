-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT item FROM sale ORDER BY price DESC, amount;
CREATE TABLE r AS SELECT name FROM customer ORDER BY town NULLS LAST, name DESC;
CREATE TABLE r AS SELECT name, town FROM customer ORDER BY town DESC NULLS FIRST, 1;
CREATE TABLE r AS SELECT name FROM customer ORDER BY length(name) + id % 2, id DESC;
CREATE TABLE r AS SELECT amount AS a FROM sale ORDER BY a;
CREATE TABLE r AS SELECT v FROM (SELECT 2 AS v UNION ALL SELECT 'a' UNION ALL SELECT x'00' UNION ALL SELECT NULL UNION ALL SELECT 1.5 UNION ALL SELECT 'B') ORDER BY v;
CREATE TABLE r AS SELECT name FROM customer ORDER BY name COLLATE NOCASE DESC;
CREATE INDEX by_price ON sale(price); CREATE TABLE r AS SELECT id FROM sale ORDER BY price, id DESC;
