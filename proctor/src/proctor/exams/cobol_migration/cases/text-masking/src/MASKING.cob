       IDENTIFICATION DIVISION.
       PROGRAM-ID. MASKING.
      * Moves within one field, INSPECT, reference modification.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-OP                PIC X.
           05  IN-FROM              PIC 99.
           05  IN-LEN               PIC 99.
           05  IN-TEXT              PIC X(16).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-TEXT                  PIC X(16).
       01  WS-HALVES REDEFINES WS-TEXT.
           05  WS-H1                PIC X(8).
           05  WS-H2                PIC X(8).
       01  WS-N                     PIC 99.
       01  WS-M                     PIC 99.
       01  WS-TO                    PIC 99.
       01  WS-RIGHT                 PIC X(10) JUSTIFIED RIGHT.
       01  WS-SHORT                 PIC X(5).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           STOP RUN.
       PROCESS-REC.
           MOVE IN-TEXT TO WS-TEXT
           MOVE 0 TO WS-N WS-M
           EVALUATE IN-OP
               WHEN "S"
                   COMPUTE WS-TO = IN-FROM + 1
                   MOVE WS-TEXT (IN-FROM:IN-LEN)
                       TO WS-TEXT (WS-TO:IN-LEN)
               WHEN "L"
                   COMPUTE WS-TO = IN-FROM - 1
                   MOVE WS-TEXT (IN-FROM:IN-LEN)
                       TO WS-TEXT (WS-TO:IN-LEN)
               WHEN "M"
                   MOVE ALL "*" TO WS-TEXT (IN-FROM:IN-LEN)
                   INSPECT IN-TEXT TALLYING WS-N FOR CHARACTERS
                       BEFORE INITIAL SPACE
               WHEN "H"
                   MOVE WS-H2 TO WS-H1
                   MOVE SPACES TO WS-H2 (IN-FROM:)
               WHEN "R"
                   INSPECT WS-TEXT REPLACING ALL "A" BY "4"
                       FIRST "E" BY "3" AFTER INITIAL "-"
                       LEADING "0" BY " "
                   INSPECT WS-TEXT TALLYING WS-N FOR ALL "4"
                       WS-M FOR LEADING SPACE
               WHEN "C"
                   INSPECT WS-TEXT CONVERTING "abcxyz" TO "ABCXYZ"
                       BEFORE INITIAL "."
                   INSPECT WS-TEXT TALLYING WS-N FOR ALL "AB"
               WHEN "J"
                   MOVE WS-TEXT (IN-FROM:IN-LEN) TO WS-RIGHT WS-SHORT
                   DISPLAY "(" WS-RIGHT ")(" WS-SHORT ")"
           END-EVALUATE
           DISPLAY IN-OP " [" WS-TEXT "] " WS-N " " WS-M
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
