select 1; -- trailing
select 2 /* c */ ; select 3
;
/* only
a comment */
select 4;
# hash
select 5; # hash
;
create table t(a); create trigger tr after insert on t begin
 insert into t select 1 where 0;
end;
insert into t values(1); select * from t;
insert into t values('multi
line; text');
select * from t;

/
go
GO
select 6
Go
select 'go
go';
explain query plan select * from t where a=1 union select 2;
begin; insert into t values(9); 
select count(*) from t; rollback; select count(*) from t;
create index i on t(nope);
create unique index u on t(1);
insert into t values(1);
.print "a\tb" 'c\td' e\101f
.separator "\t" "\n--\n"
select 1,2;
.nullvalue "<null>"
select null, x'00', '', 1e100, -0.0, 9223372036854775807, 0.1;
pragma table_info(t);
pragma foo;
pragma journal_mode;
.headers on
select a as "x y" from t where 0;
select a as "x y" from t limit 1;
.mode line
select 1 a, null bb;
.mode json
select 1 a, 'x"y' b union all select 2.5, null;
.mode insert t
select * from t;
.mode quote
select * from t;
.mode csv
select * from t;
.mode box
select a,a from t;
.mode column
select a,1 from t;
.tables
.schema
.dump
.databases
.indexes
.changes on
update t set a=2;
.quit
select 7;
