       IDENTIFICATION DIVISION.
       PROGRAM-ID. ROUNDTAB.
      * Divides and shows each rounding mode side by side.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-NUM               PIC S9(5)V999 SIGN LEADING SEPARATE.
           05  IN-DEN               PIC 9(3).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  R-PLAIN                  PIC S9(4)V9.
       01  R-AWAY                   PIC S9(4)V9.
       01  R-NEAR-AWAY              PIC S9(4)V9.
       01  R-NEAR-EVEN              PIC S9(4)V9.
       01  R-NEAR-ZERO              PIC S9(4)V9.
       01  R-GREATER                PIC S9(4)V9.
       01  R-LESSER                 PIC S9(4)V9.
       01  R-TRUNC                  PIC S9(4)V9.
       01  WS-SUM                   PIC S9(6)V9 VALUE 0.
       01  WS-DRIFT                 PIC S9(6)V9(4) VALUE 0.
       01  WS-FAILED                PIC 99 VALUE 0.
       01  E-SUM                    PIC -(6)9.9.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           MOVE WS-SUM TO E-SUM
           DISPLAY "SUM" E-SUM " DRIFT " WS-DRIFT " FAILED " WS-FAILED
           STOP RUN.
       PROCESS-REC.
           MOVE 0 TO R-PLAIN R-AWAY R-NEAR-AWAY R-NEAR-EVEN
               R-NEAR-ZERO R-GREATER R-LESSER R-TRUNC
           COMPUTE R-PLAIN = IN-NUM / IN-DEN
               ON SIZE ERROR
                   ADD 1 TO WS-FAILED
                   DISPLAY IN-NUM " / " IN-DEN " FAILED"
               NOT ON SIZE ERROR
                   PERFORM ALL-MODES
           END-COMPUTE
           PERFORM READ-REC.
       ALL-MODES.
           DIVIDE IN-NUM BY IN-DEN GIVING R-NEAR-AWAY ROUNDED
               ON SIZE ERROR DISPLAY "ROUNDS OUT"
           END-DIVIDE
           COMPUTE R-AWAY ROUNDED MODE IS AWAY-FROM-ZERO
               = IN-NUM / IN-DEN
               ON SIZE ERROR DISPLAY "AWAY OUT"
           END-COMPUTE
           COMPUTE R-NEAR-EVEN ROUNDED MODE IS NEAREST-EVEN
               = IN-NUM / IN-DEN
           COMPUTE R-NEAR-ZERO ROUNDED MODE IS NEAREST-TOWARD-ZERO
               = IN-NUM / IN-DEN
           COMPUTE R-GREATER ROUNDED MODE IS TOWARD-GREATER
               = IN-NUM / IN-DEN
               ON SIZE ERROR DISPLAY "GREATER OUT"
           END-COMPUTE
           COMPUTE R-LESSER ROUNDED MODE IS TOWARD-LESSER
               = IN-NUM / IN-DEN
               ON SIZE ERROR DISPLAY "LESSER OUT"
           END-COMPUTE
           COMPUTE R-TRUNC ROUNDED MODE IS TRUNCATION
               = IN-NUM / IN-DEN
           ADD R-NEAR-EVEN TO WS-SUM
           COMPUTE WS-DRIFT = WS-DRIFT + R-NEAR-AWAY - R-NEAR-EVEN
           DISPLAY R-PLAIN " " R-AWAY " " R-NEAR-AWAY " " R-NEAR-EVEN
               " " R-NEAR-ZERO " " R-GREATER " " R-LESSER " " R-TRUNC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
