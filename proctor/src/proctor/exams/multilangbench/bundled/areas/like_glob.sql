-- ## check
SELECT * FROM r;
-- ## each
CREATE TABLE r AS SELECT 'abc' LIKE 'A_C' AS a, 'abc' LIKE '%b%' AS b, 'a%c' LIKE 'a\%c' ESCAPE '\' AS c, 'abc' LIKE 'a\%c' ESCAPE '\' AS d, NULL LIKE 'x' AS e;
CREATE TABLE r AS SELECT 'abc' GLOB 'a*' AS a, 'abc' GLOB 'A*' AS b, 'abc' GLOB 'a[a-c]?' AS c, 'abc' GLOB 'a[^b]c' AS d, 'a]' GLOB 'a[]]' AS e;
CREATE TABLE w(x TEXT COLLATE NOCASE); CREATE INDEX wx ON w(x); INSERT INTO w VALUES ('apple'),('Apricot'),('banana'),('ap_ple'),(NULL); CREATE TABLE r AS SELECT x FROM w WHERE x LIKE 'ap%' ORDER BY x;
PRAGMA case_sensitive_like = ON; CREATE TABLE r AS SELECT 'abc' LIKE 'ABC' AS a, 'abc' LIKE 'abc' AS b;
CREATE TABLE r AS SELECT like('%x', 'ax') AS a, glob('*x', 'ax') AS b, 'Ä' LIKE 'ä' AS c, '' LIKE '%' AS d, '' LIKE '_' AS e, 12 LIKE '1%' AS f;
CREATE TABLE w(x TEXT); INSERT INTO w VALUES ('cat'),('cot'),('cut'),('coat'); DELETE FROM w WHERE x NOT LIKE 'c_t' OR x GLOB 'cu*'; CREATE TABLE r AS SELECT * FROM w;
CREATE TABLE r AS SELECT instr('hello', 'l') AS a, substr('hello', -3, 2) AS b, replace('aXbX', 'X', '--') AS c, trim('  x ') AS d, ltrim('xxy', 'x') AS e, upper('aé') AS f, length('né') AS g, unicode('€') AS h, quote('it''s') AS i;
