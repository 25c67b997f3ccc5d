       IDENTIFICATION DIVISION.
       PROGRAM-ID. MERGEBR.
      * Merges three files, each already in EBCDIC order by code.
       ENVIRONMENT DIVISION.
       CONFIGURATION SECTION.
       SPECIAL-NAMES.
           ALPHABET EBC IS EBCDIC.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT F1 ASSIGN TO "NORTH.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT F2 ASSIGN TO "SOUTH.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT F3 ASSIGN TO "WEST.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT MRG ASSIGN TO "MERGEWK".
           SELECT OUTF ASSIGN TO "MERGED.DAT"
               ORGANIZATION IS SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  F1.
       01  R1                       PIC X(16).
       FD  F2.
       01  R2                       PIC X(16).
       FD  F3.
       01  R3                       PIC X(16).
       SD  MRG.
       01  M-REC.
           05  M-CODE               PIC X(4).
           05  M-BRANCH             PIC X.
           05  M-AMT                PIC S9(7)V99 SIGN LEADING SEPARATE.
           05  FILLER               PIC X.
       FD  OUTF.
       01  O-REC.
           05  O-CODE               PIC X(4).
           05  O-COUNT              PIC 99.
           05  O-AMT                PIC S9(7)V99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-CODE                  PIC X(4) VALUE LOW-VALUES.
       01  WS-COUNT                 PIC 99 VALUE 0.
       01  WS-AMT                   PIC S9(7)V99 VALUE 0.
       01  E-AMT                    PIC $$,$$$,$$9.99-.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN OUTPUT OUTF
           MERGE MRG ON ASCENDING KEY M-CODE
               COLLATING SEQUENCE IS EBC
               USING F1 F2 F3
               OUTPUT PROCEDURE IS TAKE-MERGED
           CLOSE OUTF
           STOP RUN.
       TAKE-MERGED.
           PERFORM UNTIL AT-EOF
               RETURN MRG
                   AT END SET AT-EOF TO TRUE
                   NOT AT END PERFORM ONE-REC
               END-RETURN
           END-PERFORM
           PERFORM FLUSH-CODE.
       ONE-REC.
           IF M-CODE NOT = WS-CODE
               PERFORM FLUSH-CODE
               MOVE M-CODE TO WS-CODE
           END-IF
           ADD 1 TO WS-COUNT
           IF M-CODE < "A"
               DISPLAY "LOW CODE " M-CODE
           END-IF
           ADD M-AMT TO WS-AMT
               ON SIZE ERROR
                   DISPLAY "TOO MUCH " M-CODE " " M-BRANCH
                   SUBTRACT 1 FROM WS-COUNT
           END-ADD
           DISPLAY M-CODE " " M-BRANCH " " M-AMT.
       FLUSH-CODE.
           IF WS-COUNT > 0
               MOVE WS-CODE TO O-CODE
               MOVE WS-COUNT TO O-COUNT
               MOVE WS-AMT TO O-AMT
               WRITE O-REC
               MOVE WS-AMT TO E-AMT
               DISPLAY "   " WS-CODE " " WS-COUNT " " E-AMT
           END-IF
           MOVE 0 TO WS-COUNT WS-AMT.
