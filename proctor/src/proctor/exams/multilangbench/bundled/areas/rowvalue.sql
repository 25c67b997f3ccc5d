-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT id FROM sale WHERE (item, amount) = ('pen', 3);
CREATE TABLE r AS SELECT id FROM sale WHERE (price, id) > (1.5, 1) ORDER BY id;
CREATE TABLE r AS SELECT (1, NULL) = (1, 2) AS a, (1, NULL) = (2, NULL) AS b, (1, 2) < (1, 3) AS c, (1, 2) IS (1, 2) AS d;
CREATE TABLE r AS SELECT id FROM sale WHERE (customer, item) IN (SELECT id, 'pen' FROM customer) ORDER BY id;
UPDATE sale SET (price, amount) = (SELECT id * 2.5, 7 FROM customer WHERE id = sale.customer); CREATE TABLE r AS SELECT * FROM sale;
CREATE TABLE r AS SELECT (2, 3) BETWEEN (2, 1) AND (2, 9) AS a, (SELECT 1, 2) = (1, 2) AS b;
UPDATE customer SET (name, town) = (town, name); CREATE TABLE r AS SELECT * FROM customer;
