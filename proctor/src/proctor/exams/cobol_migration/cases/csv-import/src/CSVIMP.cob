       IDENTIFICATION DIVISION.
       PROGRAM-ID. CSVIMP.
      * Reads orders with commas, writes fixed records and rejects.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT CSV ASSIGN TO "ORDERS.CSV"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT FIX ASSIGN TO "ORDERS.FIX"
               ORGANIZATION IS SEQUENTIAL.
           SELECT REJ ASSIGN TO "REJECTS.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  CSV.
       01  CSV-REC                  PIC X(40).
       FD  FIX.
       01  F-REC.
           05  F-CUST               PIC X(6).
           05  F-ITEM               PIC 9(4).
           05  F-QTY                PIC 9(3).
           05  F-PRICE              PIC 9(3)V99.
           05  F-VALUE              PIC S9(5)V99.
       FD  REJ.
       01  R-REC                    PIC X(50).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC 9 VALUE 0.
       01  WS-CUST                  PIC X(8).
       01  WS-ITEM                  PIC X(6).
       01  WS-QTY                   PIC X(5) JUSTIFIED RIGHT.
       01  WS-PRICE                 PIC X(8).
       01  WS-REST                  PIC X(4).
       01  WS-WHOLE                 PIC X(5) JUSTIFIED RIGHT.
       01  WS-FRAC                  PIC XX.
       01  WS-LENS.
           05  L-CUST               PIC 99.
           05  L-ITEM               PIC 99.
           05  L-QTY                PIC 99.
           05  L-PRICE              PIC 99.
       01  WS-FIELDS                PIC 99.
       01  WS-WHY                   PIC X(10).
       01  WS-GOOD                  PIC 9(3) VALUE 0.
       01  WS-BAD                   PIC 9(3) VALUE 0.
       01  WS-NEG                   PIC X.
       01  WS-AMOUNT.
           05  WS-AMOUNT-W          PIC 9(5).
           05  WS-AMOUNT-F          PIC 99.
       01  WS-AMOUNT-N REDEFINES WS-AMOUNT PIC 9(5)V99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT CSV OUTPUT FIX REJ
           PERFORM UNTIL WS-EOF = 1
               READ CSV
                   AT END MOVE 1 TO WS-EOF
                   NOT AT END PERFORM IMPORT-ONE
               END-READ
           END-PERFORM
           CLOSE CSV FIX REJ
           DISPLAY "GOOD " WS-GOOD " BAD " WS-BAD
           STOP RUN.
       IMPORT-ONE.
           MOVE SPACES TO WS-CUST WS-ITEM WS-QTY WS-PRICE WS-REST WS-WHY
           MOVE 0 TO WS-FIELDS
           MOVE ZEROS TO WS-LENS
           MOVE "N" TO WS-NEG
           UNSTRING CSV-REC DELIMITED BY "," OR ALL SPACE
               INTO WS-CUST COUNT IN L-CUST
                    WS-ITEM COUNT IN L-ITEM
                    WS-QTY COUNT IN L-QTY
                    WS-PRICE COUNT IN L-PRICE
                    WS-REST
               TALLYING IN WS-FIELDS
           END-UNSTRING
           IF WS-PRICE (1:1) = "-"
               MOVE "Y" TO WS-NEG
               MOVE WS-PRICE (2:) TO WS-PRICE
           END-IF
           MOVE SPACES TO WS-WHOLE WS-FRAC
           UNSTRING WS-PRICE DELIMITED BY "." OR SPACE
               INTO WS-WHOLE WS-FRAC
           END-UNSTRING
           INSPECT WS-QTY REPLACING LEADING SPACE BY ZERO
           INSPECT WS-WHOLE REPLACING LEADING SPACE BY ZERO
           INSPECT WS-FRAC REPLACING ALL SPACE BY ZERO
           EVALUATE TRUE
               WHEN WS-FIELDS < 4 MOVE "FIELDS" TO WS-WHY
               WHEN L-CUST = 0 MOVE "CUSTOMER" TO WS-WHY
               WHEN L-ITEM NOT = 4 MOVE "ITEM" TO WS-WHY
               WHEN WS-ITEM (1:4) IS NOT NUMERIC MOVE "ITEM" TO WS-WHY
               WHEN L-QTY = 0 OR L-QTY > 5 MOVE "QTY" TO WS-WHY
               WHEN WS-QTY IS NOT NUMERIC MOVE "QTY" TO WS-WHY
               WHEN WS-WHOLE IS NOT NUMERIC MOVE "PRICE" TO WS-WHY
               WHEN WS-FRAC IS NOT NUMERIC MOVE "PRICE" TO WS-WHY
               WHEN OTHER PERFORM GOOD-ONE
           END-EVALUATE
           IF WS-WHY NOT = SPACES
               ADD 1 TO WS-BAD
               MOVE SPACES TO R-REC
               STRING WS-WHY DELIMITED BY SPACE
                   ": " DELIMITED BY SIZE
                   CSV-REC DELIMITED BY "  "
                   INTO R-REC
               END-STRING
               WRITE R-REC
           END-IF.
       GOOD-ONE.
           MOVE WS-WHOLE TO WS-AMOUNT-W
           MOVE WS-FRAC TO WS-AMOUNT-F
           MOVE WS-CUST TO F-CUST
           MOVE WS-ITEM TO F-ITEM
           MOVE WS-QTY TO F-QTY
           MOVE WS-AMOUNT-N TO F-PRICE
           COMPUTE F-VALUE = F-QTY * F-PRICE
               ON SIZE ERROR
                   MOVE "VALUE" TO WS-WHY
               NOT ON SIZE ERROR
                   IF WS-NEG = "Y"
                       MULTIPLY -1 BY F-VALUE
                   END-IF
                   ADD 1 TO WS-GOOD
                   WRITE F-REC
                   DISPLAY F-CUST F-ITEM " " F-QTY " " F-PRICE
                       " " F-VALUE " " L-PRICE
           END-COMPUTE.
