-- ## check
SELECT * FROM r;
SELECT name FROM sqlite_schema ORDER BY name;
-- ## each
CREATE VIRTUAL TABLE g USING geopoly(label); CREATE TABLE r AS SELECT count(*) AS tables FROM sqlite_schema;
CREATE TABLE r AS SELECT geopoly_area('[[0,0],[4,0],[4,3],[0,0]]') AS a; CREATE TABLE r AS SELECT 12 / 2 AS by_hand;
