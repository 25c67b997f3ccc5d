-- ## setup
CREATE TABLE stock(item TEXT PRIMARY KEY, n INT);
CREATE TABLE sold(item TEXT, n INT);
INSERT INTO stock VALUES ('cap', 10), ('ink', 5), ('pen', 50);
INSERT INTO sold VALUES ('ink', 2), ('pen', 9), ('pen', 1), ('hat', 4);
-- ## check
SELECT * FROM stock ORDER BY item;
PRAGMA integrity_check;
-- ## each
UPDATE stock SET n = stock.n - s.n FROM (SELECT item, sum(n) AS n FROM sold GROUP BY item) AS s WHERE s.item = stock.item;
UPDATE stock SET n = 0 FROM sold WHERE sold.item = stock.item AND sold.n > 5;
UPDATE stock AS t SET n = t.n + o.n FROM stock AS o WHERE o.item = 'cap' AND t.item <> 'cap';
UPDATE stock SET item = stock.item || '!', n = sold.n FROM sold WHERE sold.item = stock.item AND sold.n = 9;
WITH most(item) AS (SELECT item FROM sold ORDER BY n DESC LIMIT 1) UPDATE stock SET n = -1 FROM most WHERE most.item = stock.item;
UPDATE stock SET (n, item) = (v.x, v.y) FROM (VALUES (7, 'seven')) AS w, (SELECT 8 AS x, 'eight' AS y) AS v WHERE stock.item = 'cap';
