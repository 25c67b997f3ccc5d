       IDENTIFICATION DIVISION.
       PROGRAM-ID. PAGEREP.
      * Printed report: headings, page totals carried forward.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT PRT ASSIGN TO "SALES.PRT"
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-REGION            PIC X(5).
           05  IN-ITEM              PIC X(10).
           05  IN-UNITS             PIC 9(4).
           05  IN-PRICE             PIC 9(3)V99.
           05  IN-DISC              PIC V999.
       FD  PRT.
       01  P-REC                    PIC X(50).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-PAGE                  PIC 99 VALUE 0.
       01  WS-LINE                  PIC 99 VALUE 99.
       01  WS-MAX                   PIC 99 VALUE 8.
       01  WS-NET                   PIC 9(6)V99.
       01  WS-CARRIED               PIC 9(6)V99 VALUE 0.
       01  WS-REGION                PIC X(5) VALUE SPACES.
       01  H-1.
           05  FILLER               PIC X(30) VALUE "SALES BY REGION".
           05  FILLER               PIC X(5) VALUE "PAGE".
           05  H-PAGE               PIC Z9.
       01  H-2.
           05  FILLER               PIC X(12) VALUE "CARRIED".
           05  H-CARRIED            PIC ZZZ,ZZ9.99 BLANK WHEN ZERO.
       01  D-1.
           05  D-REGION             PIC X(6).
           05  D-ITEM               PIC X(11).
           05  D-UNITS              PIC Z,ZZ9.
           05  FILLER               PIC X.
           05  D-DISC               PIC .999 BLANK WHEN ZERO.
           05  FILLER               PIC X.
           05  D-NET                PIC ***,**9.99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE OUTPUT PRT
           MOVE SPACES TO D-1
           PERFORM READ-REC
           PERFORM PRINT-ONE UNTIL AT-EOF
           IF WS-LINE NOT = 99
               MOVE SPACES TO P-REC
               WRITE P-REC
           END-IF
           MOVE WS-CARRIED TO H-CARRIED
           MOVE "TOTAL" TO H-2 (1:12)
           WRITE P-REC FROM H-2
           CLOSE IN-FILE PRT
           DISPLAY "PAGES " WS-PAGE " LINES " WS-LINE.
           STOP RUN.
       PRINT-ONE.
           IF WS-LINE >= WS-MAX
               PERFORM NEW-PAGE
           END-IF
           IF IN-REGION NOT = WS-REGION AND WS-LINE > 3
               MOVE SPACES TO P-REC
               WRITE P-REC
               ADD 1 TO WS-LINE
           END-IF
           IF IN-REGION = WS-REGION
               MOVE SPACES TO D-REGION
           ELSE
               MOVE IN-REGION TO D-REGION WS-REGION
           END-IF
           COMPUTE WS-NET = IN-UNITS * IN-PRICE * (1 - IN-DISC)
               ON SIZE ERROR
                   MOVE 0 TO WS-NET
                   DISPLAY "LINE TOO LARGE " IN-ITEM
           END-COMPUTE
           MOVE IN-ITEM TO D-ITEM
           MOVE IN-UNITS TO D-UNITS
           MOVE IN-DISC TO D-DISC
           MOVE WS-NET TO D-NET
           WRITE P-REC FROM D-1
           ADD 1 TO WS-LINE
           ADD WS-NET TO WS-CARRIED.
           PERFORM READ-REC.
       NEW-PAGE.
           ADD 1 TO WS-PAGE
           MOVE WS-PAGE TO H-PAGE
           IF WS-PAGE > 1
               MOVE ALL "-" TO P-REC
               WRITE P-REC
           END-IF
           WRITE P-REC FROM H-1
           MOVE WS-CARRIED TO H-CARRIED
           WRITE P-REC FROM H-2
           MOVE SPACES TO P-REC WS-REGION
           WRITE P-REC
           MOVE 3 TO WS-LINE.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
