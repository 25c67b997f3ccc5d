create table t(a int, "b c" text, d);
insert into t values(1,'x',2.5),(null,'it''s "q" <b>&',5),(-7,'l1
l2	tab\back','');
.mode csv
select * from t;
.mode tabs
select * from t;
.mode line
select * from t;
.mode column
select * from t;
.mode quote
select * from t;
.mode insert
select * from t;
.mode insert tt
select * from t;
.mode json
select * from t;
.mode html
select * from t;
.mode tcl
select * from t;
.mode ascii
select * from t;
.mode markdown
select * from t;
.mode table
select * from t;
.mode box
select * from t;
.mode list
.headers on
select * from t;
select * from t where 0;
.tables
.schema
.indexes
.databases
.dump
.mode
.headers off
.changes on
update t set a=5;
.mode foo
.separator
