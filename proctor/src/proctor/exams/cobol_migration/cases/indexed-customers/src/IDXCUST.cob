       IDENTIFICATION DIVISION.
       PROGRAM-ID. IDXCUST.
      * Transactions against an indexed file with two keys, then an
      * unload in the order of either key.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT CUST ASSIGN TO "CUST.IDX"
               ORGANIZATION IS INDEXED
               ACCESS MODE IS DYNAMIC
               RECORD KEY IS C-KEY
               ALTERNATE RECORD KEY IS C-NAME WITH DUPLICATES
               FILE STATUS IS WS-FS.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-CODE              PIC X.
           05  IN-KEY               PIC X(4).
           05  IN-NAME              PIC X(10).
           05  IN-AMT               PIC S9(5)V99 SIGN TRAILING SEPARATE.
       FD  CUST.
       01  C-REC.
           05  C-KEY                PIC X(4).
           05  C-NAME               PIC X(10).
           05  C-BAL                PIC S9(5)V99 COMP-3.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-FS                    PIC XX.
       01  E-BAL                    PIC ZZ,ZZ9.99-.
       01  WS-SEQ                   PIC 99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           OPEN OUTPUT CUST
           CLOSE CUST
           OPEN I-O CUST
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           DISPLAY "BY KEY"
           MOVE LOW-VALUES TO C-KEY
           START CUST KEY NOT < C-KEY
               INVALID KEY DISPLAY "EMPTY " WS-FS
               NOT INVALID KEY PERFORM UNLOAD
           END-START
           DISPLAY "BY NAME"
           MOVE LOW-VALUES TO C-NAME
           START CUST KEY IS NOT LESS THAN C-NAME
               INVALID KEY DISPLAY "EMPTY " WS-FS
               NOT INVALID KEY PERFORM UNLOAD
           END-START
           CLOSE CUST IN-FILE
           DELETE FILE CUST
           STOP RUN.
       UNLOAD.
           MOVE 0 TO WS-SEQ
           MOVE "00" TO WS-FS
           PERFORM UNTIL WS-FS = "10"
               READ CUST NEXT RECORD
                   AT END CONTINUE
                   NOT AT END
                       ADD 1 TO WS-SEQ
                       MOVE C-BAL TO E-BAL
                       DISPLAY WS-SEQ " " C-KEY " " C-NAME
                           E-BAL " " WS-FS
               END-READ
           END-PERFORM.
       PROCESS-REC.
           MOVE IN-KEY TO C-KEY
           EVALUATE IN-CODE
               WHEN "A"
                   MOVE IN-NAME TO C-NAME
                   MOVE IN-AMT TO C-BAL
                   WRITE C-REC
                       INVALID KEY DISPLAY "DUP " IN-KEY " " WS-FS
                       NOT INVALID KEY DISPLAY "ADD " IN-KEY " " WS-FS
                   END-WRITE
               WHEN "U"
                   READ CUST
                       INVALID KEY DISPLAY "ABSENT " IN-KEY " " WS-FS
                       NOT INVALID KEY
                           ADD IN-AMT TO C-BAL
                               ON SIZE ERROR DISPLAY "LIMIT " IN-KEY
                           END-ADD
                           REWRITE C-REC
                           DISPLAY "UPD " C-BAL " " WS-FS
                   END-READ
               WHEN "D"
                   DELETE CUST RECORD
                       INVALID KEY DISPLAY "NODEL " IN-KEY " " WS-FS
                       NOT INVALID KEY DISPLAY "DEL " IN-KEY " " WS-FS
                   END-DELETE
               WHEN "N"
                   MOVE IN-NAME TO C-NAME
                   READ CUST KEY IS C-NAME
                       INVALID KEY DISPLAY "NONAME " IN-NAME " " WS-FS
                       NOT INVALID KEY DISPLAY "FIRST " C-KEY " " WS-FS
                   END-READ
               WHEN "S"
                   START CUST KEY > C-KEY
                       INVALID KEY DISPLAY "NOTHING ABOVE " WS-FS
                       NOT INVALID KEY
                           READ CUST NEXT
                           DISPLAY "ABOVE " C-KEY " " WS-FS
                   END-START
               WHEN OTHER
                   DISPLAY "CODE " IN-CODE
           END-EVALUATE
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
