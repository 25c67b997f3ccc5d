       IDENTIFICATION DIVISION.
       PROGRAM-ID. SESSCNT.
      * Calls two subprograms; one remembers, one does not.
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
           05  IN-VAL               PIC S9(3) SIGN TRAILING SEPARATE.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
       01  WS-ARGS.
           COPY SESSARGS.
       01  WS-LITERAL               PIC 9(4) VALUE 17.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           MOVE SA-TOTAL TO RETURN-CODE
           STOP RUN.
       PROCESS-REC.
           MOVE IN-VAL TO SA-VALUE
           EVALUATE IN-CMD
               WHEN "R"
                   CALL "SESSMEM" USING WS-ARGS
               WHEN "C"
                   CALL "SESSMEM" USING BY CONTENT WS-ARGS
               WHEN "F"
                   CALL "SESSLOC" USING WS-ARGS WS-LITERAL
               WHEN "X"
                   CANCEL "SESSMEM"
                   MOVE 0 TO SA-CALLS
               WHEN "Z"
                   INITIALIZE WS-ARGS
           END-EVALUATE
           DISPLAY IN-CMD " CALLS " SA-CALLS " TOTAL " SA-TOTAL
               " SEEN " SA-SEEN " LIT " WS-LITERAL
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
