-- ## setup
CREATE TABLE doc(id INTEGER PRIMARY KEY, j TEXT);
INSERT INTO doc VALUES (1,'{"name":"Ada","tags":["x","y"],"age":36}'),(2,'{"name":"Bo","tags":[],"age":null}'),(3,'[1,2,{"a":[3]}]');
-- ## check
SELECT * FROM r;
SELECT * FROM doc;
-- ## each
CREATE TABLE r AS SELECT id, json_extract(j, '$.name') AS n, j -> '$.tags' AS t, j ->> '$.age' AS a FROM doc;
CREATE TABLE r AS SELECT id, json_type(j) AS t, json_array_length(j) AS n, json_valid(j) AS v FROM doc;
CREATE TABLE r AS SELECT e.key, e.value, e.type, e.atom, e.path, e.fullkey FROM doc, json_each(doc.j) AS e WHERE doc.id = 1;
CREATE TABLE r AS SELECT fullkey, atom FROM doc, json_tree(j) WHERE doc.id = 3 AND atom IS NOT NULL;
UPDATE doc SET j = json_set(j, '$.age', 40, '$.new', json('[1]')) WHERE id < 3; CREATE TABLE r AS SELECT 1;
UPDATE doc SET j = json_remove(j, '$.tags[0]', '$.age'); CREATE TABLE r AS SELECT changes() AS n;
CREATE TABLE r AS SELECT json_object('a', 1, 'b', json_array(1, 'x', NULL, 2.5)) AS o, json_quote('q"') AS q, json(' { "a" : 1 } ') AS m;
CREATE TABLE r AS SELECT json_group_array(id) AS ids, json_group_object('k' || id, json_type(j)) AS types FROM doc;
CREATE TABLE r AS SELECT json_patch('{"a":1,"b":{"c":2}}', '{"a":null,"b":{"d":3}}') AS p, json_replace('{"a":1}', '$.a', 'x', '$.z', 2) AS s, json_insert('[1]', '$[#]', 2) AS i;
CREATE TABLE r AS SELECT json_valid('{a:1}') AS a, json_valid('[1,]') AS b, json_error FROM (SELECT 1 AS json_error); INSERT INTO doc VALUES (4, json('{bad'));  INSERT INTO doc VALUES (5, json('"good"'));
