-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT name FROM customer WHERE id IN (SELECT customer FROM sale WHERE item = 'pen') ORDER BY id;
CREATE TABLE r AS SELECT name, (SELECT count(*) FROM sale) AS all_rows, (SELECT count(*) FROM sale s WHERE s.customer = c.id) AS own FROM customer c;
CREATE TABLE r AS SELECT name FROM customer c WHERE EXISTS (SELECT 1 FROM sale WHERE sale.customer = c.id AND price > 5);
CREATE TABLE r AS SELECT name FROM customer c WHERE NOT EXISTS (SELECT 1 FROM sale WHERE sale.customer = c.id);
CREATE TABLE r AS SELECT * FROM (SELECT item, sum(amount) AS n FROM sale GROUP BY item) WHERE n > 2 ORDER BY item;
CREATE TABLE r AS SELECT id, (SELECT name FROM customer WHERE id = sale.customer) AS who FROM sale ORDER BY id;
CREATE TABLE r AS SELECT 4 NOT IN (SELECT customer FROM sale) AS a, NULL IN (SELECT 1) AS b, NULL IN (SELECT 1 WHERE 0) AS c, 5 NOT IN (SELECT amount FROM sale) AS d;
DELETE FROM sale WHERE price < (SELECT avg(price) FROM sale); CREATE TABLE r AS SELECT * FROM sale;
