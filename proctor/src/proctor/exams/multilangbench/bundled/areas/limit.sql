-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT id FROM sale ORDER BY id LIMIT 2;
CREATE TABLE r AS SELECT id FROM sale ORDER BY id LIMIT 2 OFFSET 3;
CREATE TABLE r AS SELECT id FROM sale ORDER BY id DESC LIMIT 1, 2;
CREATE TABLE r AS SELECT id FROM sale ORDER BY id LIMIT -1 OFFSET 4;
CREATE TABLE r AS SELECT count(*) AS n FROM (SELECT * FROM sale LIMIT 0);
CREATE TABLE r AS SELECT id FROM sale UNION ALL SELECT id + 10 FROM customer ORDER BY 1 LIMIT 3 OFFSET 4;
CREATE TABLE r AS SELECT id FROM sale ORDER BY id LIMIT (SELECT count(*) FROM customer) - 1;
