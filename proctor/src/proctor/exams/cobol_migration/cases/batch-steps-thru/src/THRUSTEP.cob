       IDENTIFICATION DIVISION.
       PROGRAM-ID. THRUSTEP.
      * Old job control: steps fall through, GO TO leaves early.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-JOB               PIC X(4).
           05  IN-START             PIC 9.
           05  IN-LIMIT             PIC 9(3).
           05  IN-LOAD              PIC 9(3).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-TRACE                 PIC X(16).
       01  WS-POS                   PIC 99.
       01  WS-LOAD                  PIC 9(3).
       01  WS-RUNS                  PIC 99 VALUE 0.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           PERFORM STEP-D
           DISPLAY "LOOSE [" WS-TRACE "] " WS-LOAD
           STOP RUN.
       PROCESS-REC.
           MOVE SPACES TO WS-TRACE
           MOVE 1 TO WS-POS
           MOVE IN-LOAD TO WS-LOAD
           EVALUATE IN-START
               WHEN 1 PERFORM STEP-A THRU STEP-EXIT
               WHEN 2 PERFORM STEP-B THRU STEP-EXIT
               WHEN 3 PERFORM STEP-C THRU STEP-EXIT
               WHEN 4 PERFORM STEP-A THRU STEP-EXIT 2 TIMES
               WHEN 5 PERFORM STEP-C THRU STEP-EXIT
                       UNTIL WS-LOAD >= IN-LIMIT OR WS-POS > 12
               WHEN 6 PERFORM STEP-JUMP
           END-EVALUATE
           ADD 1 TO WS-RUNS
           DISPLAY IN-JOB " [" WS-TRACE "] " WS-LOAD " " WS-RUNS
           PERFORM READ-REC.
       STEP-JUMP SECTION.
       JUMP-START.
           MOVE "J" TO WS-TRACE (WS-POS:1)
           ADD 1 TO WS-POS
           IF WS-LOAD > IN-LIMIT
               GO TO JUMP-EXIT
           END-IF
           ADD 100 TO WS-LOAD
               ON SIZE ERROR GO TO JUMP-EXIT
           END-ADD
           GO TO JUMP-START.
       JUMP-EXIT.
           EXIT.
       STEPS SECTION.
       STEP-A.
           MOVE "A" TO WS-TRACE (WS-POS:1)
           ADD 1 TO WS-POS
           IF WS-LOAD = IN-LIMIT
               GO TO STEP-C
           END-IF
           ADD 10 TO WS-LOAD.
       STEP-B.
           MOVE "B" TO WS-TRACE (WS-POS:1)
           ADD 1 TO WS-POS
           IF WS-LOAD > IN-LIMIT
               GO TO STEP-EXIT
           END-IF
           ADD 5 TO WS-LOAD.
       STEP-C.
           MOVE "C" TO WS-TRACE (WS-POS:1)
           ADD 1 TO WS-POS
           IF WS-LOAD >= IN-LIMIT
               GO TO STEP-D
           END-IF
           ADD 1 TO WS-LOAD.
       STEP-D.
           MOVE "D" TO WS-TRACE (WS-POS:1)
           ADD 1 TO WS-POS
           SUBTRACT 1 FROM WS-LOAD.
       STEP-EXIT.
           EXIT.
       READING SECTION.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
