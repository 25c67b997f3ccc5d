-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c INT);
INSERT INTO t VALUES (1,'Alpha',5),(2,'beta',-7),(3,'GAMMA',2),(4,NULL,0);
-- ## check
SELECT a FROM t WHERE lower(b) > 'a' ORDER BY lower(b);
SELECT a FROM t ORDER BY abs(c), a;
SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name;
PRAGMA integrity_check;
-- ## each
CREATE INDEX i ON t(lower(b));
CREATE UNIQUE INDEX i ON t(abs(c)); INSERT INTO t VALUES (5, 'delta', 7); INSERT INTO t VALUES (6, 'eps', 8);
CREATE INDEX i ON t(a + c, b); UPDATE t SET c = c * 2; DELETE FROM t WHERE a + c = 11;
CREATE INDEX i ON t(length(b) DESC, c); INSERT INTO t VALUES (9, 'ninth', 9);
CREATE INDEX i ON t(random()); CREATE INDEX j ON t((SELECT 1)); CREATE INDEX k ON t(c || b) WHERE c > 0;
CREATE INDEX i ON t(b COLLATE NOCASE, c % 3); REPLACE INTO t VALUES (2, 'BETA', 1);
