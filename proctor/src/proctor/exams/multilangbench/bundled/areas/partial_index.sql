-- ## setup
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, done INT);
INSERT INTO t VALUES (1,'x',0),(2,'y',1),(3,'x',1),(4,'z',NULL);
-- ## check
SELECT * FROM t ORDER BY b, a;
SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name;
PRAGMA integrity_check;
-- ## each
CREATE INDEX i ON t(b) WHERE done;
CREATE UNIQUE INDEX i ON t(b) WHERE done = 0; INSERT INTO t VALUES (5, 'x', 0); INSERT INTO t VALUES (6, 'x', 1);
CREATE UNIQUE INDEX i ON t(b) WHERE done IS NOT NULL; CREATE UNIQUE INDEX j ON t(b) WHERE done = 1 AND a > 2;
CREATE INDEX i ON t(done) WHERE b > 'x'; UPDATE t SET b = 'a' WHERE done = 1; DELETE FROM t WHERE a = 4;
CREATE UNIQUE INDEX i ON t(b) WHERE done = 0; INSERT INTO t VALUES (7, 'x', 0) ON CONFLICT(b) WHERE done = 0 DO UPDATE SET done = 9;
CREATE UNIQUE INDEX i ON t(b) WHERE done = 0; UPDATE t SET done = 0; UPDATE OR IGNORE t SET done = 0;
