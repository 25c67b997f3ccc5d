       IDENTIFICATION DIVISION.
       PROGRAM-ID. IDXORDER.
      * Loads orders, answers queries by primary and alternate key.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO "ORDERS.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT ORDF ASSIGN TO "ORDERS.IDX"
               ORGANIZATION IS INDEXED ACCESS MODE IS DYNAMIC
               RECORD KEY IS O-NO
               ALTERNATE RECORD KEY IS O-CUST WITH DUPLICATES
               FILE STATUS IS WS-FS.
           SELECT DUMP ASSIGN TO "UNLOAD.DAT"
               ORGANIZATION IS SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-CMD               PIC X.
           05  IN-NO                PIC 9(4).
           05  IN-CUST              PIC X(4).
           05  IN-VALUE             PIC S9(5)V99 SIGN LEADING SEPARATE.
       FD  ORDF.
       01  O-REC.
           05  O-NO                 PIC 9(4).
           05  O-CUST               PIC X(4).
           05  O-VALUE              PIC S9(5)V99 COMP-3.
       FD  DUMP.
       01  D-REC                    PIC X(12).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-FS                    PIC XX.
       01  WS-STOP                  PIC X.
       01  WS-SUM                   PIC S9(6)V99.
       01  WS-N                     PIC 99.
       01  WS-AVG                   PIC S9(5)V99.
       01  E-SUM                    PIC ZZZ,ZZ9.99CR.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE OUTPUT ORDF
           CLOSE ORDF
           OPEN I-O ORDF
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE ORDF
           OPEN INPUT ORDF OUTPUT DUMP
           MOVE "00" TO WS-FS
           PERFORM UNTIL WS-FS = "10"
               READ ORDF NEXT
                   NOT AT END WRITE D-REC FROM O-REC
               END-READ
           END-PERFORM
           CLOSE ORDF DUMP IN-FILE
           DELETE FILE ORDF
           STOP RUN.
       PROCESS-REC.
           EVALUATE IN-CMD
               WHEN "W"
                   MOVE IN-NO TO O-NO
                   MOVE IN-CUST TO O-CUST
                   MOVE IN-VALUE TO O-VALUE
                   WRITE O-REC
                       INVALID KEY DISPLAY "REFUSED " IN-NO " " WS-FS
                   END-WRITE
               WHEN "Q"
                   PERFORM BY-CUSTOMER
               WHEN "G"
                   MOVE IN-NO TO O-NO
                   START ORDF KEY >= O-NO
                       INVALID KEY DISPLAY "NO ORDER FROM " IN-NO
                       NOT INVALID KEY
                           READ ORDF NEXT
                           DISPLAY "FROM " IN-NO " IS " O-NO " " O-CUST
                   END-START
               WHEN "R"
                   MOVE IN-NO TO O-NO
                   READ ORDF
                       INVALID KEY DISPLAY "UNKNOWN " IN-NO " " WS-FS
                       NOT INVALID KEY
                           COMPUTE O-VALUE ROUNDED = O-VALUE * 1.015
                               ON SIZE ERROR DISPLAY "TOO LARGE " IN-NO
                           END-COMPUTE
                           MOVE IN-CUST TO O-CUST
                           REWRITE O-REC
                           DISPLAY "CHANGED " O-NO " " O-VALUE " " WS-FS
                   END-READ
           END-EVALUATE
           PERFORM READ-REC.
       BY-CUSTOMER.
           MOVE 0 TO WS-SUM WS-N
           MOVE "N" TO WS-STOP
           MOVE IN-CUST TO O-CUST
           START ORDF KEY = O-CUST
               INVALID KEY
                   DISPLAY "NO CUSTOMER " IN-CUST " " WS-FS
                   MOVE "Y" TO WS-STOP
           END-START
           PERFORM UNTIL WS-STOP = "Y"
               READ ORDF NEXT
                   AT END MOVE "Y" TO WS-STOP
                   NOT AT END
                       IF O-CUST NOT = IN-CUST
                           MOVE "Y" TO WS-STOP
                       ELSE
                           ADD 1 TO WS-N
                           ADD O-VALUE TO WS-SUM
                           DISPLAY "  " O-NO " " O-VALUE
                       END-IF
               END-READ
           END-PERFORM
           IF WS-N > 0
               DIVIDE WS-SUM BY WS-N GIVING WS-AVG
               MOVE WS-SUM TO E-SUM
               DISPLAY IN-CUST " " WS-N " " E-SUM " " WS-AVG
           END-IF.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
