       IDENTIFICATION DIVISION.
       PROGRAM-ID. SESSMEM.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-CALLS                 PIC 9(3) VALUE 0.
       01  WS-HISTORY               PIC X(8) VALUE SPACES.
       01  WS-POS                   PIC 99 VALUE 1.
       LINKAGE SECTION.
       01  LK-ARGS.
           COPY SESSARGS.
       PROCEDURE DIVISION USING LK-ARGS.
           ADD 1 TO WS-CALLS
           MOVE WS-CALLS TO SA-CALLS
           ADD SA-VALUE TO SA-TOTAL
               ON SIZE ERROR
                   DISPLAY "TOTAL STAYS"
           END-ADD
           IF WS-POS <= 8
               IF SA-VALUE < 0
                   MOVE "-" TO WS-HISTORY (WS-POS:1)
               ELSE
                   MOVE "+" TO WS-HISTORY (WS-POS:1)
               END-IF
               ADD 1 TO WS-POS
           END-IF
           MOVE WS-HISTORY TO SA-SEEN
           GOBACK.
