       IDENTIFICATION DIVISION.
       PROGRAM-ID. SIGNFMT.
      * Reads amounts and shows their bytes in each USAGE.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT OUTF ASSIGN TO "SIGNS.DAT"
               ORGANIZATION IS SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-VAL               PIC S9(5)V99 SIGN LEADING SEPARATE.
           05  IN-OVER              PIC S9(3).
       FD  OUTF.
       01  O-REC.
           05  O-DISP               PIC S9(5)V99.
           05  O-LEAD               PIC S9(5)V99 SIGN LEADING.
           05  O-SEPL               PIC S9(5)V99 SIGN LEADING SEPARATE.
           05  O-SEPT               PIC S9(5)V99 SIGN TRAILING SEPARATE.
           05  O-PACK               PIC S9(5)V99 COMP-3.
           05  O-UPACK              PIC 9(4) COMP-3.
           05  O-BIN                PIC S9(4) COMP.
           05  O-NAT                PIC S9(9) COMP-5.
           05  O-UNS                PIC 9(5).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-SHOW                  PIC S9(5)V99.
       01  WS-BYTES REDEFINES WS-SHOW PIC X(7).
       01  WS-OVER                  PIC S9(3).
       01  WS-OVER-BYTES REDEFINES WS-OVER PIC X(3).
       01  WS-SUM                   PIC S9(6)V99 VALUE 0.
       01  WS-POS                   PIC 99 VALUE 0.
       01  WS-NEG                   PIC 99 VALUE 0.
       01  WS-ZERO                  PIC 99 VALUE 0.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE OUTPUT OUTF
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE OUTF
           DISPLAY "SUM " WS-SUM " " WS-POS " " WS-NEG " " WS-ZERO
           STOP RUN.
       PROCESS-REC.
           MOVE IN-VAL TO O-DISP O-LEAD O-SEPL O-SEPT O-PACK O-UPACK
               O-BIN O-NAT O-UNS WS-SHOW
           WRITE O-REC
           DISPLAY "[" WS-SHOW "][" WS-BYTES "] " O-UPACK " " O-BIN
               " " O-NAT " " O-UNS
           COMPUTE WS-OVER = IN-OVER * -1
           DISPLAY "[" IN-OVER "][" WS-OVER-BYTES "]"
           ADD IN-VAL IN-OVER TO WS-SUM
           EVALUATE TRUE
               WHEN IN-VAL IS POSITIVE ADD 1 TO WS-POS
               WHEN IN-VAL IS NEGATIVE ADD 1 TO WS-NEG
               WHEN OTHER ADD 1 TO WS-ZERO
           END-EVALUATE
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
