-- ## check
SELECT * FROM r;
-- ## each
CREATE TABLE r AS SELECT sqrt(2) AS a, pow(2, 10) AS b, exp(1) AS c, ln(10) AS d, log(100) AS e, log2(8) AS f, log(3, 81) AS g;
CREATE TABLE r AS SELECT ceil(1.2) AS a, floor(-1.2) AS b, trunc(-1.7) AS c, ceiling(4) AS d, typeof(ceil(3)) AS e, mod(7, 3) AS f, mod(-7.5, 2) AS g;
CREATE TABLE r AS SELECT round(sin(1), 12) AS a, round(cos(1), 12) AS b, round(tan(1), 12) AS c, round(atan2(1, -1), 12) AS d, pi() AS e;
CREATE TABLE r AS SELECT sqrt(-1) AS a, ln(0) AS b, acos(2) AS c, log('x') AS d, pow(NULL, 2) AS e, mod(1, 0) AS f;
CREATE TABLE r AS SELECT degrees(pi()) AS a, round(radians(180), 10) AS b, round(asinh(1), 10) AS c, round(cosh(1), 10) AS d, round(atanh(0.5), 10) AS e;
CREATE TABLE r AS SELECT abs(-5) AS a, sign(-2.5) AS b, sign('x') AS c, max(3, 7, 5) AS d, min('b', 2) AS e, round(2.5) AS f, round(-2.567, 2) AS g;
CREATE TABLE r AS SELECT 7 / 2 AS a, 7 / 2.0 AS b, -7 / 2 AS c, 7 % -3 AS d, 1 / 0 AS e, 5 % 0 AS f, 1 << 62 AS g, -1 >> 1 AS h, ~5 AS i, 6 & 3 AS j, 6 | 3 AS k;
CREATE TABLE r AS SELECT 9223372036854775807 + 1 AS a, -9223372036854775808 - 1 AS b, 4611686018427387904 * 2 AS c, typeof(9223372036854775808) AS d;
