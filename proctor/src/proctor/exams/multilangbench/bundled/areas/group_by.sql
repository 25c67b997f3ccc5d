-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT item, count(*) AS n FROM sale GROUP BY item ORDER BY item;
CREATE TABLE r AS SELECT customer, sum(price * amount) AS v FROM sale GROUP BY customer HAVING v > 5 ORDER BY v DESC;
CREATE TABLE r AS SELECT town, count(*) AS n FROM customer GROUP BY town ORDER BY n, town;
CREATE TABLE r AS SELECT price > 2 AS dear, group_concat(id) AS ids FROM sale GROUP BY 1 ORDER BY 1;
CREATE TABLE r AS SELECT item, customer, count(*) AS n FROM sale GROUP BY item, customer ORDER BY 1, 2;
CREATE TABLE r AS SELECT item, min(price) AS low, id FROM sale GROUP BY item ORDER BY item;
CREATE TABLE r AS SELECT c.town, total(s.amount) AS t FROM customer c LEFT JOIN sale s ON s.customer = c.id GROUP BY c.town ORDER BY c.town;
