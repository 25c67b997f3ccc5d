-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT count(*) AS n, count(amount) AS a, sum(amount) AS s, total(amount) AS t FROM sale;
CREATE TABLE r AS SELECT avg(price) AS mean, min(item) AS first, max(price) AS most FROM sale;
CREATE TABLE r AS SELECT group_concat(item) AS items, group_concat(DISTINCT item) AS kinds FROM sale;
CREATE TABLE r AS SELECT group_concat(item, ' / ') AS items FROM sale WHERE customer = 1;
CREATE TABLE r AS SELECT count(DISTINCT customer) AS c, sum(DISTINCT price) AS p FROM sale;
CREATE TABLE r AS SELECT sum(amount) AS s, total(amount) AS t, avg(amount) AS a, max(amount) AS m FROM sale WHERE id > 100;
CREATE TABLE r AS SELECT count(*) FILTER (WHERE price > 2) AS dear, sum(amount) FILTER (WHERE item = 'pen') AS pens FROM sale;
CREATE TABLE r AS SELECT item, max(price), id FROM sale;
