       IDENTIFICATION DIVISION.
       PROGRAM-ID. FIXCSV.
      * Turns the fixed-width customer extract into CSV.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT CUST-FILE ASSIGN TO "CUSTOMER.DAT"
               ORGANIZATION IS SEQUENTIAL.
           SELECT CSV-FILE ASSIGN TO "CUSTOMER.CSV"
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  CUST-FILE.
           COPY CUSTREC.
       FD  CSV-FILE.
       01  CSV-REC                  PIC X(60).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC 9 VALUE 0.
       01  WS-PTR                   PIC 99.
       01  WS-COUNT                 PIC 9(4) VALUE 0.
       01  WS-LONG                  PIC 9(4) VALUE 0.
       01  WS-LEN                   PIC 99.
       01  WS-LIMIT                 PIC -(5)9.99.
       01  WS-TOTAL                 PIC S9(8)V99 VALUE 0.
       01  WS-TRIM                  PIC X(20).
       01  WS-LEAD                  PIC 99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT CUST-FILE OUTPUT CSV-FILE
           MOVE "ID,NAME,CITY,SINCE,LIMIT" TO CSV-REC
           WRITE CSV-REC
           PERFORM UNTIL WS-EOF = 1
               READ CUST-FILE
                   AT END MOVE 1 TO WS-EOF
                   NOT AT END PERFORM CONVERT-ONE
               END-READ
           END-PERFORM
           CLOSE CUST-FILE CSV-FILE
           DISPLAY "CONVERTED " WS-COUNT " CUT " WS-LONG
           DISPLAY "TOTAL LIMIT " WS-TOTAL
           STOP RUN.
       CONVERT-ONE.
           ADD 1 TO WS-COUNT
           ADD CU-LIMIT TO WS-TOTAL
           MOVE CU-LIMIT TO WS-LIMIT
           MOVE 0 TO WS-LEAD
           INSPECT WS-LIMIT TALLYING WS-LEAD FOR LEADING SPACE
           ADD 1 TO WS-LEAD
           MOVE SPACES TO CSV-REC
           MOVE 1 TO WS-PTR
           STRING CU-ID DELIMITED BY SIZE
                  "," DELIMITED BY SIZE
                  CU-NAME DELIMITED BY "  "
                  ",""" DELIMITED BY SIZE
                  CU-CITY DELIMITED BY "  "
                  """," DELIMITED BY SIZE
                  CU-YEAR "-" CU-MONTH "-" CU-DAY DELIMITED BY SIZE
                  "," DELIMITED BY SIZE
                  WS-LIMIT (WS-LEAD:) DELIMITED BY SIZE
               INTO CSV-REC WITH POINTER WS-PTR
               ON OVERFLOW
                   ADD 1 TO WS-LONG
                   MOVE "*" TO CSV-REC (60:1)
           END-STRING
           DISPLAY WS-PTR " " CSV-REC (1:5) " " CU-SINCE
           WRITE CSV-REC.
