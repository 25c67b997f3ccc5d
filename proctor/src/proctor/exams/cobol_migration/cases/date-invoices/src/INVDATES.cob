       IDENTIFICATION DIVISION.
       PROGRAM-ID. INVDATES.
      * Days late, due date and weekday by the integer date functions.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-INV               PIC X(5).
           05  IN-DATE              PIC 9(8).
           05  IN-TERMS             PIC 9(3).
           05  IN-PAID              PIC 9(8).
           05  IN-AMOUNT            PIC 9(5)V99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-INT                   PIC 9(7).
       01  WS-DUE-INT               PIC 9(7).
       01  WS-DUE                   PIC 9(8).
       01  WS-DUE-PARTS REDEFINES WS-DUE.
           05  DUE-Y                PIC 9(4).
           05  DUE-M                PIC 99.
           05  DUE-D                PIC 99.
       01  WS-PAID-INT              PIC 9(7).
       01  WS-LATE                  PIC S9(7).
       01  WS-FEE                   PIC 9(5)V99.
       01  WS-DOW                   PIC 9.
       01  WS-DAYS                  PIC X(21) VALUE
               "SUNMONTUEWEDTHUFRISAT".
       01  WS-DAY-TABLE REDEFINES WS-DAYS.
           05  WS-DAY-NAME          PIC X(3) OCCURS 7 TIMES.
       01  WS-BAD                   PIC 99 VALUE 0.
       01  WS-ON-TIME               PIC 99 VALUE 0.
       01  E-DATE                   PIC 9999/99/99.
       01  E-LATE                   PIC ---,--9.
       01  E-FEE                    PIC ZZ,ZZ9.99 BLANK WHEN ZERO.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "ON TIME " WS-ON-TIME " BAD " WS-BAD
           STOP RUN.
       PROCESS-REC.
           COMPUTE WS-INT = FUNCTION INTEGER-OF-DATE (IN-DATE)
           COMPUTE WS-PAID-INT = FUNCTION INTEGER-OF-DATE (IN-PAID)
           IF WS-INT = 0 OR WS-PAID-INT = 0
               ADD 1 TO WS-BAD
               DISPLAY IN-INV " BAD DATE " WS-INT " " WS-PAID-INT
           ELSE
               COMPUTE WS-DUE-INT = WS-INT + IN-TERMS
               COMPUTE WS-DOW = FUNCTION MOD (WS-DUE-INT 7)
      * Saturday and Sunday move on to Monday.
               EVALUATE WS-DOW
                   WHEN 6 ADD 2 TO WS-DUE-INT
                   WHEN 0 ADD 1 TO WS-DUE-INT
               END-EVALUATE
               COMPUTE WS-DUE = FUNCTION DATE-OF-INTEGER (WS-DUE-INT)
               COMPUTE WS-DOW = FUNCTION MOD (WS-DUE-INT 7)
               COMPUTE WS-LATE = WS-PAID-INT - WS-DUE-INT
               MOVE 0 TO WS-FEE
               EVALUATE TRUE
                   WHEN WS-LATE <= 0
                       ADD 1 TO WS-ON-TIME
                   WHEN WS-LATE <= 30
                       COMPUTE WS-FEE ROUNDED =
                           IN-AMOUNT * WS-LATE * 0.0005
                   WHEN WS-LATE <= 90
                       COMPUTE WS-FEE = IN-AMOUNT * 0.02
                           + IN-AMOUNT * (WS-LATE - 30) * 0.00075
                   WHEN OTHER
                       COMPUTE WS-FEE ROUNDED = IN-AMOUNT * 0.1
               END-EVALUATE
               MOVE WS-DUE TO E-DATE
               MOVE WS-LATE TO E-LATE
               MOVE WS-FEE TO E-FEE
               DISPLAY IN-INV " " E-DATE " " WS-DAY-NAME (WS-DOW + 1)
                   E-LATE " " E-FEE " " DUE-D "." DUE-M
           END-IF
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
