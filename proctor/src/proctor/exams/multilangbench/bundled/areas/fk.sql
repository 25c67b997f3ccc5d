-- ## setup
CREATE TABLE parent(id INTEGER PRIMARY KEY, code TEXT UNIQUE);
CREATE TABLE casc(id INTEGER PRIMARY KEY, p INT REFERENCES parent(id) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE nulls(id INTEGER PRIMARY KEY, p TEXT DEFAULT 'none' REFERENCES parent(code) ON DELETE SET NULL ON UPDATE SET DEFAULT);
CREATE TABLE strict_child(id INTEGER PRIMARY KEY, p INT REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
INSERT INTO parent VALUES (1,'a'),(2,'b'),(3,'none');
INSERT INTO casc VALUES (10,1),(11,2),(12,NULL);
INSERT INTO nulls VALUES (20,'a'),(21,'b');
-- ## check
SELECT 'parent', * FROM parent;
SELECT 'casc', * FROM casc;
SELECT 'nulls', * FROM nulls;
SELECT 'strict', * FROM strict_child;
PRAGMA foreign_key_check;
-- ## each
PRAGMA foreign_keys = ON; DELETE FROM parent WHERE id = 1;
PRAGMA foreign_keys = ON; UPDATE parent SET id = 50 WHERE id = 2;
PRAGMA foreign_keys = ON; UPDATE parent SET code = 'z' WHERE id = 1;
PRAGMA foreign_keys = ON; INSERT INTO casc VALUES (13, 99); INSERT INTO casc VALUES (14, 3);
INSERT INTO casc VALUES (13, 99); DELETE FROM parent WHERE id = 1;
PRAGMA foreign_keys = ON; BEGIN; INSERT INTO strict_child VALUES (1, 77); INSERT INTO parent VALUES (77, 'later'); COMMIT;
PRAGMA foreign_keys = ON; BEGIN; INSERT INTO strict_child VALUES (1, 77); INSERT INTO parent VALUES (4, 'd'); COMMIT; INSERT INTO parent VALUES (77, 'mended'); COMMIT;
PRAGMA foreign_keys = ON; BEGIN; PRAGMA defer_foreign_keys = ON; INSERT INTO casc VALUES (15, 60); INSERT INTO parent VALUES (60, 'sixty'); COMMIT;
PRAGMA foreign_keys = ON; INSERT INTO strict_child VALUES (5, 3); DELETE FROM parent; DELETE FROM strict_child; DELETE FROM parent WHERE id = 3;
PRAGMA foreign_keys = ON; DROP TABLE parent; DROP TABLE strict_child; DELETE FROM casc; INSERT INTO parent VALUES (9, 'i');
