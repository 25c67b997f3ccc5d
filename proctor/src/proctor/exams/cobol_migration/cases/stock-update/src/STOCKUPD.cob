       IDENTIFICATION DIVISION.
       PROGRAM-ID. STOCKUPD.
      * Sequential update: both files in key order.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT OLD-MAST ASSIGN TO "OLD.MST".
           SELECT NEW-MAST ASSIGN TO "NEW.MST".
           SELECT TRANS ASSIGN TO "TRANS.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  OLD-MAST.
           COPY MASTREC.
       FD  NEW-MAST.
           COPY MASTREC REPLACING
               ==M-REC== BY ==N-REC== ==M-KEY== BY ==N-KEY==
               ==M-TYPE== BY ==N-TYPE== ==M-QTY== BY ==N-QTY==
               ==M-COST== BY ==N-COST== ==M-REORDER== BY ==N-REORDER==
               ==M-MOVES== BY ==N-MOVES== ==M-STOCKED== BY ==N-STOCKED==
               ==M-MADE== BY ==N-MADE==.
       FD  TRANS.
       01  T-REC.
           05  T-KEY                PIC X(6).
           05  T-CODE               PIC X.
           05  T-QTY                PIC S9(5) SIGN TRAILING SEPARATE.
           05  T-PRICE              PIC 9(4)V999.
       WORKING-STORAGE SECTION.
       01  WS-VALUE                 PIC S9(9)V9(5) COMP-3.
       01  WS-WRITTEN               PIC 9(3) VALUE 0.
       01  WS-ERRORS                PIC 9(3) VALUE 0.
       01  WS-DELETED               PIC X VALUE "N".
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT OLD-MAST TRANS OUTPUT NEW-MAST
           PERFORM READ-MAST
           PERFORM READ-TRANS
           PERFORM UNTIL M-KEY = HIGH-VALUES AND T-KEY = HIGH-VALUES
               IF M-KEY <= T-KEY
                   PERFORM UPDATE-ONE
               ELSE
                   PERFORM ADD-ONE
               END-IF
           END-PERFORM
           CLOSE OLD-MAST TRANS NEW-MAST
           DISPLAY "WRITTEN " WS-WRITTEN " ERRORS " WS-ERRORS
           STOP RUN.
       UPDATE-ONE.
           MOVE M-REC TO N-REC
           MOVE "N" TO WS-DELETED
           PERFORM APPLY-TRANS UNTIL T-KEY NOT = N-KEY
           IF WS-DELETED = "N"
               WRITE N-REC
               ADD 1 TO WS-WRITTEN
           END-IF
           PERFORM READ-MAST.
       ADD-ONE.
           IF T-CODE = "A"
               MOVE T-KEY TO N-KEY
               MOVE "S" TO N-TYPE
               MOVE T-QTY TO N-QTY
               MOVE T-PRICE TO N-COST
               MOVE 10 TO N-REORDER
               MOVE 0 TO N-MOVES
               MOVE "N" TO WS-DELETED
               PERFORM READ-TRANS
               PERFORM APPLY-TRANS UNTIL T-KEY NOT = N-KEY
               IF WS-DELETED = "N"
                   WRITE N-REC
                   ADD 1 TO WS-WRITTEN
               END-IF
           ELSE
               DISPLAY "NO MASTER FOR " T-KEY
               ADD 1 TO WS-ERRORS
               PERFORM READ-TRANS
           END-IF.
       APPLY-TRANS.
           EVALUATE T-CODE ALSO WS-DELETED
               WHEN "R" ALSO "N"
                   COMPUTE WS-VALUE = N-QTY * N-COST + T-QTY * T-PRICE
                   ADD T-QTY TO N-QTY
                       ON SIZE ERROR
                           DISPLAY "QTY OVERFLOW " N-KEY
                           ADD 1 TO WS-ERRORS
                       NOT ON SIZE ERROR
                           IF N-QTY > 0
                               COMPUTE N-COST ROUNDED = WS-VALUE / N-QTY
                           END-IF
                           ADD 1 TO N-MOVES
                   END-ADD
               WHEN "I" ALSO "N"
                   SUBTRACT T-QTY FROM N-QTY
                       ON SIZE ERROR
                           DISPLAY "QTY OVERFLOW " N-KEY
                           ADD 1 TO WS-ERRORS
                       NOT ON SIZE ERROR
                           ADD 1 TO N-MOVES
                   END-SUBTRACT
               WHEN "P" ALSO ANY
                   MOVE T-PRICE TO N-COST
               WHEN "D" ALSO "N"
                   IF N-QTY = 0
                       MOVE "Y" TO WS-DELETED
                   ELSE
                       DISPLAY "STILL " N-QTY " OF " N-KEY
                       ADD 1 TO WS-ERRORS
                   END-IF
               WHEN OTHER
                   DISPLAY "BAD CODE " T-CODE " FOR " N-KEY
                   ADD 1 TO WS-ERRORS
           END-EVALUATE
           PERFORM READ-TRANS.
       READ-MAST.
           READ OLD-MAST AT END MOVE HIGH-VALUES TO M-KEY END-READ.
       READ-TRANS.
           READ TRANS AT END MOVE HIGH-VALUES TO T-KEY END-READ.
