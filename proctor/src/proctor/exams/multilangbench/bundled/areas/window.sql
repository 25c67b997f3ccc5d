-- ## setup
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INT, item TEXT, price REAL, amount INT);
INSERT INTO customer VALUES (1,'Ada','Oslo'),(2,'Bo','Lima'),(3,'Cy','Oslo'),(4,'Di',NULL);
INSERT INTO sale VALUES (1,1,'pen',1.5,10),(2,1,'ink',7.25,1),(3,2,'pen',1.5,3),(4,3,'cap',0.1,NULL),(5,9,'ink',7.0,2);
-- ## check
SELECT * FROM r;
PRAGMA integrity_check;
-- ## each
CREATE TABLE r AS SELECT id, row_number() OVER (ORDER BY price DESC, id) AS n FROM sale;
CREATE TABLE r AS SELECT item, rank() OVER w AS k, dense_rank() OVER w AS d FROM sale WINDOW w AS (ORDER BY item);
CREATE TABLE r AS SELECT id, sum(price) OVER (PARTITION BY item ORDER BY id) AS running FROM sale ORDER BY id;
CREATE TABLE r AS SELECT id, lag(item) OVER (ORDER BY id) AS before, lead(item, 2, '-') OVER (ORDER BY id) AS after FROM sale;
CREATE TABLE r AS SELECT id, avg(price) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS near FROM sale;
CREATE TABLE r AS SELECT id, first_value(item) OVER w AS f, last_value(item) OVER w AS l, nth_value(item, 2) OVER w AS n FROM sale WINDOW w AS (ORDER BY id RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);
CREATE TABLE r AS SELECT id, ntile(3) OVER (ORDER BY id) AS third, round(percent_rank() OVER (ORDER BY price), 3) AS p, round(cume_dist() OVER (ORDER BY price), 3) AS c FROM sale ORDER BY id;
CREATE TABLE r AS SELECT id, group_concat(id, '.') OVER (ORDER BY item GROUPS BETWEEN CURRENT ROW AND 1 FOLLOWING EXCLUDE CURRENT ROW) AS g FROM sale ORDER BY item, id;
CREATE TABLE r AS SELECT id, sum(amount) FILTER (WHERE amount > 1) OVER (ORDER BY price RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM sale ORDER BY id;
