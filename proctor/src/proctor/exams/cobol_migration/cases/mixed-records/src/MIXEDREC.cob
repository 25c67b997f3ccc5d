       IDENTIFICATION DIVISION.
       PROGRAM-ID. MIXEDREC.
      * Header, detail, adjustment and trailer share one storage.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT TAPE ASSIGN TO "TAPE.DAT"
               ORGANIZATION IS SEQUENTIAL
               FILE STATUS IS WS-FS.
       DATA DIVISION.
       FILE SECTION.
       FD  TAPE.
       01  HDR-REC.
           05  H-TYPE               PIC X.
               88  IS-HEADER        VALUE "H".
               88  IS-DETAIL        VALUE "D" "d".
               88  IS-ADJUST        VALUE "A".
               88  IS-TRAILER       VALUE "T".
           05  H-BATCH              PIC 9(4).
           05  H-DATE               PIC 9(6).
           05  FILLER               PIC X(9).
       01  DET-REC.
           05  FILLER               PIC X.
           05  D-ACCT               PIC X(5).
           05  D-AMT                PIC S9(7)V99.
           05  D-FLAG               PIC X.
           05  D-RATE REDEFINES D-FLAG PIC 9.
           05  FILLER               PIC X(4).
       01  ADJ-REC.
           05  FILLER               PIC X.
           05  A-ACCT               PIC X(5).
           05  A-AMT                PIC S9(7)V99 COMP-3.
           05  A-PCT                PIC S9V999 SIGN LEADING SEPARATE.
           05  A-BIN                PIC S9(4) COMP-5.
           05  FILLER               PIC XX.
       01  TRL-REC.
           05  FILLER               PIC X.
           05  T-COUNT              PIC 9(5).
           05  T-TOTAL              PIC S9(9)V99.
           05  T-ALPHA REDEFINES T-TOTAL PIC X(11).
           05  FILLER               PIC X(3).
       WORKING-STORAGE SECTION.
       01  WS-FS                    PIC XX.
       01  WS-COUNT                 PIC 9(5) VALUE 0.
       01  WS-TOTAL                 PIC S9(9)V99 VALUE 0.
       01  WS-DIFF                  PIC S9(9)V99.
       01  WS-ADJ                   PIC S9(7)V99.
       01  WS-DATE                  PIC 9(6).
       01  FILLER REDEFINES WS-DATE.
           05  WS-YY                PIC 99.
               88  OLD-CENTURY      VALUES 50 THRU 99.
           05  WS-MM                PIC 99.
           05  WS-DD                PIC 99.
       01  E-AMT                    PIC Z,ZZZ,ZZ9.99-.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT TAPE
           IF WS-FS NOT = "00"
               DISPLAY "OPEN " WS-FS
               MOVE 12 TO RETURN-CODE
               STOP RUN
           END-IF
           READ TAPE
           PERFORM UNTIL WS-FS = "10"
               EVALUATE TRUE
                   WHEN IS-HEADER PERFORM HEADER-IN
                   WHEN IS-DETAIL PERFORM DETAIL-IN
                   WHEN IS-ADJUST PERFORM ADJUST-IN
                   WHEN IS-TRAILER PERFORM TRAILER-IN
                   WHEN OTHER
                       DISPLAY "TYPE " H-TYPE
                       MOVE 4 TO RETURN-CODE
               END-EVALUATE
               READ TAPE
           END-PERFORM
           CLOSE TAPE
           DISPLAY "END " WS-COUNT " " WS-TOTAL
           STOP RUN.
       HEADER-IN.
           MOVE H-DATE TO WS-DATE
           IF OLD-CENTURY
               DISPLAY "BATCH " H-BATCH " 19" WS-YY "-" WS-MM "-" WS-DD
           ELSE
               DISPLAY "BATCH " H-BATCH " 20" WS-YY "-" WS-MM "-" WS-DD
           END-IF
           MOVE 0 TO WS-COUNT WS-TOTAL.
       DETAIL-IN.
           ADD 1 TO WS-COUNT
           ADD D-AMT TO WS-TOTAL
           MOVE D-AMT TO E-AMT
           DISPLAY D-ACCT " " E-AMT " " D-AMT
           IF D-FLAG IS NUMERIC
               COMPUTE WS-ADJ = D-AMT * D-RATE / 100
               DISPLAY "  FEE " WS-ADJ
               SUBTRACT WS-ADJ FROM WS-TOTAL
           END-IF.
       ADJUST-IN.
           ADD 1 TO WS-COUNT
           COMPUTE WS-ADJ ROUNDED = A-AMT * A-PCT
           ADD WS-ADJ A-BIN TO WS-TOTAL
           MOVE WS-ADJ TO E-AMT
           DISPLAY A-ACCT " ADJ " A-AMT " " A-PCT " " E-AMT " " A-BIN.
       TRAILER-IN.
           COMPUTE WS-DIFF = T-TOTAL - WS-TOTAL
           IF WS-COUNT = T-COUNT AND WS-DIFF = 0
               DISPLAY "BALANCED " T-ALPHA
           ELSE
               DISPLAY "DIFFERENCE " WS-DIFF " COUNT " T-COUNT
               MOVE 2 TO RETURN-CODE
           END-IF.
