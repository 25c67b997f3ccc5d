-- ## setup
CREATE VIRTUAL TABLE p USING fts5(name, tokenize = "unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE q USING fts4(name, tokenize=unicode61);
INSERT INTO p VALUES ('Crème brûlée'), ('creme fraiche'), ('Apple-pie 42'), ('pie chart');
INSERT INTO q SELECT name FROM p;
-- ## check
SELECT * FROM r;
SELECT count(*) FROM p;
-- ## each
CREATE TABLE r AS SELECT rowid FROM p WHERE p MATCH 'creme';
CREATE TABLE r AS SELECT rowid FROM q WHERE q MATCH 'creme';
CREATE TABLE r AS SELECT rowid FROM p WHERE p MATCH '^pie' UNION ALL SELECT rowid FROM p WHERE p MATCH '"apple pie"';
CREATE TABLE r AS SELECT rowid FROM p WHERE name MATCH '42' AND rowid > 1;
CREATE TABLE r AS SELECT p.rowid, q.name FROM p JOIN q ON q.docid = p.rowid WHERE p MATCH 'pie' AND q MATCH 'apple';
DELETE FROM p WHERE p MATCH 'pie NOT chart'; CREATE TABLE r AS SELECT name FROM p('pie');
CREATE TABLE r AS SELECT rowid FROM p WHERE p MATCH 'creme AND'; CREATE TABLE r AS SELECT rowid FROM p WHERE p MATCH '(brulee OR chart)';
