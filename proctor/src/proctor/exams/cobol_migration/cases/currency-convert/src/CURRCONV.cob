       IDENTIFICATION DIVISION.
       PROGRAM-ID. CURRCONV.
      * The same conversion in one statement and in two.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-AMOUNT            PIC S9(5)V99 SIGN LEADING SEPARATE.
           05  IN-FROM              PIC 9(3)V9(4).
           05  IN-TO                PIC 9(3)V9(4).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-PIVOT                 PIC S9(7)V99.
       01  WS-ONE                   PIC S9(7)V99.
       01  WS-TWO                   PIC S9(7)V99.
       01  WS-BACK                  PIC S9(7)V99.
       01  WS-RATIO                 PIC 9(3)V9(3).
       01  WS-PCT                   PIC S9(3)V99.
       01  WS-DIFF                  PIC S9(7)V99 VALUE 0.
       01  E-ONE                    PIC $$$,$$9.99-.
       01  E-TWO                    PIC +++,++9.99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "DIFFERENCE " WS-DIFF
           STOP RUN.
       PROCESS-REC.
           MOVE 999 TO WS-RATIO
           COMPUTE WS-RATIO = IN-FROM / IN-TO
           COMPUTE WS-ONE = IN-AMOUNT / IN-FROM * IN-TO
           COMPUTE WS-PIVOT = IN-AMOUNT / IN-FROM
               ON SIZE ERROR MOVE 0 TO WS-PIVOT
           END-COMPUTE
           COMPUTE WS-TWO ROUNDED = WS-PIVOT * IN-TO
           COMPUTE WS-BACK = (1 / IN-FROM) * 100
               ON SIZE ERROR DISPLAY "NO RATE"
           END-COMPUTE
           IF WS-TWO NOT = 0
               COMPUTE WS-PCT ROUNDED = (WS-ONE - WS-TWO) * 100 / WS-TWO
                   ON SIZE ERROR MOVE 999.99 TO WS-PCT
               END-COMPUTE
           ELSE
               MOVE 0 TO WS-PCT
           END-IF
           COMPUTE WS-DIFF = WS-DIFF + WS-ONE - WS-TWO
           MOVE WS-ONE TO E-ONE
           MOVE WS-TWO TO E-TWO
           DISPLAY WS-RATIO " " E-ONE " " E-TWO " " WS-BACK " " WS-PCT
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
