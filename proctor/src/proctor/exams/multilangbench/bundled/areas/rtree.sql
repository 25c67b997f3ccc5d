-- ## setup
CREATE VIRTUAL TABLE b USING rtree(id, x0, x1, y0, y1, +label TEXT);
INSERT INTO b VALUES (1, 0, 10, 0, 10, 'big'), (2, 2, 3, 2, 3, 'small'), (3, 20, 21, 5, 6, 'far');
-- ## check
SELECT id, x0, x1, y0, y1, label FROM b ORDER BY id;
SELECT nodeno, hex(data) = '' FROM b_node;
SELECT * FROM r;
SELECT rtreecheck('b');
-- ## each
CREATE TABLE r AS SELECT id FROM b WHERE x0 >= 1 AND x1 <= 5 ORDER BY id;
CREATE TABLE r AS SELECT id, label FROM b WHERE x1 >= 9 AND y0 <= 6 ORDER BY id;
INSERT INTO b VALUES (4, 1.1, 2.2, 0.1, 0.3, 'floats');
INSERT INTO b VALUES (5, 3, 1, 0, 0, 'backwards'); INSERT INTO b VALUES (1, 0, 0, 0, 0, 'twice'); INSERT INTO b VALUES (6, -1, 0, 0, 0, 'left');
UPDATE b SET x1 = x1 + 100, label = label || '!' WHERE id < 3;
DELETE FROM b WHERE id = 1; INSERT INTO b(x0, x1, y0, y1) VALUES (7, 8, 7, 8);
CREATE VIRTUAL TABLE i USING rtree_i32(id, lo, hi); INSERT INTO i VALUES (1, 1.9, 5), (2, -3, 2147483647); CREATE TABLE r AS SELECT * FROM i;
WITH RECURSIVE n(k) AS (VALUES (10) UNION ALL SELECT k + 1 FROM n WHERE k < 120) INSERT INTO b SELECT k, k, k + 1, k % 7, k % 7 + 1, 'n' || k FROM n; CREATE TABLE r AS SELECT count(*) AS n, sum(id) AS s FROM b WHERE x0 > 50 AND y1 < 4;
DROP TABLE b; CREATE TABLE r AS SELECT count(*) AS n FROM sqlite_schema;
REPLACE INTO b VALUES (2, 50, 60, 50, 60, 'moved'); DELETE FROM b WHERE x0 < 1;
