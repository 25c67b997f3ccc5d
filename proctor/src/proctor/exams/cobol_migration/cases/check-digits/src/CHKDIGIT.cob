       IDENTIFICATION DIVISION.
       PROGRAM-ID. CHKDIGIT.
      * Luhn, modulo 97 and modulo 11 over the same digits.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-NUMBER            PIC 9(12).
           05  IN-DIGITS REDEFINES IN-NUMBER.
               10  IN-DIGIT         PIC 9 OCCURS 12 TIMES.
           05  IN-ALPHA REDEFINES IN-NUMBER PIC X(12).
           05  IN-OFFSET            PIC S9(3) SIGN TRAILING SEPARATE.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-I                     PIC 99.
       01  WS-SUM                   PIC 9(4).
       01  WS-D                     PIC 99.
       01  WS-D-PARTS REDEFINES WS-D.
           05  WS-TENS              PIC 9.
           05  WS-ONES              PIC 9.
       01  WS-Q                     PIC S9(12).
       01  WS-R                     PIC S9(3).
       01  WS-CHECK                 PIC 99.
       01  WS-M11                   PIC X.
       01  WS-POS                   PIC S9(4).
       01  WS-GOOD                  PIC 99 VALUE 0.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "GOOD " WS-GOOD
           STOP RUN.
       PROCESS-REC.
           IF IN-ALPHA IS NOT NUMERIC
               DISPLAY IN-ALPHA " NOT A NUMBER"
           ELSE
               PERFORM LUHN
               PERFORM OTHERS
           END-IF
           PERFORM READ-REC.
       LUHN.
           MOVE 0 TO WS-SUM
           PERFORM VARYING WS-I FROM 12 BY -1 UNTIL WS-I < 1
               MOVE IN-DIGIT (WS-I) TO WS-D
               DIVIDE WS-I BY 2 GIVING WS-Q REMAINDER WS-R
               IF WS-R NOT = 0
                   MULTIPLY 2 BY WS-D
                   ADD WS-TENS WS-ONES GIVING WS-D
               END-IF
               ADD WS-D TO WS-SUM
           END-PERFORM
           IF FUNCTION MOD (WS-SUM 10) = 0
               ADD 1 TO WS-GOOD
               DISPLAY IN-NUMBER " LUHN OK " WS-SUM
           ELSE
               DISPLAY IN-NUMBER " LUHN BAD " WS-SUM
           END-IF.
       OTHERS.
           DIVIDE IN-NUMBER BY 97 GIVING WS-Q REMAINDER WS-R
           COMPUTE WS-CHECK = 98 - WS-R
           COMPUTE WS-POS = FUNCTION MOD (IN-OFFSET 11)
           MOVE 0 TO WS-SUM
           PERFORM WITH TEST AFTER VARYING WS-I FROM 1 BY 1
               UNTIL WS-I >= 11
               COMPUTE WS-SUM = WS-SUM + IN-DIGIT (WS-I) * (13 - WS-I)
           END-PERFORM
           COMPUTE WS-R = 11 - FUNCTION MOD (WS-SUM 11)
           EVALUATE WS-R
               WHEN 10 MOVE "X" TO WS-M11
               WHEN 11 MOVE "0" TO WS-M11
               WHEN OTHER MOVE WS-R TO WS-D
                   MOVE WS-ONES TO WS-M11
           END-EVALUATE
           DISPLAY "  97: " WS-Q " " WS-CHECK " 11: " WS-M11 " " WS-I
           DIVIDE IN-OFFSET BY 7 GIVING WS-Q REMAINDER WS-R
           COMPUTE WS-D = FUNCTION REM (IN-OFFSET 11)
           DISPLAY "  OFFSET " WS-Q " " WS-R " " WS-POS " " WS-D.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
