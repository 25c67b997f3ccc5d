       IDENTIFICATION DIVISION.
       PROGRAM-ID. SCALELOG.
      * Takes weighings from the operator, line by line, until an
      * empty one; logs them in records of varying length, reads the
      * log back and gives the mean and the spread.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT WLOG ASSIGN TO "WEIGHTS.LOG"
               ORGANIZATION IS SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  WLOG RECORD IS VARYING IN SIZE FROM 12 TO 30 CHARACTERS
           DEPENDING ON WS-LEN.
       01  L-REC.
           05  L-SEQ                PIC 9(3).
           05  L-WEIGHT             PIC S9(4)V99.
           05  L-TRAIL              PIC X(21).
       WORKING-STORAGE SECTION.
       01  WS-LINE.
           05  LN-CODE              PIC X(4).
           05  LN-WEIGHT            PIC S9(4)V99 SIGN LEADING SEPARATE.
           05  LN-TARE              PIC 9(2)V9.
           05  LN-NOTE              PIC X(6).
       01  WS-ITEM.
           05  IT-KEY               PIC X(4).
           05  LN-CODE              PIC X(6).
           05  LN-WEIGHT            PIC ----9.9.
           05  LN-NOTE              PIC X(4).
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-LEN                   PIC 99.
       01  WS-SEQ                   PIC 9(3) VALUE 0.
       01  WS-N                     PIC 9(3) VALUE 0.
       01  WS-TRAIL                 PIC X(21) VALUE SPACES.
       01  WS-SUM                   COMP-2.
       01  WS-SQUARES               COMP-2.
       01  WS-MEAN                  COMP-2.
       01  WS-VALUE                 COMP-1.
       01  WS-MEAN-CUT              PIC S9(5)V9(3).
       01  WS-MEAN-ROUND            PIC S9(5)V9(2).
       01  WS-SPREAD                PIC 9(7)V9(2).
       01  WS-TICKET                PIC 99/99/9999.
       01  WS-TICKET-X REDEFINES WS-TICKET PIC X(10).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN OUTPUT WLOG
           ACCEPT WS-LINE
           PERFORM ONE-LINE UNTIL WS-LINE = SPACES
           CLOSE WLOG
           OPEN INPUT WLOG
           MOVE 0 TO WS-SUM WS-SQUARES
           PERFORM UNTIL AT-EOF
               MOVE ALL "*" TO L-REC
               READ WLOG
                   AT END SET AT-EOF TO TRUE
                   NOT AT END PERFORM ADD-UP
               END-READ
           END-PERFORM
           CLOSE WLOG
           PERFORM SHOW-FIGURES
           STOP RUN.
       ONE-LINE.
           IF LN-WEIGHT OF WS-LINE NOT NUMERIC
               DISPLAY "NOT A WEIGHT [" WS-LINE "]"
           ELSE
               ADD 1 TO WS-SEQ
               MOVE SPACES TO WS-ITEM
               MOVE "KEY=" TO IT-KEY
               MOVE CORRESPONDING WS-LINE TO WS-ITEM
               DISPLAY WS-ITEM
               PERFORM KEEP-TRAIL
               PERFORM PRINT-TICKET
               PERFORM LOG-LINE
           END-IF
           ACCEPT WS-LINE.
       KEEP-TRAIL.
      * The latest code in front, the older ones move right.
           MOVE WS-TRAIL (1:17) TO WS-TRAIL (5:17)
           MOVE LN-CODE OF WS-LINE TO WS-TRAIL (1:4)
           DISPLAY "TRAIL [" WS-TRAIL "]".
       PRINT-TICKET.
           MOVE 0 TO WS-TICKET
           STRING LN-CODE OF WS-LINE DELIMITED BY SPACE
                  WS-SEQ DELIMITED BY SIZE
               INTO WS-TICKET
           DISPLAY "TICKET " WS-TICKET-X.
       LOG-LINE.
           MOVE WS-SEQ TO L-SEQ
           MOVE LN-WEIGHT OF WS-LINE TO L-WEIGHT
           IF LN-TARE NUMERIC
               SUBTRACT LN-TARE FROM L-WEIGHT
           END-IF
           MOVE WS-TRAIL TO L-TRAIL
           COMPUTE WS-LEN = 5 + WS-SEQ * 4
           IF WS-SEQ > 5
               MOVE 30 TO WS-LEN
           END-IF
           IF WS-LEN < 12
               MOVE 12 TO WS-LEN
           END-IF
           WRITE L-REC.
       ADD-UP.
           ADD 1 TO WS-N
           MOVE L-WEIGHT TO WS-VALUE
           ADD WS-VALUE TO WS-SUM
           COMPUTE WS-SQUARES = WS-SQUARES + WS-VALUE * WS-VALUE
           DISPLAY L-SEQ " " WS-LEN " " L-WEIGHT " [" L-TRAIL "]".
       SHOW-FIGURES.
           COMPUTE WS-MEAN = WS-SUM / WS-N
               ON SIZE ERROR
                   MOVE 7 TO RETURN-CODE
                   MOVE 0 TO WS-MEAN
           END-COMPUTE
           MOVE WS-MEAN TO WS-MEAN-CUT
           COMPUTE WS-MEAN-ROUND ROUNDED = WS-SUM / WS-N
           COMPUTE WS-SPREAD = WS-SQUARES - WS-SUM * WS-MEAN
           DISPLAY WS-N " MEAN " WS-MEAN-CUT " " WS-MEAN-ROUND
               " SPREAD " WS-SPREAD
           IF WS-N > 2 AND WS-SPREAD > 100
               DISPLAY "UNSTEADY"
           END-IF.
