       IDENTIFICATION DIVISION.
       PROGRAM-ID. MATRIX.
      * Fills a table with nested loops and shows where counters end.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-ROWS              PIC 9.
           05  IN-COLS              PIC 9.
           05  IN-BASE              PIC 9(3)V99.
           05  IN-STOP              PIC 9(4)V99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-GRID.
           05  WS-ROW               OCCURS 5 TIMES.
               10  WS-CELL          PIC 9(4)V99 OCCURS 6 TIMES.
       01  WS-I                     PIC 99.
       01  WS-J                     PIC 99.
       01  WS-K                     PIC 99.
       01  WS-SUM                   PIC 9(5)V99.
       01  WS-ROW-SUM               PIC 9(4)V99.
       01  WS-PASSES                PIC 999.
       01  E-CELL                   PIC Z,ZZ9.99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           STOP RUN.
       PROCESS-REC.
           INITIALIZE WS-GRID
           MOVE 0 TO WS-PASSES WS-SUM
           PERFORM VARYING WS-I FROM 1 BY 1 UNTIL WS-I > IN-ROWS
               AFTER WS-J FROM 1 BY 1 UNTIL WS-J > IN-COLS
                   COMPUTE WS-CELL (WS-I, WS-J) =
                       IN-BASE * WS-I / (WS-J + 2)
                   ADD 1 TO WS-PASSES
           END-PERFORM
           DISPLAY "FILLED I=" WS-I " J=" WS-J " N=" WS-PASSES
           PERFORM VARYING WS-I FROM 1 BY 1 UNTIL WS-I > IN-ROWS
               MOVE 0 TO WS-ROW-SUM
               PERFORM VARYING WS-J FROM IN-COLS BY -1 UNTIL WS-J = 0
                   MOVE WS-CELL (WS-I, WS-J) TO E-CELL
                   DISPLAY "  " WS-I WS-J E-CELL
                   ADD WS-CELL (WS-I, WS-J) TO WS-ROW-SUM
               END-PERFORM
               DISPLAY "  ROW " WS-ROW-SUM
           END-PERFORM
           PERFORM VARYING WS-K FROM 1 BY 1 UNTIL WS-SUM >= IN-STOP
               OR WS-K > 30
               COMPUTE WS-I = FUNCTION MOD (WS-K IN-ROWS) + 1
               COMPUTE WS-J = FUNCTION MOD (WS-K IN-COLS) + 1
               ADD WS-CELL (WS-I, WS-J) TO WS-SUM
           END-PERFORM
           DISPLAY "STOPPED K=" WS-K " SUM=" WS-SUM
           MOVE 0 TO WS-PASSES
           PERFORM WITH TEST AFTER VARYING WS-K FROM 3 BY 2
               UNTIL WS-K > IN-ROWS
               ADD 1 TO WS-PASSES
           END-PERFORM
           DISPLAY "AFTER K=" WS-K " N=" WS-PASSES
           MOVE 0 TO WS-PASSES
           PERFORM IN-COLS TIMES
               ADD 1 TO IN-COLS
               ADD 1 TO WS-PASSES
           END-PERFORM
           DISPLAY "TIMES " WS-PASSES " COLS " IN-COLS
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
