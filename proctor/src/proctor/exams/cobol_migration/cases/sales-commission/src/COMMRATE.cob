       IDENTIFICATION DIVISION.
       PROGRAM-ID. COMMRATE.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-LOSSES                PIC 9 VALUE 0.
       01  WS-RATE-LIST.
           05  FILLER               PIC X(10) VALUE "A02500B030".
           05  FILLER               PIC X(10) VALUE "00C03333D0".
           05  FILLER               PIC X(10) VALUE "4125E05000".
       01  FILLER REDEFINES WS-RATE-LIST.
           05  RT-ROW               OCCURS 5 TIMES INDEXED BY RX.
               10  RT-GRADE         PIC X.
               10  RT-RATE          PIC 99V999.
               10  RT-FILLER REDEFINES RT-RATE PIC 9(5).
       LINKAGE SECTION.
           COPY COMMREC.
       PROCEDURE DIVISION USING COMM-AREA.
       MAIN-PARA.
           ADD 1 TO CM-CALLS
           MOVE 0 TO CM-OVER CM-RATE
           SET RX TO 1
           SEARCH RT-ROW
               AT END
                   MOVE "10" TO CM-REPLY
                   GOBACK
               WHEN RT-GRADE (RX) = CM-GRADE
                   SET CM-INDEX TO RX
           END-SEARCH
           IF CM-NET <= 0
               MOVE "20" TO CM-REPLY
               MOVE WS-LOSSES TO CM-REPLY (2:1)
               ADD 1 TO WS-LOSSES
               GOBACK
           END-IF
           SET CM-OK TO TRUE
           MOVE RT-RATE (RX) TO CM-RATE
           EVALUATE CM-NET
               WHEN 0.01 THRU 5000
                   CONTINUE
               WHEN 5000.01 THRU 20000
                   ADD 0.5 TO CM-RATE
                   MOVE "01" TO CM-REPLY
               WHEN OTHER
                   MULTIPLY 1.1 BY CM-RATE ROUNDED
           END-EVALUATE
           IF CM-NET > CM-TARGET
               COMPUTE CM-OVER = CM-NET - CM-TARGET
           END-IF
           GOBACK.
