       IDENTIFICATION DIVISION.
       PROGRAM-ID. PERSONEL.
      * Groups that share names, FILLER that stays.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-CMD               PIC X.
           05  IN-PERSON.
               10  P-NAME           PIC X(8).
               10  P-PAY            PIC 9(5)V99.
               10  P-AGE            PIC 9(3).
               10  P-CODE           PIC X(3).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-PERSON.
           05  P-CODE               PIC X(2).
           05  FILLER               PIC X(2) VALUE "--".
           05  P-NAME               PIC X(10).
           05  FILLER               PIC X VALUE "/".
           05  P-PAY                PIC 9(4)V9.
           05  P-NOTE               PIC X(4) VALUE "KEEP".
           05  P-AGE                PIC 99.
       01  WS-PRINT.
           05  P-PAY                PIC Z,ZZ9.99.
           05  FILLER               PIC X(3) VALUE " | ".
           05  P-AGE                PIC ZZ9.
           05  FILLER               PIC X(3) VALUE " | ".
           05  P-NAME               PIC X(6) JUSTIFIED RIGHT.
       01  WS-TOTALS.
           05  P-PAY                PIC 9(6)V99 VALUE 0.
           05  P-AGE                PIC 9(4) VALUE 0.
           05  P-EXTRA              PIC 9(3) VALUE 7.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "TOTALS " P-PAY OF WS-TOTALS " " P-AGE OF WS-TOTALS
               " " P-EXTRA
           STOP RUN.
       PROCESS-REC.
           EVALUATE IN-CMD
               WHEN "M"
                   MOVE CORRESPONDING IN-PERSON TO WS-PERSON
               WHEN "I"
                   INITIALIZE WS-PERSON
               WHEN "R"
                   INITIALIZE WS-PERSON REPLACING NUMERIC DATA BY 9
               WHEN "A"
                   INITIALIZE WS-PERSON REPLACING ALPHANUMERIC BY "??"
               WHEN "T"
                   ADD CORRESPONDING IN-PERSON TO WS-TOTALS
                       ON SIZE ERROR DISPLAY "TOO MUCH"
                   END-ADD
               WHEN "S"
                   SUBTRACT CORRESPONDING WS-PERSON FROM WS-TOTALS
               WHEN "G"
                   MOVE IN-PERSON TO WS-PERSON
               WHEN "P"
                   MOVE CORRESPONDING WS-PERSON TO WS-PRINT
                   DISPLAY "(" WS-PRINT ")"
           END-EVALUATE
           DISPLAY IN-CMD " [" WS-PERSON "] " P-PAY OF WS-TOTALS
               " " P-AGE OF WS-TOTALS
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
