       IDENTIFICATION DIVISION.
       PROGRAM-ID. OPTFILES.
      * Decides by file status alone.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT CTL ASSIGN TO "CONTROL.TXT"
               ORGANIZATION IS LINE SEQUENTIAL
               FILE STATUS IS FS-CTL.
           SELECT OPTIONAL OVR ASSIGN TO "OVERRIDE.TXT"
               ORGANIZATION IS LINE SEQUENTIAL
               FILE STATUS IS FS-OVR.
           SELECT RPT ASSIGN TO "REPORT.TXT"
               ORGANIZATION IS LINE SEQUENTIAL
               FILE STATUS IS FS-RPT.
       DATA DIVISION.
       FILE SECTION.
       FD  CTL.
       01  C-REC                    PIC X(5).
       FD  OVR.
       01  O-REC                    PIC X(5).
       FD  RPT.
       01  R-REC                    PIC X(20).
       WORKING-STORAGE SECTION.
       01  FS-CTL                   PIC XX.
           88  CTL-OK               VALUE "00".
           88  CTL-END              VALUE "10".
       01  FS-OVR                   PIC XX.
           88  OVR-OK               VALUE "00" "05".
       01  FS-RPT                   PIC XX.
       01  WS-N                     PIC 99 VALUE 0.
       01  WS-O                     PIC 99 VALUE 0.
       01  WS-LINE.
           05  W-SEQ                PIC Z9.
           05  FILLER               PIC X VALUE ".".
           05  W-A                  PIC X(7).
           05  W-B                  PIC X(5).
       PROCEDURE DIVISION.
       MAIN-PARA.
           OPEN INPUT CTL
           DISPLAY "CONTROL " FS-CTL
           OPEN INPUT OVR
           DISPLAY "OVERRIDE " FS-OVR
           OPEN OUTPUT RPT
           IF NOT CTL-OK
               IF FS-OVR = "00" CLOSE OVR END-IF
               MOVE "NO CONTROL" TO R-REC
               WRITE R-REC
               CLOSE RPT
               READ CTL AT END CONTINUE END-READ
               DISPLAY "READ UNOPENED " FS-CTL
               MOVE 35 TO RETURN-CODE
               STOP RUN
           END-IF
           READ CTL
           PERFORM UNTIL CTL-END
               ADD 1 TO WS-N
               MOVE SPACES TO O-REC
               IF OVR-OK
                   READ OVR
                       AT END MOVE "NONE" TO O-REC
                       NOT AT END ADD 1 TO WS-O
                   END-READ
               END-IF
               MOVE WS-N TO W-SEQ
               MOVE C-REC TO W-A
               MOVE O-REC TO W-B
               WRITE R-REC FROM WS-LINE
               READ CTL
           END-PERFORM
           DISPLAY "END " FS-CTL " " FS-OVR " " FS-RPT
           CLOSE CTL OVR RPT
           READ CTL AT END CONTINUE END-READ
           DISPLAY "AFTER CLOSE " FS-CTL " " WS-N " " WS-O
           OPEN EXTEND RPT
           MOVE ALL "=" TO R-REC
           WRITE R-REC
           CLOSE RPT
           CLOSE RPT
           DISPLAY "TWICE " FS-RPT
           STOP RUN.
