       IDENTIFICATION DIVISION.
       PROGRAM-ID. EDITAMT.
      * Cheque writing: pictures of all kinds.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-VAL               PIC S9(6)V999 SIGN LEADING SEPARATE.
           05  IN-TEXT              PIC X(8).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  E-1                      PIC ZZZ,ZZ9.99-.
       01  E-2                      PIC $$$,$$9.99CR.
       01  E-3                      PIC ***,**9.99.
       01  E-4                      PIC +++,++9.
       01  E-5                      PIC -9(3).99.
       01  E-6                      PIC Z(4).ZZ.
       01  E-7                      PIC $ZZ9.99DB.
       01  E-8                      PIC ---,---.
       01  E-9                      PIC ZZ9.9 BLANK WHEN ZERO.
       01  E-10                     PIC 9(3)B9(3)/99.
       01  E-11                     PIC X(3)BX(3)0X.
       01  E-12                     PIC +Z,ZZ9.9.
       01  E-13                     PIC **,***.**.
       01  WS-BACK                  PIC S9(6)V99.
       01  WS-COUNT                 PIC 99 VALUE 0.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           DISPLAY "AMOUNTS " WS-COUNT
           STOP RUN.
       PROCESS-REC.
           ADD 1 TO WS-COUNT
           MOVE IN-VAL TO E-1 E-2 E-3 E-4 E-5 E-6 E-7 E-8 E-9 E-10
           MOVE IN-VAL TO E-12 E-13
           MOVE IN-TEXT TO E-11
           DISPLAY "[" E-1 "][" E-2 "][" E-3 "][" E-4 "]"
           DISPLAY "[" E-5 "][" E-6 "][" E-7 "][" E-8 "]"
           DISPLAY "[" E-9 "][" E-10 "][" E-11 "][" E-12 "][" E-13 "]"
           COMPUTE E-1 ROUNDED = IN-VAL * 1.1
               ON SIZE ERROR MOVE 0 TO E-1
           END-COMPUTE
           MOVE E-1 TO WS-BACK
           DISPLAY "[" E-1 "] " WS-BACK
           IF E-6 = SPACES
               DISPLAY "  NOTHING"
           END-IF
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
