CREATE TABLE tx(a INTEGER PRIMARY KEY);
INSERT INTO tx VALUES(1), (2), (3), (4), (5), (6);
CREATE TABLE map(v INTEGER PRIMARY KEY, t TEXT);
INSERT INTO map VALUES    (1, 'odd'), (2, 'even'), (3, 'odd'),     (4, 'even'), (5, 'odd'), (6, 'even');
select a, (SELECT t FROM map WHERE v=a) from tx;
select a, (SELECT t FROM (select * from map) WHERE v=a) from tx;
SELECT a, sum(a) OVER (PARTITION BY (SELECT t FROM map WHERE v=a) ORDER BY a) FROM tx;
SELECT a, sum(a) OVER (PARTITION BY (SELECT t FROM (select * from map) WHERE v=a) ORDER BY a) FROM tx;
