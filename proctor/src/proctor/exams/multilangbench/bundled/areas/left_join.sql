-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT name, item FROM customer LEFT JOIN sale ON sale.customer = customer.id ORDER BY customer.id, sale.id;
CREATE TABLE r AS SELECT name FROM customer LEFT JOIN sale ON sale.customer = customer.id WHERE sale.id IS NULL;
CREATE TABLE r AS SELECT name, item FROM customer RIGHT JOIN sale ON sale.customer = customer.id ORDER BY sale.id;
CREATE TABLE r AS SELECT name, item FROM customer FULL JOIN sale ON sale.customer = customer.id ORDER BY name, item;
CREATE TABLE r AS SELECT name, item FROM customer LEFT JOIN sale ON sale.customer = customer.id AND item = 'ink' ORDER BY 1;
CREATE TABLE r AS SELECT name, item FROM customer LEFT JOIN sale ON sale.customer = customer.id WHERE item = 'ink' ORDER BY 1;
CREATE TABLE r AS SELECT a.name, b.item, c.item AS twin FROM customer a LEFT JOIN sale b ON b.customer = a.id LEFT JOIN sale c ON c.item = b.item AND c.id > b.id ORDER BY a.id, b.id, c.id;
