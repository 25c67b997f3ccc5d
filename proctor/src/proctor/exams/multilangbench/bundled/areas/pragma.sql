-- ## check
PRAGMA user_version;
PRAGMA application_id;
PRAGMA page_size;
PRAGMA schema_version;
SELECT * FROM r;
SELECT name FROM sqlite_schema;
-- ## each
PRAGMA user_version = 42; CREATE TABLE t(a);
PRAGMA application_id = 0x50726f63; PRAGMA user_version = -7; CREATE TABLE t(a);
PRAGMA page_size = 8192; CREATE TABLE t(a, b, c);
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT NOT NULL DEFAULT 'x', c AS (a + 1), PRIMARY KEY(b)); CREATE TABLE t(a INT, b TEXT NOT NULL DEFAULT 'x', c AS (a + 1), PRIMARY KEY(b)); CREATE TABLE r AS SELECT * FROM pragma_table_xinfo('t');
CREATE TABLE t(a UNIQUE, b); CREATE INDEX i ON t(b DESC, a COLLATE NOCASE) WHERE b > 1; CREATE TABLE r AS SELECT * FROM pragma_index_list('t'); INSERT INTO r(name) SELECT name || ':' || coll FROM pragma_index_xinfo('i');
CREATE TABLE p(x PRIMARY KEY); CREATE TABLE c(y REFERENCES p ON DELETE SET NULL, z REFERENCES p(x) ON UPDATE CASCADE); CREATE TABLE r AS SELECT * FROM pragma_foreign_key_list('c');
PRAGMA schema_version = 100; CREATE TABLE t(a); DROP TABLE t;
PRAGMA cache_size = 5; PRAGMA foreign_keys = 1; PRAGMA recursive_triggers = yes; CREATE TABLE r AS SELECT (SELECT cache_size FROM pragma_cache_size) AS c, (SELECT foreign_keys FROM pragma_foreign_keys) AS f, (SELECT recursive_triggers FROM pragma_recursive_triggers) AS t;
PRAGMA count_changes = ON; CREATE TABLE r AS SELECT name FROM pragma_collation_list WHERE name IN ('BINARY', 'RTRIM') ORDER BY name; PRAGMA secure_delete = ON; DELETE FROM r WHERE name > 'C';
