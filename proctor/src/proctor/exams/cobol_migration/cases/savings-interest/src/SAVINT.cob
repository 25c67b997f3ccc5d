       IDENTIFICATION DIVISION.
       PROGRAM-ID. SAVINT.
      * Accrues thirty days of interest on tiered savings accounts.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-ACCT              PIC X(5).
           05  IN-BALANCE           PIC S9(7)V99
                                    SIGN LEADING SEPARATE.
           05  IN-DAYS              PIC 99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-TIER-VALUES.
           05  FILLER               PIC X(14) VALUE "00005000000050".
           05  FILLER               PIC X(14) VALUE "00100000000125".
           05  FILLER               PIC X(14) VALUE "00500000000210".
           05  FILLER               PIC X(14) VALUE "99999999900325".
       01  WS-TIERS REDEFINES WS-TIER-VALUES.
           05  WS-TIER              OCCURS 4 TIMES INDEXED BY TX.
               10  TIER-LIMIT       PIC 9(7)V99.
               10  TIER-RATE        PIC 9V9(4).
       01  WS-ACCRUED               PIC S9(5)V9(4).
       01  WS-DAY                   PIC 99.
       01  WS-DAILY                 PIC S9(5)V9(4).
       01  WS-POSTED                PIC S9(5)V99.
       01  WS-EVEN                  PIC S9(5)V99.
       01  WS-TOTAL                 PIC S9(7)V99 VALUE 0.
       01  E-ACCRUED                PIC -(5)9.9(4).
       01  E-POSTED                 PIC -(5)9.99.
       01  E-TOTAL                  PIC $$,$$$,$$9.99CR.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           MOVE WS-TOTAL TO E-TOTAL
           DISPLAY "TOTAL POSTED " E-TOTAL
           STOP RUN.
       PROCESS-REC.
           MOVE 0 TO WS-ACCRUED
           IF IN-BALANCE < 0
               COMPUTE WS-DAILY = IN-BALANCE * 0.1899 / 365
               MOVE 9 TO WS-DAY
           ELSE
               SET TX TO 1
               SEARCH WS-TIER
                   AT END DISPLAY "NO TIER " IN-ACCT
                   WHEN IN-BALANCE <= TIER-LIMIT (TX)
                       CONTINUE
               END-SEARCH
               COMPUTE WS-DAILY = IN-BALANCE * TIER-RATE (TX) / 365
           END-IF
           PERFORM VARYING WS-DAY FROM 1 BY 1 UNTIL WS-DAY > IN-DAYS
               ADD WS-DAILY TO WS-ACCRUED
           END-PERFORM
           COMPUTE WS-POSTED ROUNDED = WS-ACCRUED
           COMPUTE WS-EVEN ROUNDED MODE IS NEAREST-EVEN = WS-ACCRUED
           ADD WS-POSTED TO WS-TOTAL
           MOVE WS-ACCRUED TO E-ACCRUED
           MOVE WS-POSTED TO E-POSTED
           DISPLAY IN-ACCT " " WS-DAY " " E-ACCRUED " " E-POSTED
               " " WS-EVEN
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
