SELECT 1; SELECT 2;
SELECT 'a
b';
SELECT NULL, 1.5, x'4142', 'x|y';
  ;
-- comment
SELECT nope;
SELECT 1, FROM t;
SELECT 3 /* unterminated ;
*/ ;
CREATE TABLE t(a UNIQUE);
INSERT INTO t VALUES(1);
INSERT INTO t VALUES(1);
SELECT * FROM t WHERE a =
  1 AND nope = 2
;
SELECT 1; SELEC 2; SELECT 3;
/* c */ SELECT 4;
SELECT 'very long line ...................................................................................................... ' || nope || 'more more more more';
go
SELECT 5
go
SELECT 6
/
.print hello world
.print 'a b' c
  .print indented
SELECT 7
.print x
;
.headers on
SELECT 8 AS x, 9 y;
.nullvalue NIL
SELECT NULL a;
.separator ,
SELECT 1,2;
.mode csv
SELECT 1,'a"b';
.mode list
.foo
.echo on
SELECT 10;
.echo off
.bail on
SELECT nope;
SELECT 11
