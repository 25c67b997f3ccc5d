       IDENTIFICATION DIVISION.
       PROGRAM-ID. STOCKVAL.
      * Values the stock master; packed and binary fields.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT MAST ASSIGN TO "STOCK.MST"
               ORGANIZATION IS SEQUENTIAL
               FILE STATUS IS WS-STATUS.
       DATA DIVISION.
       FILE SECTION.
       FD  MAST.
           COPY MASTREC.
       WORKING-STORAGE SECTION.
       01  WS-STATUS                PIC XX.
       01  WS-VALUE                 PIC S9(7)V99 COMP-3.
       01  WS-VALUE-BYTES REDEFINES WS-VALUE PIC X(5).
       01  WS-ROUNDED               PIC S9(7)V99 COMP-3.
       01  WS-TOTAL                 PIC S9(7)V99 COMP-3 VALUE 0.
       01  WS-LOW                   PIC 9(3) VALUE 0.
       01  WS-MADE                  PIC 9(3) VALUE 0.
       01  WS-OVER                  PIC 9(3) VALUE 0.
       01  WS-SEEN                  PIC 9(3) COMP-3 VALUE 0.
       01  L-LINE.
           05  L-KEY                PIC X(8).
           05  L-QTY                PIC ---,--9.
           05  FILLER               PIC X VALUE SPACE.
           05  L-COST               PIC -(4)9.999.
           05  FILLER               PIC X VALUE SPACE.
           05  L-VALUE              PIC --,---,--9.99.
           05  FILLER               PIC X VALUE SPACE.
           05  L-MARK               PIC X(5).
       01  L-TOTAL                  PIC **,***,**9.99-.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT MAST
           IF WS-STATUS NOT = "00"
               DISPLAY "NO MASTER " WS-STATUS
               MOVE 8 TO RETURN-CODE
               STOP RUN
           END-IF
           PERFORM UNTIL WS-STATUS = "10"
               READ MAST
                   NOT AT END PERFORM VALUE-ONE
               END-READ
           END-PERFORM
           CLOSE MAST
           MOVE WS-TOTAL TO L-TOTAL
           DISPLAY "TOTAL " L-TOTAL
           DISPLAY "SEEN " WS-SEEN " LOW " WS-LOW " MADE " WS-MADE
               " OVER " WS-OVER
           STOP RUN.
       VALUE-ONE.
           ADD 1 TO WS-SEEN
           MOVE SPACES TO L-MARK
           COMPUTE WS-VALUE = M-QTY * M-COST
               ON SIZE ERROR
                   ADD 1 TO WS-OVER
                   MOVE "OVER" TO L-MARK
                   MOVE 0 TO WS-VALUE
           END-COMPUTE
           COMPUTE WS-ROUNDED ROUNDED = M-QTY * M-COST
               ON SIZE ERROR MOVE 0 TO WS-ROUNDED
           END-COMPUTE
           IF WS-ROUNDED NOT = WS-VALUE
               MOVE "R" TO L-MARK (5:1)
           END-IF
           ADD WS-VALUE TO WS-TOTAL
               ON SIZE ERROR DISPLAY "TOTAL OVERFLOW " M-KEY
           END-ADD
           IF M-MADE ADD 1 TO WS-MADE END-IF
           IF M-STOCKED AND M-QTY <= M-REORDER
               ADD 1 TO WS-LOW
               MOVE "LOW" TO L-MARK (1:3)
           END-IF
           MOVE M-KEY TO L-KEY
           MOVE M-QTY TO L-QTY
           MOVE M-COST TO L-COST
           MOVE WS-VALUE TO L-VALUE
           DISPLAY L-LINE " " M-MOVES " " M-REORDER.
