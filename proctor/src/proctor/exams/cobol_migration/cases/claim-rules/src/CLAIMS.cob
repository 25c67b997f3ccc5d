       IDENTIFICATION DIVISION.
       PROGRAM-ID. CLAIMS.
      * Decides claims by tables of conditions.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-CLAIM             PIC X(4).
           05  IN-AGE               PIC 9(3).
               88  IS-CHILD         VALUES 0 THRU 17.
               88  IS-ADULT         VALUES 18 THRU 64.
               88  IS-SENIOR        VALUES 65 THRU 120.
           05  IN-KIND              PIC X(2).
               88  IS-MEDICAL       VALUES "ME" "DE" "OP".
               88  IS-PROPERTY      VALUES "FA" THRU "FZ".
           05  IN-AMOUNT            PIC 9(5)V99.
           05  IN-PRIOR             PIC 9.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-STATUS                PIC X.
           88  ST-PAID              VALUE "P" "Q".
           88  ST-REFUSED           VALUE "R".
           88  ST-REVIEW            VALUE "V".
       01  WS-PAY                   PIC 9(4)V99.
       01  WS-PAID-TOTAL            PIC 9(5)V99 VALUE 0.
       01  WS-REVIEWS               PIC 99 VALUE 0.
       01  WS-REFUSALS              PIC 99 VALUE 0.
       01  WS-E                     PIC Z,ZZ9.99 BLANK WHEN ZERO.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "PAID " WS-PAID-TOTAL " REVIEW " WS-REVIEWS
               " REFUSED " WS-REFUSALS
           STOP RUN.
       PROCESS-REC.
           MOVE 0 TO WS-PAY
           SET ST-REVIEW TO TRUE
           EVALUATE TRUE ALSO TRUE ALSO IN-PRIOR
               WHEN IS-CHILD ALSO IS-MEDICAL ALSO ANY
                   SET ST-PAID TO TRUE
                   COMPUTE WS-PAY ROUNDED = IN-AMOUNT * 0.95
                       ON SIZE ERROR SET ST-REVIEW TO TRUE
                   END-COMPUTE
               WHEN IS-ADULT ALSO IS-MEDICAL ALSO 0 THRU 2
                   SET ST-PAID TO TRUE
                   COMPUTE WS-PAY = IN-AMOUNT * 0.8
                       ON SIZE ERROR SET ST-REVIEW TO TRUE
                   END-COMPUTE
               WHEN IS-ADULT ALSO IS-MEDICAL ALSO 3
                   MOVE "Q" TO WS-STATUS
                   COMPUTE WS-PAY = IN-AMOUNT / 3
               WHEN IS-SENIOR ALSO IS-MEDICAL ALSO NOT 9
                   SET ST-PAID TO TRUE
                   COMPUTE WS-PAY ROUNDED = IN-AMOUNT * 0.905 - 10
               WHEN ANY ALSO IS-PROPERTY ALSO 0
                   EVALUATE IN-AMOUNT
                       WHEN 0 SET ST-REFUSED TO TRUE
                       WHEN 0.01 THRU 500
                           SET ST-PAID TO TRUE
                           MOVE IN-AMOUNT TO WS-PAY
                       WHEN 500.01 THRU 5000
                           SET ST-PAID TO TRUE
                           COMPUTE WS-PAY = IN-AMOUNT * 0.75 + 125
                       WHEN OTHER
                           SET ST-REVIEW TO TRUE
                   END-EVALUATE
               WHEN OTHER
                   SET ST-REFUSED TO TRUE
           END-EVALUATE
           EVALUATE TRUE
               WHEN ST-PAID
                   ADD WS-PAY TO WS-PAID-TOTAL
               WHEN ST-REVIEW
                   ADD 1 TO WS-REVIEWS
               WHEN ST-REFUSED
                   ADD 1 TO WS-REFUSALS
           END-EVALUATE
           IF NOT IS-CHILD AND NOT IS-ADULT AND NOT IS-SENIOR
               DISPLAY IN-CLAIM " AGE " IN-AGE
           END-IF
           MOVE WS-PAY TO WS-E
           DISPLAY IN-CLAIM " " WS-STATUS " " WS-E
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
