-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT id, CASE item WHEN 'pen' THEN 'writes' WHEN 'ink' THEN 'stains' END AS what FROM sale;
CREATE TABLE r AS SELECT id, CASE WHEN amount IS NULL THEN 'none' WHEN amount > 5 THEN 'many' ELSE 'few' END AS much FROM sale;
CREATE TABLE r AS SELECT CASE NULL WHEN NULL THEN 1 ELSE 2 END AS a, CASE WHEN NULL THEN 1 END AS b, CASE 1 WHEN 1.0 THEN 'same' END AS c;
UPDATE sale SET amount = CASE WHEN price > 2 THEN amount * 2 ELSE amount + 1 END; CREATE TABLE r AS SELECT id, amount FROM sale;
CREATE TABLE r AS SELECT sum(CASE WHEN item = 'pen' THEN amount ELSE 0 END) AS pens, iif(1 > 2, 'x', 'y') AS i, coalesce(NULL, NULL, 3) AS c, nullif(4, 4) AS n FROM sale;
CREATE TABLE r AS SELECT name FROM customer ORDER BY CASE name WHEN 'Cy' THEN 0 ELSE id END;
