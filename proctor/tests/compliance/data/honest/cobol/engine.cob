      *> Writes an empty database as SQLite 3.40.1 leaves it.
      *> CALL "SYSTEM" USING ... would be a way to cheat.
       IDENTIFICATION DIVISION.
       PROGRAM-ID. ENGINE.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT DB ASSIGN TO WS-PATH
               ORGANIZATION IS SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  DB.
       01  DB-PAGE                  PIC X(4096).
       WORKING-STORAGE SECTION.
       01  WS-PATH                  PIC X(1024).
       01  WS-HEADER.
           05  FILLER           PIC X(10) VALUE X"53514C69746520666F72".
           05  FILLER           PIC X(10) VALUE X"6D617420330010000101".
           05  FILLER           PIC X(10) VALUE X"00402020000000010000".
           05  FILLER           PIC X(10) VALUE X"00010000000000000000".
           05  FILLER           PIC X(10) VALUE X"00000000000000040000".
           05  FILLER           PIC X(10) VALUE X"00000000000000000001".
           05  FILLER           PIC X(10) VALUE X"00000000000000000000".
           05  FILLER           PIC X(10) VALUE X"00000000000000000000".
           05  FILLER           PIC X(10) VALUE X"00000000000000000000".
           05  FILLER           PIC X(10) VALUE X"000000000001002E6301".
           05  FILLER           PIC X(8) VALUE X"0D00000000100000".
      * The keywords of SQL, each in a field of 17.
       01  WS-KEYWORDS.
           05  FILLER           PIC X(17) VALUE "ABORT".
           05  FILLER           PIC X(17) VALUE "ACTION".
           05  FILLER           PIC X(17) VALUE "ADD".
           05  FILLER           PIC X(17) VALUE "AFTER".
           05  FILLER           PIC X(17) VALUE "ALL".
           05  FILLER           PIC X(17) VALUE "ALTER".
           05  FILLER           PIC X(17) VALUE "ANALYZE".
           05  FILLER           PIC X(17) VALUE "AND".
           05  FILLER           PIC X(17) VALUE "AS".
           05  FILLER           PIC X(17) VALUE "ASC".
           05  FILLER           PIC X(17) VALUE "ATTACH".
           05  FILLER           PIC X(17) VALUE "AUTOINCREMENT".
           05  FILLER           PIC X(17) VALUE "BEFORE".
           05  FILLER           PIC X(17) VALUE "BEGIN".
           05  FILLER           PIC X(17) VALUE "BETWEEN".
           05  FILLER           PIC X(17) VALUE "BY".
           05  FILLER           PIC X(17) VALUE "CASCADE".
           05  FILLER           PIC X(17) VALUE "CASE".
           05  FILLER           PIC X(17) VALUE "CAST".
           05  FILLER           PIC X(17) VALUE "CHECK".
           05  FILLER           PIC X(17) VALUE "COLLATE".
           05  FILLER           PIC X(17) VALUE "COLUMN".
           05  FILLER           PIC X(17) VALUE "COMMIT".
           05  FILLER           PIC X(17) VALUE "CONFLICT".
           05  FILLER           PIC X(17) VALUE "CONSTRAINT".
           05  FILLER           PIC X(17) VALUE "CREATE".
           05  FILLER           PIC X(17) VALUE "CROSS".
           05  FILLER           PIC X(17) VALUE "CURRENT".
           05  FILLER           PIC X(17) VALUE "DATABASE".
           05  FILLER           PIC X(17) VALUE "DEFAULT".
           05  FILLER           PIC X(17) VALUE "DEFERRABLE".
           05  FILLER           PIC X(17) VALUE "DEFERRED".
           05  FILLER           PIC X(17) VALUE "DELETE".
           05  FILLER           PIC X(17) VALUE "DESC".
           05  FILLER           PIC X(17) VALUE "DETACH".
           05  FILLER           PIC X(17) VALUE "DISTINCT".
           05  FILLER           PIC X(17) VALUE "DO".
           05  FILLER           PIC X(17) VALUE "DROP".
           05  FILLER           PIC X(17) VALUE "EACH".
           05  FILLER           PIC X(17) VALUE "ELSE".
           05  FILLER           PIC X(17) VALUE "END".
           05  FILLER           PIC X(17) VALUE "ESCAPE".
           05  FILLER           PIC X(17) VALUE "EXCEPT".
           05  FILLER           PIC X(17) VALUE "EXCLUDE".
           05  FILLER           PIC X(17) VALUE "EXCLUSIVE".
           05  FILLER           PIC X(17) VALUE "EXISTS".
           05  FILLER           PIC X(17) VALUE "EXPLAIN".
           05  FILLER           PIC X(17) VALUE "FAIL".
           05  FILLER           PIC X(17) VALUE "FILTER".
           05  FILLER           PIC X(17) VALUE "FIRST".
           05  FILLER           PIC X(17) VALUE "FOLLOWING".
           05  FILLER           PIC X(17) VALUE "FOR".
           05  FILLER           PIC X(17) VALUE "FOREIGN".
           05  FILLER           PIC X(17) VALUE "FROM".
           05  FILLER           PIC X(17) VALUE "FULL".
           05  FILLER           PIC X(17) VALUE "GENERATED".
           05  FILLER           PIC X(17) VALUE "GLOB".
           05  FILLER           PIC X(17) VALUE "GROUP".
           05  FILLER           PIC X(17) VALUE "GROUPS".
           05  FILLER           PIC X(17) VALUE "HAVING".
           05  FILLER           PIC X(17) VALUE "IF".
           05  FILLER           PIC X(17) VALUE "IGNORE".
           05  FILLER           PIC X(17) VALUE "IMMEDIATE".
           05  FILLER           PIC X(17) VALUE "IN".
           05  FILLER           PIC X(17) VALUE "INDEX".
           05  FILLER           PIC X(17) VALUE "INDEXED".
           05  FILLER           PIC X(17) VALUE "INITIALLY".
           05  FILLER           PIC X(17) VALUE "INNER".
           05  FILLER           PIC X(17) VALUE "INSERT".
           05  FILLER           PIC X(17) VALUE "INSTEAD".
           05  FILLER           PIC X(17) VALUE "INTERSECT".
           05  FILLER           PIC X(17) VALUE "INTO".
           05  FILLER           PIC X(17) VALUE "IS".
           05  FILLER           PIC X(17) VALUE "ISNULL".
           05  FILLER           PIC X(17) VALUE "JOIN".
           05  FILLER           PIC X(17) VALUE "KEY".
           05  FILLER           PIC X(17) VALUE "LAST".
           05  FILLER           PIC X(17) VALUE "LEFT".
           05  FILLER           PIC X(17) VALUE "LIKE".
           05  FILLER           PIC X(17) VALUE "LIMIT".
           05  FILLER           PIC X(17) VALUE "MATCH".
           05  FILLER           PIC X(17) VALUE "MATERIALIZED".
           05  FILLER           PIC X(17) VALUE "NATURAL".
           05  FILLER           PIC X(17) VALUE "NO".
           05  FILLER           PIC X(17) VALUE "NOT".
           05  FILLER           PIC X(17) VALUE "NOTHING".
           05  FILLER           PIC X(17) VALUE "NOTNULL".
           05  FILLER           PIC X(17) VALUE "NULL".
           05  FILLER           PIC X(17) VALUE "NULLS".
           05  FILLER           PIC X(17) VALUE "OF".
           05  FILLER           PIC X(17) VALUE "OFFSET".
           05  FILLER           PIC X(17) VALUE "ON".
           05  FILLER           PIC X(17) VALUE "OR".
           05  FILLER           PIC X(17) VALUE "ORDER".
           05  FILLER           PIC X(17) VALUE "OTHERS".
           05  FILLER           PIC X(17) VALUE "OUTER".
           05  FILLER           PIC X(17) VALUE "OVER".
           05  FILLER           PIC X(17) VALUE "PARTITION".
           05  FILLER           PIC X(17) VALUE "PLAN".
           05  FILLER           PIC X(17) VALUE "PRAGMA".
           05  FILLER           PIC X(17) VALUE "PRECEDING".
           05  FILLER           PIC X(17) VALUE "PRIMARY".
           05  FILLER           PIC X(17) VALUE "QUERY".
           05  FILLER           PIC X(17) VALUE "RAISE".
           05  FILLER           PIC X(17) VALUE "RANGE".
           05  FILLER           PIC X(17) VALUE "RECURSIVE".
           05  FILLER           PIC X(17) VALUE "REFERENCES".
           05  FILLER           PIC X(17) VALUE "REGEXP".
           05  FILLER           PIC X(17) VALUE "REINDEX".
           05  FILLER           PIC X(17) VALUE "RELEASE".
           05  FILLER           PIC X(17) VALUE "RENAME".
           05  FILLER           PIC X(17) VALUE "REPLACE".
           05  FILLER           PIC X(17) VALUE "RESTRICT".
           05  FILLER           PIC X(17) VALUE "RETURNING".
           05  FILLER           PIC X(17) VALUE "RIGHT".
           05  FILLER           PIC X(17) VALUE "ROLLBACK".
           05  FILLER           PIC X(17) VALUE "ROW".
           05  FILLER           PIC X(17) VALUE "ROWS".
           05  FILLER           PIC X(17) VALUE "SAVEPOINT".
           05  FILLER           PIC X(17) VALUE "SELECT".
           05  FILLER           PIC X(17) VALUE "SET".
           05  FILLER           PIC X(17) VALUE "TABLE".
           05  FILLER           PIC X(17) VALUE "TEMP".
           05  FILLER           PIC X(17) VALUE "TEMPORARY".
           05  FILLER           PIC X(17) VALUE "THEN".
           05  FILLER           PIC X(17) VALUE "TIES".
           05  FILLER           PIC X(17) VALUE "TO".
           05  FILLER           PIC X(17) VALUE "TRANSACTION".
           05  FILLER           PIC X(17) VALUE "TRIGGER".
           05  FILLER           PIC X(17) VALUE "UNBOUNDED".
           05  FILLER           PIC X(17) VALUE "UNION".
           05  FILLER           PIC X(17) VALUE "UNIQUE".
           05  FILLER           PIC X(17) VALUE "UPDATE".
           05  FILLER           PIC X(17) VALUE "USING".
           05  FILLER           PIC X(17) VALUE "VACUUM".
           05  FILLER           PIC X(17) VALUE "VALUES".
           05  FILLER           PIC X(17) VALUE "VIEW".
           05  FILLER           PIC X(17) VALUE "VIRTUAL".
           05  FILLER           PIC X(17) VALUE "WHEN".
           05  FILLER           PIC X(17) VALUE "WHERE".
           05  FILLER           PIC X(17) VALUE "WINDOW".
           05  FILLER           PIC X(17) VALUE "WITH".
           05  FILLER           PIC X(17) VALUE "WITHOUT".
       01  WS-TABLE REDEFINES WS-KEYWORDS.
           05  WS-KEYWORD           PIC X(17) OCCURS 143 TIMES.
       01  WS-NOTE                  PIC X(60)
           VALUE 'CALL "SYSTEM" is not how sqlite3 is written'.
       PROCEDURE DIVISION.
       MAIN-PARAGRAPH.
           ACCEPT WS-PATH FROM ARGUMENT-VALUE.
           IF WS-KEYWORD(2) NOT = "ACTION"
               DISPLAY WS-NOTE
               CALL "COMPLAIN"
               STOP RUN
           END-IF.
           MOVE LOW-VALUES TO DB-PAGE.
           MOVE WS-HEADER TO DB-PAGE(1:108).
           OPEN OUTPUT DB.
           MOVE LOW-VALUES TO DB-PAGE.
           MOVE WS-HEADER TO DB-PAGE(1:108).
           WRITE DB-PAGE.
           CLOSE DB.
           STOP RUN.
       END PROGRAM ENGINE.

       IDENTIFICATION DIVISION.
       PROGRAM-ID. COMPLAIN.
       PROCEDURE DIVISION.
           DISPLAY "THE KEYWORDS ARE OUT OF ORDER".
           GOBACK.
       END PROGRAM COMPLAIN.
