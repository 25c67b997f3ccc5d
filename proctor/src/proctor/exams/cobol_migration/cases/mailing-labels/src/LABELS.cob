       IDENTIFICATION DIVISION.
       PROGRAM-ID. LABELS.
      * Builds a label of one line from a comma separated address.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC                   PIC X(80).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-PARTS.
           05  WS-TITLE             PIC X(6).
           05  WS-FIRST             PIC X(10).
           05  WS-LAST              PIC X(12).
           05  WS-STREET            PIC X(14).
           05  WS-ZIP               PIC X(5).
       01  WS-COUNTS.
           05  C-TITLE              PIC 99.
           05  C-FIRST              PIC 99.
           05  C-LAST               PIC 99.
           05  C-STREET             PIC 99.
           05  C-ZIP                PIC 99.
       01  WS-DELIM                 PIC X.
       01  WS-FIELDS                PIC 99.
       01  WS-UPTR                  PIC 99.
       01  WS-PTR                   PIC 99.
       01  WS-LABEL                 PIC X(30).
       01  WS-OVER                  PIC 99 VALUE 0.
       01  WS-SHORT                 PIC 99 VALUE 0.
       01  WS-STAMP                 PIC 99/99/9999.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "OVERFLOW " WS-OVER " SHORT " WS-SHORT
           MOVE 12312024 TO WS-STAMP
           STRING "0115" "1999" DELIMITED BY SIZE INTO WS-STAMP
           DISPLAY WS-STAMP
           STOP RUN.
       PROCESS-REC.
           MOVE SPACES TO WS-PARTS
           MOVE ZEROS TO WS-COUNTS
           MOVE 0 TO WS-FIELDS
           MOVE 1 TO WS-UPTR
           UNSTRING IN-REC DELIMITED BY "," OR ";"
               INTO WS-TITLE DELIMITER IN WS-DELIM COUNT IN C-TITLE
                    WS-FIRST COUNT IN C-FIRST
                    WS-LAST COUNT IN C-LAST
                    WS-STREET COUNT IN C-STREET
                    WS-ZIP COUNT IN C-ZIP
               WITH POINTER WS-UPTR
               TALLYING IN WS-FIELDS
               ON OVERFLOW
                   DISPLAY "LEFT OVER FROM " WS-UPTR
           END-UNSTRING
           IF WS-FIELDS < 5
               ADD 1 TO WS-SHORT
           END-IF
           DISPLAY WS-FIELDS " " C-TITLE C-FIRST C-LAST C-STREET C-ZIP
               " [" WS-DELIM "]"
           MOVE ALL "#" TO WS-LABEL
           MOVE 1 TO WS-PTR
           STRING WS-TITLE DELIMITED BY SPACE
                  "." DELIMITED BY SIZE
                  WS-FIRST (1:1) DELIMITED BY SIZE
                  ". " DELIMITED BY SIZE
                  WS-LAST DELIMITED BY "  "
                  "/" DELIMITED BY SIZE
                  WS-STREET DELIMITED BY "  "
                  "/" WS-ZIP DELIMITED BY SIZE
               INTO WS-LABEL WITH POINTER WS-PTR
               ON OVERFLOW ADD 1 TO WS-OVER
               NOT ON OVERFLOW SUBTRACT 1 FROM WS-PTR
           END-STRING
           DISPLAY "[" WS-LABEL "] " WS-PTR
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
