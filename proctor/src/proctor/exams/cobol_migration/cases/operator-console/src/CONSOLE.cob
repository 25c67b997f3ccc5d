       IDENTIFICATION DIVISION.
       PROGRAM-ID. CONSOLE.
      * Commands of an operator, one a line, by ACCEPT.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-CMD                   PIC X(5).
       01  WS-ARG                   PIC X(3).
       01  WS-NUM                   PIC 9(3).
       01  WS-LEVEL                 PIC 9(3) VALUE 0.
       01  WS-LINES                 PIC 99 VALUE 0.
       01  WS-BLANK                 PIC 9 VALUE 0.
       01  WS-RIGHT                 PIC X(6) JUSTIFIED RIGHT.
       PROCEDURE DIVISION.
       MAIN-PARA.
           PERFORM UNTIL WS-BLANK = 2 OR WS-LINES > 30
               ACCEPT WS-CMD
               ADD 1 TO WS-LINES
               DISPLAY WS-LINES " [" WS-CMD "]"
               EVALUATE WS-CMD
                   WHEN "SET"
                       ACCEPT WS-NUM
                       MOVE WS-NUM TO WS-LEVEL
                       MOVE 0 TO WS-BLANK
                   WHEN "UP"
                       ADD 1 TO WS-LEVEL
                       MOVE 0 TO WS-BLANK
                   WHEN "DOUBL"
                       ADD WS-LEVEL TO WS-LEVEL
                           ON SIZE ERROR DISPLAY "TOO HIGH"
                       END-ADD
                       MOVE 0 TO WS-BLANK
                   WHEN "NAME"
                       ACCEPT WS-ARG
                       MOVE WS-ARG TO WS-RIGHT
                       DISPLAY "<" WS-ARG "><" WS-RIGHT ">"
                       MOVE 0 TO WS-BLANK
                   WHEN SPACES
                       ADD 1 TO WS-BLANK
                   WHEN OTHER
                       IF WS-CMD = "quit"
                           MOVE 2 TO WS-BLANK
                       ELSE
                           DISPLAY "WHAT " WS-CMD
                       END-IF
               END-EVALUATE
           END-PERFORM
           DISPLAY "LEVEL " WS-LEVEL " LINES " WS-LINES
           MOVE WS-LEVEL TO RETURN-CODE
           STOP RUN.
