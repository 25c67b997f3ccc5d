-- ## setup
PRAGMA encoding = 'UTF-16le';
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT UNIQUE, c BLOB);
INSERT INTO t VALUES (1, 'né', x'4100'), (2, '€uro', NULL), (3, '😀', x'');
-- ## check
PRAGMA encoding;
SELECT a, b, length(b), hex(b), hex(c) FROM t ORDER BY b;
SELECT name, sql FROM sqlite_schema ORDER BY name;
PRAGMA integrity_check;
-- ## each
INSERT INTO t VALUES (4, 'plain', 'text');
UPDATE t SET b = upper(b) || '→';
CREATE TABLE "tàble"(x DEFAULT 'ü'); INSERT INTO "tàble" DEFAULT VALUES; INSERT INTO t(b) SELECT x FROM "tàble";
INSERT INTO t(b) VALUES ('né'); INSERT INTO t(b) VALUES ('ne'); INSERT INTO t(b) VALUES (CAST(x'42004300' AS TEXT));
UPDATE t SET c = CAST(b AS BLOB); DELETE FROM t WHERE instr(b, '€');
PRAGMA encoding = 'UTF-8'; INSERT INTO t(b) VALUES (char(8364, 128512, 65)); CREATE INDEX i ON t(substr(b, 2));
-- ## setup
PRAGMA encoding = 'UTF-16be';
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT COLLATE NOCASE);
INSERT INTO t VALUES (1, 'Zoë'), (2, 'apple');
-- ## check
PRAGMA encoding;
SELECT a, b, hex(b) FROM t ORDER BY b;
-- ## each
INSERT INTO t(b) VALUES ('APPLE'), ('zoË');
UPDATE t SET b = replace(b, 'p', 'ππ') WHERE b = 'APPLE';
DELETE FROM t WHERE b LIKE 'z%'; INSERT INTO t VALUES (9, 1.5);
