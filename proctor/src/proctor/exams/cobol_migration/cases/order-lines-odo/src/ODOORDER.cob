       IDENTIFICATION DIVISION.
       PROGRAM-ID. ODOORDER.
      * A group whose length follows its count.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-CMD               PIC X.
           05  IN-N                 PIC 9.
           05  IN-ITEM              PIC X(3).
           05  IN-QTY               PIC 9(3).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-ORDER.
           05  O-COUNT              PIC 9.
           05  O-TAG                PIC X.
           05  O-LINE               OCCURS 1 TO 6 TIMES
                                    DEPENDING ON O-COUNT.
               10  O-ITEM           PIC X(3).
               10  O-QTY            PIC 9(3).
       01  WS-COPY                  PIC X(40).
       01  WS-SHORT                 PIC X(10).
       01  WS-LEN                   PIC 99.
       01  WS-TOTAL                 PIC 9(4).
       01  WS-IX                    PIC 9.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           STOP RUN.
       PROCESS-REC.
           EVALUATE IN-CMD
               WHEN "N"
                   MOVE 6 TO O-COUNT
                   INITIALIZE WS-ORDER
                   MOVE 1 TO O-COUNT
                   MOVE IN-ITEM (1:1) TO O-TAG
               WHEN "G"
                   MOVE IN-N TO O-COUNT
               WHEN "P"
                   IF IN-N >= 1 AND IN-N <= O-COUNT
                       MOVE IN-ITEM TO O-ITEM (IN-N)
                       MOVE IN-QTY TO O-QTY (IN-N)
                   ELSE
                       DISPLAY "NO LINE " IN-N
                   END-IF
               WHEN "A"
                   IF O-COUNT < 6
                       ADD 1 TO O-COUNT
                       MOVE IN-ITEM TO O-ITEM (O-COUNT)
                       MOVE IN-QTY TO O-QTY (O-COUNT)
                   ELSE
                       DISPLAY "FULL"
                   END-IF
               WHEN "X"
                   MOVE WS-COPY TO WS-ORDER
           END-EVALUATE
           MOVE ALL "." TO WS-COPY
           MOVE FUNCTION LENGTH (WS-ORDER) TO WS-LEN
           MOVE 0 TO WS-TOTAL
           PERFORM VARYING WS-IX FROM 1 BY 1 UNTIL WS-IX > O-COUNT
               ADD O-QTY (WS-IX) TO WS-TOTAL
           END-PERFORM
           DISPLAY IN-CMD " " WS-LEN " " WS-TOTAL " [" WS-ORDER "]"
           MOVE WS-ORDER TO WS-COPY WS-SHORT
           INSPECT WS-COPY REPLACING ALL " " BY "_"
           DISPLAY "  [" WS-COPY "][" WS-SHORT "]"
           MOVE WS-ORDER TO WS-COPY
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
