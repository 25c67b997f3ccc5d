       IDENTIFICATION DIVISION.
       PROGRAM-ID. OVERRUN.
      * The seventh day is kept where the table has no room for it.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-DAY               PIC 9.
           05  IN-HOURS             PIC 99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-WEEK.
           05  WS-DAY               PIC 99 OCCURS 5 TIMES.
           05  WS-OVERTIME          PIC 99.
           05  WS-SUNDAY            PIC 99.
           05  FILLER               PIC XX VALUE "--".
       01  WS-DAYS REDEFINES WS-WEEK PIC X(16).
       01  WS-IX                    PIC 9.
       01  WS-TOTAL                 PIC 9(3).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           STOP RUN.
       PROCESS-REC.
           IF IN-DAY = 0
               INITIALIZE WS-WEEK
               DISPLAY "NEW WEEK [" WS-DAYS "]"
           ELSE
               IF IN-DAY <= 7
                   ADD IN-HOURS TO WS-DAY (IN-DAY)
               ELSE
                   SUBTRACT 1 FROM WS-OVERTIME
               END-IF
               MOVE 0 TO WS-TOTAL
               PERFORM VARYING WS-IX FROM 1 BY 1 UNTIL WS-IX > 7
                   ADD WS-DAY (WS-IX) TO WS-TOTAL
               END-PERFORM
               DISPLAY IN-DAY " [" WS-DAYS "] " WS-TOTAL " "
                   WS-OVERTIME " " WS-SUNDAY
           END-IF
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
