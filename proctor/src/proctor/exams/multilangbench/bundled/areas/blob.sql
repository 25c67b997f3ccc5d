-- ## check
SELECT * FROM r;
-- ## each
CREATE TABLE r AS SELECT x'00ff' AS b, typeof(x'') AS t, length(x'000102') AS n, hex(zeroblob(3)) AS z;
CREATE TABLE t(b BLOB); INSERT INTO t VALUES (x'0102'), ('0102'), (x'01'), (x''), (258); CREATE TABLE r AS SELECT hex(b) AS h, typeof(b) AS t FROM t ORDER BY b;
CREATE TABLE r AS SELECT hex(substr(x'0102030405', 2, 3)) AS a, hex(substr(x'0102', -1)) AS b, instr(x'010203', x'02') AS c, hex(x'01' || x'02') AS d;
CREATE TABLE r AS SELECT x'61' = 'a' AS a, x'61' > 'a' AS b, CAST(x'61' AS TEXT) = 'a' AS c, quote(x'c0de') AS d, hex('ab') AS e, hex(12) AS f;
CREATE TABLE t(b BLOB); INSERT INTO t VALUES (zeroblob(10000)); UPDATE t SET b = b || x'ff'; CREATE TABLE r AS SELECT length(b) AS n, hex(substr(b, 10001)) AS h FROM t;
CREATE TABLE t(k BLOB PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO t VALUES (x'02', 'b'), (x'0100', 'a'), (x'01', 'c'); CREATE TABLE r AS SELECT hex(k) AS k, v FROM t;
CREATE TABLE t(b); INSERT INTO t VALUES (x'41004200'), (x'c3a9'); CREATE TABLE r AS SELECT length(CAST(b AS TEXT)) AS n, unicode(CAST(b AS TEXT)) AS u FROM t;
