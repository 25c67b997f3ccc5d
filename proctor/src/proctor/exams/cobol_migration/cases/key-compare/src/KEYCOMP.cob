       IDENTIFICATION DIVISION.
       PROGRAM-ID. KEYCOMP.
      * All comparisons follow EBCDIC, as on the old machine.
       ENVIRONMENT DIVISION.
       CONFIGURATION SECTION.
       OBJECT-COMPUTER. OLDBOX PROGRAM COLLATING SEQUENCE IS EBC.
       SPECIAL-NAMES.
           ALPHABET EBC IS EBCDIC.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-A                 PIC X(5).
           05  IN-B                 PIC X(3).
           05  IN-N                 PIC 9(3).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-HI                    PIC X(5).
       01  WS-LO                    PIC X(5).
       01  WS-FIRST                 PIC X VALUE "Y".
       01  WS-EQ                    PIC 99 VALUE 0.
       01  WS-LT                    PIC 99 VALUE 0.
       01  WS-GT                    PIC 99 VALUE 0.
       01  WS-NUM                   PIC 99 VALUE 0.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           IF WS-FIRST = "N"
               DISPLAY "LOWEST " WS-LO " HIGHEST " WS-HI
           END-IF
           DISPLAY WS-EQ " " WS-LT " " WS-GT " " WS-NUM
           STOP RUN.
       PROCESS-REC.
           EVALUATE TRUE
               WHEN IN-A = IN-B
                   ADD 1 TO WS-EQ
                   DISPLAY IN-A "=" IN-B
               WHEN IN-A < IN-B
                   ADD 1 TO WS-LT
                   DISPLAY IN-A "<" IN-B
               WHEN OTHER
                   ADD 1 TO WS-GT
                   DISPLAY IN-A ">" IN-B
           END-EVALUATE
           IF IN-N = IN-B
               ADD 1 TO WS-NUM
               DISPLAY "  NUMBER " IN-N
           END-IF
           IF IN-A IS ALPHABETIC
               DISPLAY "  LETTERS"
           END-IF
           IF IN-A (1:1) >= "a" AND IN-A (1:1) <= "z"
               DISPLAY "  LOWER"
           END-IF
           IF IN-A (1:1) >= "0"
               DISPLAY "  DIGIT"
           END-IF
           IF IN-A = SPACES OR IN-B = ALL "*"
               DISPLAY "  BLANK OR STARS"
           END-IF
           IF WS-FIRST = "Y"
               MOVE IN-A TO WS-LO WS-HI
               MOVE "N" TO WS-FIRST
           ELSE
               IF IN-A < WS-LO MOVE IN-A TO WS-LO END-IF
               IF IN-A > WS-HI MOVE IN-A TO WS-HI END-IF
           END-IF
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
