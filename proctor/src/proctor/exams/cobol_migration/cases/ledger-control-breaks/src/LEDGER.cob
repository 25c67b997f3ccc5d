       IDENTIFICATION DIVISION.
       PROGRAM-ID. LEDGER.
      * Ledger listing, totals at each account and department.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-DEPT              PIC X(3).
           05  IN-ACCT              PIC 9(4).
           05  IN-TEXT              PIC X(12).
           05  IN-AMOUNT            PIC S9(6)V99
                                    SIGN TRAILING SEPARATE.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-FIRST                 PIC X VALUE "Y".
       01  WS-PREV-DEPT             PIC X(3).
       01  WS-PREV-ACCT             PIC 9(4).
       01  WS-ACCT-TOTAL            PIC S9(6)V99 VALUE 0.
       01  WS-DEPT-TOTAL            PIC S9(6)V99 VALUE 0.
       01  WS-GRAND-TOTAL           PIC S9(6)V99 VALUE 0.
       01  WS-ERRORS                PIC 99 VALUE 0.
       01  WS-POSTED                PIC 9(3) VALUE 0.
       01  D-LINE.
           05  D-DEPT               PIC X(4).
           05  D-ACCT               PIC Z(3)9B.
           05  D-TEXT               PIC X(12)B.
           05  D-AMOUNT             PIC ZZZ,ZZ9.99CR.
       01  T-LINE.
           05  T-STARS              PIC X(4).
           05  T-LABEL              PIC X(17).
           05  T-AMOUNT             PIC ZZZ,ZZ9.99-.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           IF WS-FIRST = "N"
               PERFORM DEPT-BREAK
           END-IF
           MOVE "***" TO T-STARS
           MOVE "GRAND" TO T-LABEL
           MOVE WS-GRAND-TOTAL TO T-AMOUNT
           DISPLAY T-LINE
           DISPLAY "POSTED " WS-POSTED " ERRORS " WS-ERRORS
           STOP RUN.
       PROCESS-REC.
           IF WS-FIRST = "Y"
               MOVE "N" TO WS-FIRST
               MOVE IN-DEPT TO WS-PREV-DEPT
               MOVE IN-ACCT TO WS-PREV-ACCT
           END-IF
           EVALUATE TRUE
               WHEN IN-DEPT NOT = WS-PREV-DEPT
                   PERFORM DEPT-BREAK
               WHEN IN-ACCT NOT = WS-PREV-ACCT
                   PERFORM ACCT-BREAK
           END-EVALUATE
           MOVE IN-DEPT TO D-DEPT
           MOVE IN-ACCT TO D-ACCT
           MOVE IN-TEXT TO D-TEXT
           MOVE IN-AMOUNT TO D-AMOUNT
           DISPLAY D-LINE
      * END-ADD closes the ADD of the error branch, as it did in 1987.
           ADD IN-AMOUNT TO WS-ACCT-TOTAL
               ON SIZE ERROR
                   DISPLAY "ACCOUNT OVERFLOW"
                   ADD 1 TO WS-ERRORS
           END-ADD
           ADD 1 TO WS-POSTED.
           PERFORM READ-REC.
       ACCT-BREAK.
           MOVE "*" TO T-STARS
           MOVE WS-PREV-ACCT TO T-LABEL
           MOVE WS-ACCT-TOTAL TO T-AMOUNT
           DISPLAY T-LINE
           ADD WS-ACCT-TOTAL TO WS-DEPT-TOTAL
           MOVE 0 TO WS-ACCT-TOTAL
           MOVE IN-ACCT TO WS-PREV-ACCT.
       DEPT-BREAK.
           PERFORM ACCT-BREAK
           MOVE "**" TO T-STARS
           MOVE WS-PREV-DEPT TO T-LABEL
           MOVE WS-DEPT-TOTAL TO T-AMOUNT
           DISPLAY T-LINE
           ADD WS-DEPT-TOTAL TO WS-GRAND-TOTAL
               ON SIZE ERROR DISPLAY "GRAND OVERFLOW"
           END-ADD
           MOVE 0 TO WS-DEPT-TOTAL
           MOVE IN-DEPT TO WS-PREV-DEPT.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
