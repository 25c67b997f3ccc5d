       IDENTIFICATION DIVISION.
       PROGRAM-ID. SORTNAM.
      * The same records in three orders.
       ENVIRONMENT DIVISION.
       CONFIGURATION SECTION.
       SPECIAL-NAMES.
           ALPHABET EBC IS EBCDIC.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT IN-FILE ASSIGN TO KEYBOARD
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT SRT ASSIGN TO "SORTWK".
       DATA DIVISION.
       FILE SECTION.
       FD  IN-FILE.
       01  IN-REC.
           05  IN-NAME              PIC X(8).
           05  IN-PTS               PIC S9(3) SIGN LEADING SEPARATE.
       SD  SRT.
       01  S-REC.
           05  S-NAME               PIC X(8).
           05  S-PTS                PIC S9(3).
           05  S-SEQ                PIC 99.
       WORKING-STORAGE SECTION.
       01  WS-EOF                   PIC X.
           88  AT-EOF               VALUE "Y".
       01  WS-N                     PIC 99 VALUE 0.
       01  WS-IX                    PIC 99.
       01  WS-TABLE.
           05  WS-ENTRY             OCCURS 20 TIMES.
               10  W-NAME           PIC X(8).
               10  W-PTS            PIC S9(3).
       01  WS-PREV                  PIC X(8).
       01  WS-GROUPS                PIC 99.
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT IN-FILE
           MOVE "N" TO WS-EOF
           PERFORM UNTIL AT-EOF
               READ IN-FILE
                   AT END SET AT-EOF TO TRUE
                   NOT AT END
                       IF WS-N < 20
                           ADD 1 TO WS-N
                           MOVE IN-NAME TO W-NAME (WS-N)
                           MOVE IN-PTS TO W-PTS (WS-N)
                       ELSE
                           DISPLAY "TABLE FULL AT " IN-NAME
                       END-IF
               END-READ
           END-PERFORM
           CLOSE IN-FILE
           DISPLAY "NATIVE"
           SORT SRT ON ASCENDING KEY S-NAME
               WITH DUPLICATES IN ORDER
               INPUT PROCEDURE IS GIVE-ALL
               OUTPUT PROCEDURE IS TAKE-ALL
           DISPLAY "EBCDIC"
           SORT SRT ON ASCENDING KEY S-NAME
               WITH DUPLICATES IN ORDER
               COLLATING SEQUENCE IS EBC
               INPUT PROCEDURE IS GIVE-ALL
               OUTPUT PROCEDURE IS TAKE-ALL
           DISPLAY "POINTS"
           SORT SRT ON DESCENDING KEY S-PTS
               ON ASCENDING KEY S-NAME
               WITH DUPLICATES IN ORDER
               COLLATING SEQUENCE IS EBC
               INPUT PROCEDURE IS GIVE-ALL
               OUTPUT PROCEDURE IS TAKE-ALL
           STOP RUN.
       GIVE-ALL.
           PERFORM VARYING WS-IX FROM 1 BY 1 UNTIL WS-IX > WS-N
               MOVE W-NAME (WS-IX) TO S-NAME
               MOVE W-PTS (WS-IX) TO S-PTS
               MOVE WS-IX TO S-SEQ
               RELEASE S-REC
           END-PERFORM.
       TAKE-ALL.
           MOVE "N" TO WS-EOF
           MOVE LOW-VALUES TO WS-PREV
           MOVE 0 TO WS-GROUPS
           PERFORM UNTIL AT-EOF
               RETURN SRT AT END SET AT-EOF TO TRUE
                   NOT AT END
                       IF S-NAME NOT = WS-PREV
                           ADD 1 TO WS-GROUPS
                           MOVE S-NAME TO WS-PREV
                       END-IF
                       DISPLAY S-SEQ " " S-NAME " " S-PTS
               END-RETURN
           END-PERFORM
           DISPLAY "NAMES " WS-GROUPS " LAST INDEX " WS-IX.
