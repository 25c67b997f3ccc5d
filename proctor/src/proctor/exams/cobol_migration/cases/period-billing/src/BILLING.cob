       IDENTIFICATION DIVISION.
       PROGRAM-ID. BILLING.
      * Written in 1979; the periods stand where they stand.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-CUST              PIC X(4).
           05  IN-UNITS             PIC 9(4).
           05  IN-CLASS             PIC X.
           05  IN-PREV              PIC S9(4)V99 SIGN TRAILING SEPARATE.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-BILL                  PIC S9(4)V99.
       01  WS-VAT                   PIC 9(3)V99.
       01  WS-COUNT                 PIC 99 VALUE 0.
       01  WS-ERR                   PIC 99 VALUE 0.
       01  WS-SUM                   PIC S9(5)V99 VALUE 0.
       01  E-BILL                   PIC $$,$$9.99DB.
       01  E-VAT                    PIC ZZ9.99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY WS-COUNT " BILLS " WS-SUM " ERR " WS-ERR
           STOP RUN.
       PROCESS-REC.
           MOVE 0 TO WS-VAT.
           COMPUTE WS-BILL ROUNDED = IN-UNITS * 0.1875.
           IF IN-CLASS = "D"
               IF IN-UNITS > 100
                   SUBTRACT 5 FROM WS-BILL
           ELSE
               ADD 2.50 TO WS-BILL.
               ADD 0.10 TO WS-BILL.
           IF IN-CLASS = "C" OR "G"
               COMPUTE WS-VAT = WS-BILL * 0.175
               IF IN-CLASS = "G"
                   MOVE 0 TO WS-VAT.
           IF IN-UNITS = 0 NEXT SENTENCE
           ELSE
               IF IN-CLASS = "D" OR IN-CLASS = "C"
                   ADD WS-VAT TO WS-BILL
               ELSE
                   ADD WS-VAT 1.01 TO WS-BILL
               END-IF.
           ADD IN-PREV TO WS-BILL
               ON SIZE ERROR
                   DISPLAY IN-CUST " TOO HIGH"
                   ADD 1 TO WS-ERR
           END-ADD
           ADD 1 TO WS-COUNT
           END-ADD.
           ADD WS-BILL TO WS-SUM.
           MOVE WS-BILL TO E-BILL.
           MOVE WS-VAT TO E-VAT.
           DISPLAY IN-CUST " " E-BILL " " E-VAT.
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
