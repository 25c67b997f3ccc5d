       IDENTIFICATION DIVISION.
       PROGRAM-ID. SIZEACCT.
      * A small calculator on three accounts of different widths.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-OP                PIC X.
           05  IN-ACCT              PIC 9.
           05  IN-VAL               PIC S9(5)V99 SIGN LEADING SEPARATE.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-A.
           05  WS-SMALL             PIC 9(3).
           05  WS-MID               PIC S9(4)V9.
           05  WS-BIN               PIC S9(4) COMP.
           05  WS-PACK              PIC S9(3) COMP-3.
       01  WS-ERR                   PIC 99 VALUE 0.
       01  WS-OK                    PIC 99 VALUE 0.
       01  WS-WARN                  PIC 99 VALUE 0.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "OK " WS-OK " ERR " WS-ERR " WARN " WS-WARN
           IF WS-ERR > 0 AND WS-OK = 0
               MOVE 16 TO RETURN-CODE
           END-IF
           STOP RUN.
       PROCESS-REC.
           IF IN-OP = "0"
               INITIALIZE WS-A
           END-IF
           EVALUATE IN-OP ALSO IN-ACCT
               WHEN "+" ALSO 1
                   ADD IN-VAL TO WS-SMALL
                       ON SIZE ERROR ADD 1 TO WS-ERR
                       NOT ON SIZE ERROR ADD 1 TO WS-OK
                   END-ADD
               WHEN "+" ALSO 2
                   ADD IN-VAL TO WS-MID ROUNDED
                       ON SIZE ERROR ADD 1 TO WS-ERR
                       NOT ON SIZE ERROR ADD 1 TO WS-OK
                   END-ADD
               WHEN "+" ALSO 3
                   ADD IN-VAL TO WS-BIN
                       ON SIZE ERROR ADD 1 TO WS-ERR
                       NOT ON SIZE ERROR ADD 1 TO WS-OK
                   END-ADD
               WHEN "+" ALSO 4
                   ADD IN-VAL TO WS-PACK
                       ON SIZE ERROR ADD 1 TO WS-ERR
                       NOT ON SIZE ERROR ADD 1 TO WS-OK
                   END-ADD
               WHEN "-" ALSO 1
                   SUBTRACT IN-VAL FROM WS-SMALL
               WHEN "-" ALSO 2
                   SUBTRACT IN-VAL FROM WS-MID
               WHEN "-" ALSO 3
                   SUBTRACT IN-VAL FROM WS-BIN
               WHEN "-" ALSO 4
                   SUBTRACT IN-VAL FROM WS-PACK
               WHEN "*" ALSO ANY
                   MULTIPLY IN-VAL BY WS-SMALL
                   MULTIPLY IN-VAL BY WS-MID ROUNDED
                       ON SIZE ERROR ADD 1 TO WS-ERR
                   END-MULTIPLY
               WHEN "/" ALSO 2
                   COMPUTE WS-MID = WS-MID / IN-VAL
               WHEN "/" ALSO 1
                   DIVIDE IN-VAL INTO WS-SMALL
                       ON SIZE ERROR
                           ADD 1 TO WS-ERR
                           DISPLAY "DIVIDE FAILED"
                   END-DIVIDE
               WHEN "=" ALSO ANY
                   MOVE IN-VAL TO WS-SMALL WS-MID WS-BIN WS-PACK
               WHEN OTHER
                   ADD 1 TO WS-WARN
           END-EVALUATE
           DISPLAY IN-OP IN-ACCT " " WS-SMALL " " WS-MID " " WS-BIN
               " " WS-PACK.
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
