       IDENTIFICATION DIVISION.
       PROGRAM-ID. PAYROLL.
      * Weekly pay: overtime, tax by bracket, deductions, net.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-EMP               PIC X(5).
           05  IN-TYPE              PIC X.
               88  IS-HOURLY        VALUE "H".
               88  IS-SALARIED      VALUE "S".
               88  IS-CASUAL        VALUE "C" "T".
           05  IN-HOURS             PIC 99V9.
           05  IN-RATE              PIC 9(4)V99.
           05  IN-ALLOW             PIC 9.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-BRACKETS.
           05  FILLER               PIC X(16) VALUE "0000000000000100".
           05  FILLER               PIC X(16) VALUE "0002500000000150".
           05  FILLER               PIC X(16) VALUE "0008000000000225".
           05  FILLER               PIC X(16) VALUE "0020000000000330".
       01  WS-BRACKET-TABLE REDEFINES WS-BRACKETS.
           05  WS-BRACKET           OCCURS 4 TIMES.
               10  BR-FLOOR         PIC 9(6)V99.
               10  BR-FILLER        PIC 9(4).
               10  BR-RATE          PIC 9V9(3).
       01  WS-IX                    PIC 9.
       01  WS-GROSS                 PIC 9(4)V99.
       01  WS-TAXABLE               PIC S9(5)V99.
       01  WS-PART                  PIC S9(5)V99.
       01  WS-TAX                   PIC 9(5)V99.
       01  WS-SOCIAL                PIC 9(4)V99.
       01  WS-NET                   PIC S9(5)V99.
       01  WS-TOT-GROSS             PIC 9(6)V99 VALUE 0.
       01  WS-TOT-TAX               PIC 9(6)V99 VALUE 0.
       01  WS-TOT-NET               PIC S9(6)V99 VALUE 0.
       01  WS-BAD                   PIC 9(3) VALUE 0.
       01  WS-LINE.
           05  L-EMP                PIC X(6).
           05  L-GROSS              PIC ZZ,ZZ9.99B.
           05  L-TAX                PIC ZZ,ZZ9.99B.
           05  L-SOCIAL             PIC ZZ,ZZ9.99B.
           05  L-NET                PIC ---,--9.99.
       01  WS-TOT-LINE.
           05  FILLER               PIC X(6) VALUE "TOTAL".
           05  T-GROSS              PIC ZZZ,ZZ9.99B.
           05  T-TAX                PIC ZZZ,ZZ9.99B.
           05  T-NET                PIC ----,--9.99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           MOVE WS-TOT-GROSS TO T-GROSS
           MOVE WS-TOT-TAX TO T-TAX
           MOVE WS-TOT-NET TO T-NET
           DISPLAY WS-TOT-LINE
           DISPLAY "REJECTED " WS-BAD
           IF WS-BAD > 0
               MOVE WS-BAD TO RETURN-CODE
           END-IF
           STOP RUN.
       PROCESS-REC.
           PERFORM PAY-ONE THRU PAY-ONE-EXIT
           PERFORM READ-REC.
       PAY-ONE.
           MOVE 0 TO WS-GROSS
           EVALUATE TRUE
               WHEN IS-HOURLY AND IN-HOURS > 40
                   COMPUTE WS-GROSS ROUNDED = 40 * IN-RATE
                       + (IN-HOURS - 40) * IN-RATE * 1.5
                       ON SIZE ERROR
                           DISPLAY IN-EMP " GROSS TOO LARGE"
                           ADD 1 TO WS-BAD
                           GO TO PAY-ONE-EXIT
                   END-COMPUTE
               WHEN IS-HOURLY
               WHEN IS-CASUAL
                   COMPUTE WS-GROSS ROUNDED = IN-HOURS * IN-RATE
                       ON SIZE ERROR
                           DISPLAY IN-EMP " GROSS TOO LARGE"
                           ADD 1 TO WS-BAD
                           GO TO PAY-ONE-EXIT
                   END-COMPUTE
               WHEN IS-SALARIED
                   MOVE IN-RATE TO WS-GROSS
               WHEN OTHER
                   DISPLAY IN-EMP " BAD TYPE " IN-TYPE
                   ADD 1 TO WS-BAD
                   GO TO PAY-ONE-EXIT
           END-EVALUATE
           COMPUTE WS-TAXABLE = WS-GROSS - IN-ALLOW * 45.25
           MOVE 0 TO WS-TAX
           PERFORM VARYING WS-IX FROM 4 BY -1 UNTIL WS-IX < 1
               IF WS-TAXABLE > BR-FLOOR (WS-IX)
                   COMPUTE WS-PART = WS-TAXABLE - BR-FLOOR (WS-IX)
                   COMPUTE WS-TAX = WS-TAX + WS-PART * BR-RATE (WS-IX)
                   MOVE BR-FLOOR (WS-IX) TO WS-TAXABLE
               END-IF
           END-PERFORM
           COMPUTE WS-SOCIAL ROUNDED = WS-GROSS * 0.0765
           IF IS-CASUAL
               MOVE 0 TO WS-SOCIAL
           END-IF
           SUBTRACT WS-TAX WS-SOCIAL FROM WS-GROSS GIVING WS-NET
           ADD WS-GROSS TO WS-TOT-GROSS
           ADD WS-TAX TO WS-TOT-TAX
           ADD WS-NET TO WS-TOT-NET
           MOVE IN-EMP TO L-EMP
           MOVE WS-GROSS TO L-GROSS
           MOVE WS-TAX TO L-TAX
           MOVE WS-SOCIAL TO L-SOCIAL
           MOVE WS-NET TO L-NET
           DISPLAY WS-LINE.
       PAY-ONE-EXIT.
           EXIT.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
