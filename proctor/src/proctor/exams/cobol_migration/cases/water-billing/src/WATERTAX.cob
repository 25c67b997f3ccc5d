       IDENTIFICATION DIVISION.
       PROGRAM-ID. WATERTAX.
      * Tax on a bill by class; keeps the fraction of a cent that it
      * cut off and gives it back when a whole cent has gathered.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-KEPT                  PIC 9V9(4) VALUE 0.
       01  WS-EXACT                 PIC S9(5)V9(4).
       01  WS-RATES                 PIC X(12) VALUE "H050T175F125".
       01  FILLER REDEFINES WS-RATES.
           05  WS-RATE-ENTRY        OCCURS 3 TIMES
                                    INDEXED BY RX.
               10  WS-RATE-CLASS    PIC X.
               10  WS-RATE          PIC V999.
       LINKAGE SECTION.
       01  LK-CLASS                 PIC X.
       01  LK-NET                   PIC S9(5)V99.
       01  LK-TAX                   PIC S9(4)V99.
       PROCEDURE DIVISION USING LK-CLASS LK-NET LK-TAX.
       TAX-START.
           MOVE 0 TO LK-TAX
           SET RX TO 1
           SEARCH WS-RATE-ENTRY
               AT END
                   GOBACK
               WHEN WS-RATE-CLASS (RX) = LK-CLASS
                   CONTINUE
           END-SEARCH
           MULTIPLY LK-NET BY WS-RATE (RX) GIVING WS-EXACT
           MOVE WS-EXACT TO LK-TAX
           IF WS-EXACT > 0
               COMPUTE WS-KEPT = WS-KEPT + WS-EXACT - LK-TAX
           END-IF
           IF WS-KEPT >= 0.01
               ADD 0.01 TO LK-TAX
               SUBTRACT 0.01 FROM WS-KEPT
           END-IF
           GOBACK.
