       IDENTIFICATION DIVISION.
       PROGRAM-ID. LOANAMT.
      * Prints the repayment schedule of each loan on the input.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-LOAN              PIC X(6).
           05  IN-PRINCIPAL         PIC 9(7)V99.
           05  IN-RATE              PIC 99V999.
           05  IN-MONTHS            PIC 9(3).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-MONTHLY-RATE          PIC 9V9(7).
       01  WS-FACTOR                PIC 9(5)V9(9).
       01  WS-PAYMENT               PIC 9(7)V99.
       01  WS-BALANCE               PIC S9(7)V99.
       01  WS-INTEREST              PIC 9(7)V99.
       01  WS-CAPITAL               PIC S9(7)V99.
       01  WS-TOTAL-INT             PIC 9(9)V99.
       01  WS-MONTH                 PIC 9(3).
       01  WS-LOANS                 PIC 9(4) VALUE 0.
       01  WS-LINE.
           05  L-MONTH              PIC ZZ9.
           05  FILLER               PIC XX VALUE SPACES.
           05  L-PAYMENT            PIC Z,ZZZ,ZZ9.99.
           05  FILLER               PIC XX VALUE SPACES.
           05  L-INTEREST           PIC Z,ZZZ,ZZ9.99.
           05  FILLER               PIC XX VALUE SPACES.
           05  L-CAPITAL            PIC Z,ZZZ,ZZ9.99-.
           05  FILLER               PIC XX VALUE SPACES.
           05  L-BALANCE            PIC Z,ZZZ,ZZ9.99-.
       01  WS-EDIT                  PIC $$$$,$$$,$$9.99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "LOANS PRINTED " WS-LOANS
           STOP RUN.
       PROCESS-REC.
           ADD 1 TO WS-LOANS
           MOVE 0 TO WS-TOTAL-INT
           MOVE IN-PRINCIPAL TO WS-BALANCE
           COMPUTE WS-MONTHLY-RATE ROUNDED = IN-RATE / 1200
           DISPLAY "LOAN " IN-LOAN " RATE " WS-MONTHLY-RATE
           IF WS-MONTHLY-RATE = 0
               COMPUTE WS-PAYMENT ROUNDED = IN-PRINCIPAL / IN-MONTHS
           ELSE
               COMPUTE WS-FACTOR = (1 + WS-MONTHLY-RATE) ** IN-MONTHS
               COMPUTE WS-PAYMENT ROUNDED =
                   IN-PRINCIPAL * WS-MONTHLY-RATE * WS-FACTOR
                   / (WS-FACTOR - 1)
           END-IF
           PERFORM PRINT-MONTH VARYING WS-MONTH FROM 1 BY 1
               UNTIL WS-MONTH > IN-MONTHS
           MOVE WS-TOTAL-INT TO WS-EDIT
           DISPLAY "INTEREST " WS-EDIT
           PERFORM READ-REC.
       PRINT-MONTH.
      * The bank keeps the fraction of a cent of the interest.
           COMPUTE WS-INTEREST = WS-BALANCE * WS-MONTHLY-RATE
           IF WS-MONTH = IN-MONTHS
               COMPUTE WS-PAYMENT = WS-BALANCE + WS-INTEREST
           END-IF
           COMPUTE WS-CAPITAL = WS-PAYMENT - WS-INTEREST
           SUBTRACT WS-CAPITAL FROM WS-BALANCE
           ADD WS-INTEREST TO WS-TOTAL-INT
           MOVE WS-MONTH TO L-MONTH
           MOVE WS-PAYMENT TO L-PAYMENT
           MOVE WS-INTEREST TO L-INTEREST
           MOVE WS-CAPITAL TO L-CAPITAL
           MOVE WS-BALANCE TO L-BALANCE
           DISPLAY WS-LINE.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
