-- ## setup
CREATE VIRTUAL TABLE f USING fts4(title, body);
INSERT INTO f VALUES ('red fox', 'the quick fox runs'), ('blue hen', 'a hen sits and sits'), ('fox den', 'no one runs here');
-- ## check
SELECT docid, * FROM f;
SELECT docid FROM f WHERE f MATCH 'fox' ORDER BY docid;
SELECT * FROM r;
SELECT level, idx, start_block, end_block, hex(root) FROM f_segdir ORDER BY level, idx;
-- ## each
INSERT INTO f VALUES ('new', 'fox and hen');
DELETE FROM f WHERE docid = 1;
UPDATE f SET title = 'hen' WHERE docid = 3;
CREATE TABLE r AS SELECT docid, snippet(f, '[', ']', '...') AS s, offsets(f) AS o FROM f WHERE f MATCH 'fox';
CREATE TABLE r AS SELECT docid FROM f WHERE body MATCH 'run*' ORDER BY docid DESC;
CREATE TABLE r AS SELECT docid, hex(matchinfo(f, 'pcnx')) AS m FROM f WHERE f MATCH 'fox OR sits';
CREATE TABLE r AS SELECT docid FROM f WHERE f MATCH 'fox NEAR/1 runs' UNION ALL SELECT docid FROM f WHERE f MATCH '"sits and"' UNION ALL SELECT docid FROM f WHERE f MATCH 'title:fox';
INSERT INTO f VALUES ('a', 'b'); INSERT INTO f(f) VALUES ('optimize');
CREATE VIRTUAL TABLE a USING fts4aux(f); CREATE TABLE r AS SELECT * FROM a WHERE term > 'h';
CREATE VIRTUAL TABLE g USING fts3(x, tokenize=porter); INSERT INTO g VALUES ('running'), ('runs'), ('ran'); CREATE TABLE r AS SELECT rowid FROM g WHERE g MATCH 'run';
CREATE VIRTUAL TABLE g USING fts4(x, prefix='1,2', order=desc, matchinfo=fts3); INSERT INTO g VALUES ('apple'), ('apricot'); CREATE TABLE r AS SELECT rowid FROM g WHERE g MATCH 'ap*';
DROP TABLE f; CREATE TABLE f(docid, x); INSERT INTO f VALUES (1, 'plain');
