       IDENTIFICATION DIVISION.
       PROGRAM-ID. PRORATA.
      * Splits a sum by shares; the odd cents go to the first.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-TOTAL             PIC S9(6)V99 SIGN LEADING SEPARATE.
           05  IN-N                 PIC 9.
           05  IN-SHARE             PIC 9(3) OCCURS 5 TIMES.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-CENTS                 PIC S9(8).
       01  WS-EACH                  PIC S9(8).
       01  WS-REM                   PIC S9(8).
       01  WS-SUM                   PIC 9(4).
       01  WS-PARTS.
           05  WS-PART              PIC S9(6)V99 OCCURS 5 TIMES.
       01  WS-GIVEN                 PIC S9(6)V99.
       01  WS-LEFT                  PIC S9(6)V99.
       01  WS-I                     PIC 9.
       01  WS-MOD                   PIC S9(4).
       01  WS-RMD                   PIC S9(4).
       01  WS-INT                   PIC S9(6).
       01  WS-IPART                 PIC S9(6).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           STOP RUN.
       PROCESS-REC.
           COMPUTE WS-CENTS = IN-TOTAL * 100
           IF IN-N = 0
               DISPLAY "NO SHARES"
           ELSE
               PERFORM SPLIT-EVEN
               PERFORM SPLIT-SHARES
           END-IF
           PERFORM READ-REC.
       SPLIT-EVEN.
           DIVIDE WS-CENTS BY IN-N GIVING WS-EACH REMAINDER WS-REM
           COMPUTE WS-MOD = FUNCTION MOD (WS-CENTS IN-N)
           COMPUTE WS-RMD = FUNCTION REM (WS-CENTS IN-N)
           COMPUTE WS-INT = FUNCTION INTEGER (IN-TOTAL)
           COMPUTE WS-IPART = FUNCTION INTEGER-PART (IN-TOTAL)
           DISPLAY "EACH " WS-EACH " REM " WS-REM " MOD " WS-MOD
               " " WS-RMD " INT " WS-INT " " WS-IPART.
       SPLIT-SHARES.
           MOVE 0 TO WS-SUM WS-GIVEN
           PERFORM VARYING WS-I FROM 1 BY 1 UNTIL WS-I > IN-N OR > 5
               ADD IN-SHARE (WS-I) TO WS-SUM
           END-PERFORM
           PERFORM VARYING WS-I FROM 1 BY 1 UNTIL WS-I > IN-N OR > 5
               COMPUTE WS-PART (WS-I) =
                   IN-TOTAL * IN-SHARE (WS-I) / WS-SUM
                   ON SIZE ERROR
                       MOVE 0 TO WS-PART (WS-I)
               END-COMPUTE
               ADD WS-PART (WS-I) TO WS-GIVEN
           END-PERFORM
           COMPUTE WS-LEFT = IN-TOTAL - WS-GIVEN
           ADD WS-LEFT TO WS-PART (1)
           PERFORM VARYING WS-I FROM WS-I BY -1 UNTIL WS-I = 1
               DISPLAY "  " WS-I " " WS-PART (WS-I - 1)
           END-PERFORM
           DISPLAY "  LEFT " WS-LEFT.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
