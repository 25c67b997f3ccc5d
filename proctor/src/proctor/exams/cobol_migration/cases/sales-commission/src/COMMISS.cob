       IDENTIFICATION DIVISION.
       PROGRAM-ID. COMMISS.
      * Quarterly commission; the rate comes from a subprogram.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-MAN               PIC X(5).
           05  IN-GRADE             PIC X.
           05  IN-SALES             PIC 9(6)V99.
           05  IN-RETURNS           PIC 9(5)V99.
           05  IN-TARGET            PIC 9(6).
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X VALUE "N".
           88  AT-EOF               VALUE "Y".
           COPY COMMREC.
       01  WS-NET                   PIC S9(6)V99.
       01  WS-COMM                  PIC S9(5)V99.
       01  WS-BONUS                 PIC 9(4)V99.
       01  WS-GRADES                PIC X(5) VALUE "ABCDE".
       01  WS-TOTALS.
           05  WS-GRADE-TOTAL       PIC S9(6)V99 OCCURS 5 TIMES.
       01  WS-G                     PIC 9.
       01  E-COMM                   PIC ZZ,ZZ9.99-.
       01  E-RATE                   PIC Z9.9(3).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           PERFORM READ-REC
           PERFORM PROCESS-REC UNTIL AT-EOF
           CLOSE IN-FILE
           PERFORM VARYING WS-G FROM 1 BY 1 UNTIL WS-G > 5
               IF WS-GRADE-TOTAL (WS-G) NOT = 0
                   MOVE WS-GRADE-TOTAL (WS-G) TO E-COMM
                   DISPLAY WS-GRADES (WS-G:1) " " E-COMM
               END-IF
           END-PERFORM
           MOVE CM-CALLS TO RETURN-CODE
           STOP RUN.
       PROCESS-REC.
           IF CM-CALLS = 0
               INITIALIZE WS-TOTALS
           END-IF
           COMPUTE WS-NET = IN-SALES - IN-RETURNS
           MOVE IN-GRADE TO CM-GRADE
           MOVE WS-NET TO CM-NET
           MOVE IN-TARGET TO CM-TARGET
           CALL "COMMRATE" USING COMM-AREA
           EVALUATE TRUE
               WHEN CM-OK
                   COMPUTE WS-COMM ROUNDED = WS-NET * CM-RATE / 100
                   COMPUTE WS-BONUS = CM-OVER * 0.0125
                       ON SIZE ERROR MOVE 9999.99 TO WS-BONUS
                   END-COMPUTE
                   ADD WS-BONUS TO WS-COMM
                       ON SIZE ERROR
                           DISPLAY IN-MAN " CAPPED"
                   END-ADD
                   ADD WS-COMM TO WS-GRADE-TOTAL (CM-INDEX)
                   MOVE WS-COMM TO E-COMM
                   MOVE CM-RATE TO E-RATE
                   DISPLAY IN-MAN " " E-RATE " " E-COMM " " WS-BONUS
               WHEN CM-NO-GRADE
                   DISPLAY IN-MAN " NO GRADE " IN-GRADE " " CM-REPLY
               WHEN CM-LOSS
                   DISPLAY IN-MAN " LOSS " WS-NET " " CM-REPLY
           END-EVALUATE
           PERFORM READ-REC.
       READ-REC.
           READ IN-FILE
               AT END SET AT-EOF TO TRUE
           END-READ.
