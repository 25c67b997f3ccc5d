       IDENTIFICATION DIVISION.
       PROGRAM-ID. SENSOR.
      * COMP-2 sums beside decimal sums.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-ID                PIC X(3).
           05  IN-READ              PIC S9(4)V999 SIGN LEADING SEPARATE.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-FSUM                  COMP-2 VALUE 0.
       01  WS-FAVG                  COMP-2 VALUE 0.
       01  WS-FSQ                   COMP-2 VALUE 0.
       01  WS-DSUM                  PIC S9(7)V999 VALUE 0.
       01  WS-DAVG                  PIC S9(5)V9(4).
       01  WS-FIXED                 PIC S9(4)V9(10).
       01  WS-CENTS                 PIC S9(6)V99.
       01  WS-N                     PIC 9(3) VALUE 0.
       01  WS-VAR                   PIC S9(7)V9(3).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           IF WS-N = 0
               DISPLAY "NO READINGS"
           ELSE
               COMPUTE WS-FAVG = WS-FSUM / WS-N
               COMPUTE WS-DAVG ROUNDED = WS-DSUM / WS-N
               MOVE WS-FAVG TO WS-FIXED
               DISPLAY "AVG " WS-FIXED " " WS-DAVG
               COMPUTE WS-VAR ROUNDED =
                   WS-FSQ / WS-N - WS-FAVG * WS-FAVG
               DISPLAY "VAR " WS-VAR
           END-IF
           STOP RUN.
       PROCESS-REC.
           ADD 1 TO WS-N
           ADD IN-READ TO WS-FSUM
           ADD IN-READ TO WS-DSUM
           COMPUTE WS-FSQ = WS-FSQ + IN-READ * IN-READ
           MOVE WS-FSUM TO WS-FIXED
           MOVE WS-FSUM TO WS-CENTS
           DISPLAY IN-ID " " WS-DSUM " " WS-FIXED " " WS-CENTS
           IF WS-FSUM = WS-DSUM
               DISPLAY "    EQUAL"
           END-IF
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
