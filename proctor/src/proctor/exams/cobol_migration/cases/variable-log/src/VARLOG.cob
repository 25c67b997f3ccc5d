       IDENTIFICATION DIVISION.
       PROGRAM-ID. VARLOG.
      * Writes a file of varying records, reads it back, copies some.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT VLOG ASSIGN TO "EVENTS.LOG"
               ORGANIZATION IS SEQUENTIAL
               FILE STATUS IS WS-FS.
           SELECT FLAT ASSIGN TO "EVENTS.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-LEN               PIC 99.
           05  IN-TEXT              PIC X(20).
       FD  VLOG RECORD IS VARYING IN SIZE FROM 2 TO 20 CHARACTERS
           DEPENDING ON WS-LEN.
       01  V-REC                    PIC X(20).
       FD  FLAT.
       01  F-REC                    PIC X(24).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-FS                    PIC XX.
       01  WS-LEN                   PIC 99.
       01  WS-MIN                   PIC 99 VALUE 99.
       01  WS-MAX                   PIC 99 VALUE 0.
       01  WS-N                     PIC 9(3) VALUE 0.
       01  WS-SUM                   PIC 9(4) VALUE 0.
       01  WS-AVG                   PIC 99V9.
       01  WS-OUT.
           05  W-LEN                PIC Z9.
           05  FILLER               PIC X VALUE ":".
           05  W-TEXT               PIC X(20).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE OUTPUT VLOG
           PERFORM UNTIL AT-EOF
               READ IN-FILE
                   AT END SET AT-EOF TO TRUE
                   NOT AT END PERFORM WRITE-ONE
               END-READ
           END-PERFORM
           CLOSE IN-FILE VLOG
           OPEN INPUT VLOG OUTPUT FLAT
           MOVE "N" TO WS-EOF
           PERFORM UNTIL AT-EOF
               MOVE ALL "?" TO V-REC
               READ VLOG
                   AT END SET AT-EOF TO TRUE
                   NOT AT END PERFORM READ-ONE
               END-READ
           END-PERFORM
           CLOSE VLOG FLAT
           IF WS-N > 0
               DIVIDE WS-SUM BY WS-N GIVING WS-AVG ROUNDED
               DISPLAY WS-N " MIN " WS-MIN " MAX " WS-MAX
                   " AVG " WS-AVG
           ELSE
               DISPLAY "NOTHING " WS-FS
           END-IF
           READ VLOG
           DISPLAY "CLOSED " WS-FS
           STOP RUN.
       WRITE-ONE.
           IF IN-LEN < 2 OR > 20
               DISPLAY "LENGTH " IN-LEN
           ELSE
               MOVE IN-LEN TO WS-LEN
               MOVE IN-TEXT TO V-REC
               WRITE V-REC
           END-IF.
       READ-ONE.
           ADD 1 TO WS-N
           ADD WS-LEN TO WS-SUM
           IF WS-LEN < WS-MIN MOVE WS-LEN TO WS-MIN END-IF
           IF WS-LEN > WS-MAX MOVE WS-LEN TO WS-MAX END-IF
           MOVE WS-LEN TO W-LEN
           MOVE SPACES TO W-TEXT
           MOVE V-REC (1:WS-LEN) TO W-TEXT
           MOVE WS-OUT TO F-REC
           WRITE F-REC
           IF W-TEXT (WS-LEN:1) = SPACE
               DISPLAY "PADDED " WS-OUT
           END-IF.
