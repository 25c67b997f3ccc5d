-- A small shipping company: ports, ships, captains, voyages and what they carried.
-- One source for SQLite, DuckDB and PostgreSQL: only what all three understand alike.
CREATE TABLE port (
  port_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  country VARCHAR(40) NOT NULL,
  depth DECIMAL(5,2),
  opened DATE
);
CREATE TABLE ship (
  ship_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  kind VARCHAR(20) NOT NULL,
  tonnage INTEGER,
  built INTEGER NOT NULL,
  home_port INTEGER REFERENCES port (port_id)
);
CREATE TABLE captain (
  captain_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  born DATE NOT NULL,
  mentor_id INTEGER REFERENCES captain (captain_id)
);
CREATE TABLE voyage (
  voyage_id INTEGER PRIMARY KEY,
  ship_id INTEGER NOT NULL REFERENCES ship (ship_id),
  captain_id INTEGER REFERENCES captain (captain_id),
  from_port INTEGER NOT NULL REFERENCES port (port_id),
  to_port INTEGER NOT NULL REFERENCES port (port_id),
  departed DATE NOT NULL,
  arrived DATE,
  fare DECIMAL(8,2)
);
CREATE TABLE cargo (
  cargo_id INTEGER PRIMARY KEY,
  voyage_id INTEGER NOT NULL REFERENCES voyage (voyage_id),
  goods VARCHAR(20) NOT NULL,
  weight DOUBLE PRECISION NOT NULL
);
INSERT INTO port VALUES
  (1, 'Eastmouth', 'Norland', 12.5, '1871-04-02'),
  (2, 'Gull Bay', 'Norland', 7.25, '1902-09-15'),
  (3, 'Saltmarsh', 'Norland', NULL, NULL),
  (4, 'Porto Velho', 'Costera', 14.0, '1850-01-20'),
  (5, 'Isla Grande', 'Costera', 9.75, '1933-06-30'),
  (6, 'Karvik', 'Sundmark', 12.5, '1911-11-11'),
  (7, 'Tern Rock', 'Sundmark', 4.0, NULL),
  (8, 'New Harbour', 'Ostria', 18.2, '1999-05-01');
INSERT INTO ship VALUES
  (1, 'Albatross', 'freighter', 4200, 1998, 1),
  (2, 'Bluefin', 'ferry', 900, 2011, 2),
  (3, 'Cormorant', 'freighter', 4200, 2005, 4),
  (4, 'Dolphin', 'ferry', 650, 1987, 2),
  (5, 'Egret', 'tanker', 8800, 2015, 8),
  (6, 'Fulmar', 'freighter', 3100, 1979, 6),
  (7, 'Gannet', 'tanker', 7600, 2003, NULL),
  (8, 'Heron', 'tug', 120, 1994, 1),
  (9, 'Ibis', 'ferry', 900, 2019, 5),
  (10, 'Jaeger', 'tug', NULL, 2021, NULL);
-- one by one: DuckDB finds a mentor only in rows of earlier statements
INSERT INTO captain VALUES (1, 'Ada Brink', '1958-03-14', NULL);
INSERT INTO captain VALUES (2, 'Bo Lind', '1971-07-01', 1);
INSERT INTO captain VALUES (3, 'Cara Mole', '1969-12-24', 1);
INSERT INTO captain VALUES (4, 'Dov Stern', '1980-02-29', 2);
INSERT INTO captain VALUES (5, 'Eva Brink', '1985-10-05', 1);
INSERT INTO captain VALUES (6, 'Finn O''Hara', '1990-05-17', 4);
INSERT INTO captain VALUES (7, 'Gus Vane', '1962-08-08', NULL);
INSERT INTO voyage VALUES
  (1, 7, 4, 6, 3, '2022-01-15', '2022-01-20', NULL),
  (2, 2, 1, 2, 1, '2022-02-03', '2022-02-08', 45.5),
  (3, 4, 2, 5, 2, '2022-02-08', '2022-02-10', 60),
  (4, 2, 2, 7, 4, '2022-02-19', '2022-02-20', 45.5),
  (5, 7, NULL, 2, 7, '2022-02-24', '2022-02-25', NULL),
  (6, 2, 3, 2, 7, '2022-03-15', '2022-03-18', 45.5),
  (7, 6, 3, 2, 6, '2022-03-26', '2022-03-31', 60),
  (8, 1, 5, 4, 2, '2022-04-06', '2022-04-09', 40),
  (9, 3, 4, 7, 5, '2022-04-11', '2022-04-20', 120),
  (10, 3, 2, 3, 7, '2022-04-30', '2022-05-05', 120),
  (11, 3, 2, 4, 7, '2022-05-11', '2022-05-12', 60),
  (12, 1, 5, 7, 4, '2022-05-16', '2022-05-25', 60),
  (13, 3, 6, 5, 1, '2022-06-11', '2022-06-12', 120),
  (14, 2, 3, 1, 2, '2022-07-07', '2022-07-10', 75.25),
  (15, 3, 4, 7, 4, '2022-07-12', '2022-07-21', 120),
  (16, 3, 4, 1, 4, '2022-07-17', '2022-07-19', 60),
  (17, 6, 5, 2, 3, '2022-08-05', '2022-08-14', 40),
  (18, 2, 5, 3, 2, '2022-08-10', '2022-08-12', 120),
  (19, 2, NULL, 2, 6, '2022-08-15', '2022-08-16', 75.25),
  (20, 6, 6, 1, 2, '2022-09-03', '2022-09-06', 60),
  (21, 9, 6, 2, 1, '2022-09-08', '2022-09-13', 60),
  (22, 2, 2, 6, 5, '2022-09-19', '2022-09-24', 40),
  (23, 2, 6, 3, 2, '2022-09-24', '2022-09-29', 60),
  (24, 2, NULL, 5, 2, '2022-10-20', '2022-10-25', 120),
  (25, 3, NULL, 3, 7, '2022-11-15', '2022-11-20', 45.5),
  (26, 1, 6, 7, 5, '2022-11-26', '2022-12-01', 60),
  (27, 2, 2, 4, 3, '2022-12-15', '2022-12-16', 60),
  (28, 7, 1, 7, 3, '2023-01-03', '2023-01-12', NULL),
  (29, 9, 4, 7, 4, '2023-01-22', NULL, 60),
  (30, 9, 2, 5, 1, '2023-02-17', NULL, 60);
INSERT INTO cargo VALUES
  (1, 12, 'steel', 2.25),
  (2, 17, 'oil', 99.9),
  (3, 19, 'steel', 40.0),
  (4, 28, 'oil', 2.25),
  (5, 10, 'steel', 2.25),
  (6, 26, 'fish', 2.25),
  (7, 29, 'timber', 99.9),
  (8, 30, 'steel', 10.0),
  (9, 14, 'oil', 12.75),
  (10, 5, 'mail', 1.5),
  (11, 8, 'oil', 99.9),
  (12, 18, 'oil', 40.0),
  (13, 3, 'steel', 40.0),
  (14, 26, 'fish', 1.5),
  (15, 22, 'mail', 12.75),
  (16, 24, 'fish', 2.25),
  (17, 22, 'mail', 99.9),
  (18, 30, 'steel', 2.25),
  (19, 26, 'grain', 1.5),
  (20, 6, 'mail', 10.0),
  (21, 22, 'steel', 1.5),
  (22, 9, 'steel', 1.5),
  (23, 23, 'steel', 0.5),
  (24, 18, 'timber', 1.5),
  (25, 2, 'timber', 0.5),
  (26, 12, 'timber', 10.0),
  (27, 8, 'mail', 0.5),
  (28, 16, 'fish', 2.25),
  (29, 15, 'steel', 12.75),
  (30, 3, 'mail', 1.5),
  (31, 9, 'steel', 2.25),
  (32, 1, 'oil', 10.0),
  (33, 10, 'fish', 99.9),
  (34, 4, 'steel', 99.9),
  (35, 20, 'oil', 0.5),
  (36, 20, 'mail', 2.25),
  (37, 4, 'oil', 12.75),
  (38, 19, 'oil', 12.75),
  (39, 11, 'oil', 99.9),
  (40, 5, 'fish', 10.0);
