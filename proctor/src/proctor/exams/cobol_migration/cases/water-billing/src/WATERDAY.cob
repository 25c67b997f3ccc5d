       IDENTIFICATION DIVISION.
       PROGRAM-ID. WATERDAY.
      * Days between two dates. Counts its calls until cancelled.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-CALLS                 PIC 9 VALUE 0.
       LOCAL-STORAGE SECTION.
       01  LS-FROM                  PIC 9(7) VALUE 0.
       01  LS-TO                    PIC 9(7) VALUE 0.
       01  LS-STEPS                 PIC 9 VALUE 0.
       LINKAGE SECTION.
       01  LK-ARGS.
           COPY DAYARGS.
       PROCEDURE DIVISION USING LK-ARGS.
       DAY-START.
           ADD 1 TO WS-CALLS
           MOVE WS-CALLS TO DA-CALLS
           SET DA-GOOD TO TRUE
           COMPUTE LS-FROM = FUNCTION INTEGER-OF-DATE (DA-FROM)
           COMPUTE LS-TO = FUNCTION INTEGER-OF-DATE (DA-TO)
           IF LS-FROM = 0 OR LS-TO = 0
               SET DA-BAD TO TRUE
               ADD 1 TO LS-STEPS
           END-IF
           IF LS-TO < LS-FROM
               SET DA-BAD TO TRUE
               ADD 2 TO LS-STEPS
           END-IF
           SUBTRACT LS-FROM FROM LS-TO GIVING DA-DAYS
           IF LS-STEPS > 0
               MOVE LS-STEPS TO DA-DAYS
           END-IF
           GOBACK.
