-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT name, item FROM customer JOIN sale ON sale.customer = customer.id ORDER BY sale.id;
CREATE TABLE r AS SELECT a.name AS x, b.name AS y FROM customer a, customer b WHERE a.id < b.id AND a.town = b.town;
CREATE TABLE r AS SELECT count(*) AS n FROM customer CROSS JOIN sale;
CREATE TABLE s2(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO s2 VALUES (2,'Bo'),(3,'Zed'); CREATE TABLE r AS SELECT * FROM customer NATURAL JOIN s2;
CREATE TABLE s2(id INT, colour TEXT); INSERT INTO s2 VALUES (1,'red'),(3,'tan'),(3,'sky'); CREATE TABLE r AS SELECT * FROM customer JOIN s2 USING (id) ORDER BY colour;
CREATE TABLE r AS SELECT s.id, t.id AS other FROM sale s JOIN sale t ON s.item = t.item AND s.id <> t.id ORDER BY 1, 2;
CREATE TABLE r AS SELECT c.name, s.item, c.town FROM (customer c JOIN sale s ON s.customer = c.id) WHERE s.price BETWEEN 1 AND 2 ORDER BY c.name;
