-- ## check
SELECT * FROM r;
-- ## each
CREATE TABLE r AS SELECT date('2024-02-29', '+1 year') AS a, date('2024-01-31', '+1 month') AS b, date('2024-03-10', 'start of month', '-1 day') AS c;
CREATE TABLE r AS SELECT datetime(0, 'unixepoch') AS a, datetime(2460000.5) AS b, datetime('2023-06-01T12:30:45.678') AS c;
CREATE TABLE r AS SELECT strftime('%Y|%m|%d|%H|%M|%S|%j|%w|%W|%J|%s|%f|%%', '2023-11-05 06:07:08.25') AS a;
CREATE TABLE r AS SELECT julianday('2000-01-01 12:00') AS a, julianday('1582-10-15') AS b, unixepoch('2001-09-09 01:46:40') AS c;
CREATE TABLE r AS SELECT date('2023-05-17', 'weekday 1') AS a, date('2023-05-17', 'weekday 3') AS b, date('2023-05-17', 'start of year', '+9 months', 'weekday 2') AS c;
CREATE TABLE r AS SELECT time('23:59:59', '+2 seconds') AS a, time('12:00', '-30 minutes') AS b, datetime('2023-01-01 00:00', '-1 second') AS c;
CREATE TABLE r AS SELECT date('not a date') AS a, date('2023-13-01') AS b, date('2023-02-30') AS c, datetime('2023-01-01', '+1 parsec') AS d, typeof(date(NULL)) AS e;
CREATE TABLE r AS SELECT datetime('2023-01-01 10:00+02:00') AS a, datetime('2023-01-01 10:00Z') AS b, datetime(1092941466, 'auto') AS c, datetime('1092941466', 'unixepoch', '+1 day', 'utc', 'localtime') AS d;
CREATE TABLE e(d TEXT); INSERT INTO e VALUES ('2023-03-01'), ('2022-12-31'), ('2023-01-15'); CREATE TABLE r AS SELECT strftime('%Y-%m', d) AS m, count(*) AS n FROM e GROUP BY m ORDER BY m;
