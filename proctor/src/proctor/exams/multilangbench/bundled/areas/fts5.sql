-- ## setup
CREATE VIRTUAL TABLE f USING fts5(title, body);
INSERT INTO f VALUES ('red fox', 'the quick fox runs'), ('blue hen', 'a hen sits and sits'), ('fox den', 'no one runs here');
-- ## check
SELECT rowid, * FROM f;
SELECT rowid FROM f WHERE f MATCH 'fox OR sits' ORDER BY rowid;
SELECT * FROM r;
INSERT INTO f(f) VALUES ('integrity-check');
SELECT id, hex(block) FROM f_data ORDER BY id;
-- ## each
INSERT INTO f VALUES ('new', 'fox and hen');
DELETE FROM f WHERE rowid = 2;
UPDATE f SET body = 'sits still' WHERE title MATCH 'den';
CREATE TABLE r AS SELECT rowid, highlight(f, 0, '[', ']') AS h, snippet(f, 1, '<', '>', '..', 3) AS s FROM f('fox') ORDER BY rowid;
CREATE TABLE r AS SELECT rowid FROM f WHERE f MATCH 'title : fox' ORDER BY rowid;
CREATE TABLE r AS SELECT rowid FROM f WHERE f MATCH '"quick fox" OR ru*' ORDER BY rowid DESC;
CREATE TABLE r AS SELECT rowid, round(bm25(f), 4) AS s FROM f WHERE f MATCH 'fox' ORDER BY rank;
CREATE TABLE r AS SELECT rowid FROM f WHERE f MATCH 'fox NOT runs' UNION ALL SELECT rowid FROM f WHERE f MATCH 'NEAR(fox runs, 1)';
INSERT INTO f VALUES ('x', 'y'); INSERT INTO f(f) VALUES ('optimize');
INSERT INTO f(f, rank) VALUES ('pgsz', 64); INSERT INTO f SELECT title || ' two', body || ' ' || rowid FROM f; INSERT INTO f(f) VALUES ('rebuild');
CREATE VIRTUAL TABLE v USING fts5vocab(f, 'row'); CREATE TABLE r AS SELECT * FROM v;
-- ## setup
CREATE VIRTUAL TABLE f USING fts5(x, tokenize = 'porter unicode61', prefix = '2 3');
CREATE TABLE src(id INTEGER PRIMARY KEY, a TEXT);
INSERT INTO src VALUES (1, 'running dogs'), (2, 'a dog ran');
-- ## check
SELECT rowid FROM f WHERE f MATCH 'dog' ORDER BY rowid;
SELECT rowid FROM f WHERE f MATCH 'ru*' ORDER BY rowid;
SELECT name, sql FROM sqlite_schema ORDER BY name;
SELECT * FROM c WHERE c MATCH 'dog';
-- ## each
INSERT INTO f SELECT a FROM src;
CREATE VIRTUAL TABLE c USING fts5(a, content = 'src', content_rowid = 'id'); INSERT INTO c(c) VALUES ('rebuild');
CREATE VIRTUAL TABLE c USING fts5(a, content = ''); INSERT INTO c(rowid, a) VALUES (5, 'dog'); INSERT INTO c(c, rowid, a) VALUES ('delete', 5, 'dog'); INSERT INTO c(rowid, a) VALUES (6, 'dog');
CREATE VIRTUAL TABLE c USING fts5(a, b UNINDEXED, detail = none); INSERT INTO c VALUES ('dog', 'x'), ('cat', 'dog');
CREATE VIRTUAL TABLE c USING fts5(a, tokenize = 'trigram'); INSERT INTO c VALUES ('underdogs'), ('do g');
DROP TABLE f; CREATE VIRTUAL TABLE bad USING fts5(a, nonsense = 1);
