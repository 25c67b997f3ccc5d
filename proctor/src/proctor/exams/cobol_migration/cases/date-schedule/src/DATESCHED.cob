       IDENTIFICATION DIVISION.
       PROGRAM-ID. DATESCHED.
      * Adds months by hand: the year rolls, the day is clamped.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-START             PIC X(8).
           05  IN-STEP              PIC 99.
           05  IN-COUNT             PIC 99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-DATE                  PIC 9(8).
       01  FILLER REDEFINES WS-DATE.
           05  WS-Y                 PIC 9(4).
           05  WS-M                 PIC 99.
           05  WS-D                 PIC 99.
       01  FILLER REDEFINES WS-DATE.
           05  WS-CENTURY           PIC 99.
           05  WS-YY                PIC 99.
           05  WS-MMDD              PIC 9(4).
       01  WS-DAY-OF-START          PIC 99.
       01  WS-MONTH-DAYS            PIC X(24) VALUE
               "312831303130313130313031".
       01  FILLER REDEFINES WS-MONTH-DAYS.
           05  WS-MDAYS             PIC 99 OCCURS 12 TIMES.
       01  WS-LAST                  PIC 99.
       01  WS-Q                     PIC 9(4).
       01  WS-R4                    PIC 9(3).
       01  WS-R100                  PIC 9(3).
       01  WS-R400                  PIC 9(3).
       01  WS-N                     PIC 99.
       01  WS-E1                    PIC 99/99/9999.
       01  WS-US                    PIC 9(8).
       01  WS-TEXT                  PIC X(12) VALUE ALL "*".
       01  WS-JULIAN                PIC 9(3).
       01  WS-IX                    PIC 99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           STOP RUN.
       PROCESS-REC.
           MOVE IN-START TO WS-DATE
           MOVE WS-D TO WS-DAY-OF-START
           IF WS-M < 1 OR > 12
               DISPLAY IN-START " NO SUCH MONTH"
           ELSE
               PERFORM ONE-DATE VARYING WS-N FROM 1 BY 1
                   UNTIL WS-N > IN-COUNT
               DISPLAY "NEXT " WS-N " CENTURY " WS-CENTURY
                   " YY " WS-YY
               ADD 1 TO WS-DATE
               DISPLAY "PLUS ONE " WS-DATE " " WS-MMDD
           END-IF
           PERFORM READ-REC.
       ONE-DATE.
           PERFORM LAST-OF-MONTH
           IF WS-DAY-OF-START > WS-LAST
               MOVE WS-LAST TO WS-D
           ELSE
               MOVE WS-DAY-OF-START TO WS-D
           END-IF
           MOVE WS-D TO WS-JULIAN
           PERFORM VARYING WS-IX FROM 1 BY 1 UNTIL WS-IX = WS-M
               ADD WS-MDAYS (WS-IX) TO WS-JULIAN
           END-PERFORM
           IF WS-M > 2 AND WS-LAST > 0 AND WS-R4 = 0
               AND (WS-R100 NOT = 0 OR WS-R400 = 0)
               ADD 1 TO WS-JULIAN
           END-IF
           COMPUTE WS-US = WS-M * 1000000 + WS-D * 10000 + WS-Y
           MOVE WS-US TO WS-E1
           STRING WS-M DELIMITED BY SIZE
               WS-YY DELIMITED BY SIZE
               INTO WS-TEXT
           DISPLAY WS-N " " WS-DATE " " WS-E1 " " WS-JULIAN
               " " WS-TEXT
           ADD IN-STEP TO WS-M
           IF WS-M > 12
               SUBTRACT 12 FROM WS-M
               ADD 1 TO WS-Y
           END-IF.
       LAST-OF-MONTH.
           MOVE WS-MDAYS (WS-M) TO WS-LAST
           DIVIDE WS-Y BY 4 GIVING WS-Q REMAINDER WS-R4
           DIVIDE WS-Y BY 100 GIVING WS-Q REMAINDER WS-R100
           DIVIDE WS-Y BY 400 GIVING WS-Q REMAINDER WS-R400
           IF WS-M = 2 AND WS-R4 = 0
               IF WS-R100 NOT = 0 OR WS-R400 = 0
                   ADD 1 TO WS-LAST
               END-IF
           END-IF.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
