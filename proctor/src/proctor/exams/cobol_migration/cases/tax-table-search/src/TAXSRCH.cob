       IDENTIFICATION DIVISION.
       PROGRAM-ID. TAXSRCH.
      * Loads a code table, then answers queries against it.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-KIND              PIC X.
           05  IN-CODE              PIC X(4).
           05  IN-LOW               PIC 9(5).
           05  IN-PCT               PIC 9(3)V99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-COUNT                 PIC 99 VALUE 0.
       01  WS-TABLE.
           05  WS-ROW               OCCURS 1 TO 12 TIMES
                                    DEPENDING ON WS-COUNT
                                    ASCENDING KEY IS R-CODE
                                    INDEXED BY RX.
               10  R-CODE           PIC X(4).
               10  R-LOW            PIC 9(5).
               10  R-PCT            PIC 9(3)V99.
       01  WS-STATE-LIST            PIC X(15) VALUE "AK5CA7NY8TX6WA9".
       01  FILLER REDEFINES WS-STATE-LIST.
           05  WS-STATE             OCCURS 5 TIMES INDEXED BY SX.
               10  ST-CODE          PIC XX.
               10  ST-ZONE          PIC 9.
       01  WS-HITS                  PIC 99 VALUE 0.
       01  WS-POS                   PIC 99.
       01  WS-DUE                   PIC 9(5)V99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "ROWS " WS-COUNT " HITS " WS-HITS
           STOP RUN.
       PROCESS-REC.
           EVALUATE IN-KIND
               WHEN "L"
                   IF WS-COUNT = 12
                       DISPLAY "TABLE FULL " IN-CODE
                   ELSE
                       ADD 1 TO WS-COUNT
                       MOVE IN-CODE TO R-CODE (WS-COUNT)
                       MOVE IN-LOW TO R-LOW (WS-COUNT)
                       MOVE IN-PCT TO R-PCT (WS-COUNT)
                   END-IF
               WHEN "B"
                   PERFORM BINARY-LOOK
               WHEN "S"
                   PERFORM SERIAL-LOOK
               WHEN "Z"
                   SET SX TO 1
                   SEARCH WS-STATE
                       AT END DISPLAY "NO STATE " IN-CODE
                       WHEN ST-CODE (SX) = IN-CODE
                           SET WS-POS TO SX
                           DISPLAY "ZONE " ST-ZONE (SX) " AT " WS-POS
                   END-SEARCH
               WHEN "C"
                   PERFORM VARYING WS-POS FROM 1 BY 1
                       UNTIL WS-POS > WS-COUNT
                       OR R-PCT (WS-POS) >= IN-PCT
                   END-PERFORM
                   DISPLAY "FIRST AT OR OVER " IN-PCT " IS " WS-POS
           END-EVALUATE
           PERFORM READ-REC.
       BINARY-LOOK.
           IF WS-COUNT = 0
               DISPLAY "EMPTY"
           ELSE
               SEARCH ALL WS-ROW
                   AT END DISPLAY "NOT FOUND " IN-CODE
                   WHEN R-CODE (RX) = IN-CODE
                       SET WS-POS TO RX
                       ADD 1 TO WS-HITS
                       COMPUTE WS-DUE = IN-LOW * R-PCT (RX) / 100
                       DISPLAY "FOUND " IN-CODE " AT " WS-POS
                           " DUE " WS-DUE
               END-SEARCH
           END-IF.
       SERIAL-LOOK.
           SET RX TO 1
           SEARCH WS-ROW VARYING RX
               AT END DISPLAY "NONE UP TO " IN-LOW
               WHEN R-LOW (RX) > IN-LOW
                   SET WS-POS TO RX
                   ADD 1 TO WS-HITS
                   DISPLAY "ROW " WS-POS " " R-CODE (RX) " "
                       R-LOW (RX)
               WHEN R-CODE (RX) = IN-CODE
                   SET RX UP BY 1
                   SET WS-POS TO RX
                   DISPLAY "AFTER " IN-CODE " COMES " WS-POS
           END-SEARCH.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
