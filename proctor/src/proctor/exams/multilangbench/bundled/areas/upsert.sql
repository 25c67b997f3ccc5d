-- ## setup
CREATE TABLE word(w TEXT PRIMARY KEY, n INT DEFAULT 1, seen TEXT);
CREATE TABLE two(a INT, b INT, c TEXT, UNIQUE(a), UNIQUE(b));
INSERT INTO word VALUES ('a', 1, 'x'), ('b', 5, NULL);
INSERT INTO two VALUES (1, 10, 'first'), (2, 20, 'second');
-- ## check
SELECT * FROM word ORDER BY w;
SELECT * FROM two ORDER BY a;
PRAGMA integrity_check;
-- ## each
INSERT INTO word(w) VALUES ('a'), ('c') ON CONFLICT(w) DO UPDATE SET n = n + 1;
INSERT INTO word(w, seen) VALUES ('b', 'now') ON CONFLICT(w) DO UPDATE SET seen = excluded.seen WHERE word.seen IS NULL;
INSERT INTO word(w) VALUES ('a'), ('d') ON CONFLICT DO NOTHING;
INSERT INTO word(w, n) VALUES ('a', 9), ('a', 9), ('a', 9) ON CONFLICT(w) DO UPDATE SET n = n * 2 + excluded.n;
INSERT INTO two VALUES (1, 30, 'new') ON CONFLICT(a) DO UPDATE SET b = excluded.b, c = c || '+' ON CONFLICT(b) DO NOTHING;
INSERT INTO two VALUES (3, 20, 'new') ON CONFLICT(a) DO NOTHING ON CONFLICT(b) DO UPDATE SET c = 'b met';
INSERT INTO two SELECT a + 1, b + 15, c FROM two WHERE true ON CONFLICT(a) DO UPDATE SET c = 'moved';
INSERT INTO word(w) VALUES ('a') ON CONFLICT(n) DO NOTHING; INSERT INTO word(w) VALUES ('z') ON CONFLICT(w) DO NOTHING;
