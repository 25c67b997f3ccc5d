-- ## check
SELECT * FROM r;
-- ## each
CREATE TABLE r AS SELECT printf('%d|%5d|%-5d|%05d|%+d|%x|%X|%o', 42, 42, 42, 42, 42, 255, 255, 8) AS a;
CREATE TABLE r AS SELECT printf('%f|%.2f|%10.3f|%e|%g|%G', 3.14159, 2.005, 2.5, 12345.678, 0.0001, 1e20) AS a;
CREATE TABLE r AS SELECT printf('%s|%10s|%-10s|%.2s|%c|%%', 'text', 'right', 'left', 'cut', 'char') AS a;
CREATE TABLE r AS SELECT printf('%q|%Q|%w|%Q', 'it''s', 'it''s', 'a"b', NULL) AS a;
CREATE TABLE r AS SELECT printf('%,d|%,d', 1234567, -999) AS a, format('%*d|%.*f', 6, 7, 2, 1.239) AS b;
CREATE TABLE r AS SELECT printf('%!.20g|%!g|%#x', 0.1, 5, 255) AS a, printf('%d %s', '12abc') AS b, printf('') AS c;
CREATE TABLE r AS SELECT printf('%i|%u|%lld', -1, -1, 9223372036854775807) AS a, printf('%z') AS b, printf('100%') AS c;
