       IDENTIFICATION DIVISION.
       PROGRAM-ID. BANKSTMT.
      * Monthly statements: sorts the postings, prints a statement
      * for each account with page headings, charges and interest,
      * writes the new balances and a control report.
       ENVIRONMENT DIVISION.
       CONFIGURATION SECTION.
       SPECIAL-NAMES.
           ALPHABET EBC IS EBCDIC.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT BAL-IN ASSIGN TO "BALANCE.OLD"
               ORGANIZATION IS SEQUENTIAL
               FILE STATUS IS FS-BAL.
           SELECT POST-IN ASSIGN TO "POSTINGS.TXT"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT BAL-OUT ASSIGN TO "BALANCE.NEW"
               ORGANIZATION IS SEQUENTIAL.
           SELECT STMT ASSIGN TO "STATEMNT.PRT"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT SRT ASSIGN TO "SORTWK".
       DATA DIVISION.
       FILE SECTION.
       FD  BAL-IN.
           COPY BALREC REPLACING ==:P:== BY ==BI==.
       FD  BAL-OUT.
           COPY BALREC REPLACING ==:P:== BY ==BO==.
       FD  POST-IN.
       01  P-REC.
           05  P-ACCT               PIC X(5).
           05  P-DAY                PIC 99.
           05  P-KIND               PIC X.
           05  P-AMT                PIC 9(5)V99.
           05  P-TEXT               PIC X(12).
       SD  SRT.
       01  S-REC.
           05  S-ACCT               PIC X(5).
           05  S-DAY                PIC 99.
           05  S-KIND               PIC X.
               88  S-CREDIT         VALUE "C" "I".
               88  S-DEBIT          VALUE "D" "K" "F".
           05  S-AMT                PIC 9(5)V99.
           05  S-TEXT               PIC X(12).
       FD  STMT.
       01  ST-REC                   PIC X(60).
       WORKING-STORAGE SECTION.
       01  FS-BAL                   PIC XX.
       01  WS-SWITCHES.
           05  WS-POST-EOF          PIC X VALUE "N".
               88  POST-EOF         VALUE "Y".
           05  WS-SORT-EOF          PIC X VALUE "N".
               88  SORT-EOF         VALUE "Y".
           05  WS-BAL-EOF           PIC X VALUE "N".
               88  BAL-EOF          VALUE "Y".
       01  WS-COUNTERS COMP-3.
           05  WS-ACCOUNTS          PIC 9(3) VALUE 0.
           05  WS-POSTINGS          PIC 9(3) VALUE 0.
           05  WS-REJECTS           PIC 9(3) VALUE 0.
           05  WS-ORPHANS           PIC 9(3) VALUE 0.
       01  WS-PAGE                  PIC 99 VALUE 0.
       01  WS-LINE                  PIC 99 VALUE 0.
       01  WS-PAGE-SIZE             PIC 99 VALUE 7.
       01  WS-BALANCE               PIC S9(6)V99.
       01  WS-OPENING               PIC S9(6)V99.
       01  WS-LAST-DAY              PIC 99.
       01  WS-DAYS                  PIC 99.
       01  WS-PRODUCT               PIC S9(9)V99.
       01  WS-INTEREST              PIC S9(4)V99.
       01  WS-CHARGE                PIC 9(3)V99.
       01  WS-DEBITS                PIC 9(3).
       01  WS-TOTAL-IN              PIC S9(7)V99 VALUE 0.
       01  WS-TOTAL-OUT             PIC S9(7)V99 VALUE 0.
       01  WS-TOTAL-CR              PIC 9(7)V99 VALUE 0.
       01  WS-TOTAL-DB              PIC 9(7)V99 VALUE 0.
       01  WS-CHECK                 PIC S9(7)V99.
       01  WS-FEE-LIST              PIC X(12) VALUE "002500150010".
       01  FILLER REDEFINES WS-FEE-LIST.
           05  WS-FEE               PIC 99V99 OCCURS 3 TIMES.
       01  WS-FEE-IX                PIC 9.
       01  H-1.
           05  FILLER               PIC X(10) VALUE "STATEMENT".
           05  H-ACCT               PIC X(7).
           05  H-NAME               PIC X(20).
           05  FILLER               PIC X(5) VALUE "PAGE".
           05  H-PAGE               PIC Z9.
       01  H-2.
           05  FILLER               PIC X(24) VALUE "DAY TEXT".
           05  FILLER               PIC X(16) VALUE "AMOUNT".
           05  FILLER               PIC X(7) VALUE "BALANCE".
       01  D-1.
           05  D-DAY                PIC Z9.
           05  FILLER               PIC XX VALUE SPACES.
           05  D-TEXT               PIC X(12).
           05  D-AMT                PIC ZZZ,ZZ9.99-.
           05  D-BAL                PIC Z,ZZZ,ZZ9.99DB.
           05  D-MARK               PIC X(3).
       01  W-1.
           05  W-LABEL              PIC X(16).
           05  W-AMT                PIC --,---,--9.99.
       PROCEDURE DIVISION.
       MAIN-SECTION SECTION.
       MAIN-PARA.
           OPEN INPUT BAL-IN
           IF FS-BAL NOT = "00"
               DISPLAY "NO BALANCES, STATUS " FS-BAL
               MOVE 16 TO RETURN-CODE
               STOP RUN
           END-IF
           OPEN INPUT POST-IN OUTPUT BAL-OUT STMT
           SORT SRT ON ASCENDING KEY S-ACCT S-DAY
               ON DESCENDING KEY S-KIND
               WITH DUPLICATES IN ORDER
               COLLATING SEQUENCE IS EBC
               INPUT PROCEDURE IS TAKE-POSTINGS
               OUTPUT PROCEDURE IS MAKE-STATEMENTS
           CLOSE BAL-IN POST-IN BAL-OUT STMT
           PERFORM CONTROL-REPORT THRU CONTROL-EXIT
           STOP RUN.

       TAKE-POSTINGS SECTION.
       TAKE-START.
           READ POST-IN AT END SET POST-EOF TO TRUE END-READ.
           IF POST-EOF
               GO TO TAKE-EXIT.
           EVALUATE TRUE
               WHEN P-DAY < 1 OR P-DAY > 31
                   ADD 1 TO WS-REJECTS
                   DISPLAY "BAD DAY " P-REC
               WHEN P-KIND NOT = "C" AND "D" AND "K"
                   ADD 1 TO WS-REJECTS
                   DISPLAY "BAD KIND " P-REC
               WHEN OTHER
                   MOVE P-REC TO S-REC
                   RELEASE S-REC
                   ADD 1 TO WS-POSTINGS
           END-EVALUATE.
           GO TO TAKE-START.
       TAKE-EXIT.
           EXIT.

       MAKE-STATEMENTS SECTION.
       MAKE-START.
           PERFORM NEXT-POSTING
           PERFORM NEXT-BALANCE
           PERFORM UNTIL SORT-EOF AND BAL-EOF
               EVALUATE TRUE
                   WHEN BAL-EOF
                       PERFORM ORPHAN
                   WHEN SORT-EOF
                       PERFORM ONE-ACCOUNT
                   WHEN S-ACCT < BI-ACCT
                       PERFORM ORPHAN
                   WHEN OTHER
                       PERFORM ONE-ACCOUNT
               END-EVALUATE
           END-PERFORM
           GO TO MAKE-EXIT.
       NEXT-POSTING.
           RETURN SRT
               AT END
                   SET SORT-EOF TO TRUE
                   MOVE HIGH-VALUES TO S-ACCT
           END-RETURN.
       NEXT-BALANCE.
           READ BAL-IN AT END SET BAL-EOF TO TRUE END-READ.
       ORPHAN.
           ADD 1 TO WS-ORPHANS
           DISPLAY "NO ACCOUNT " S-ACCT " " S-DAY " " S-AMT
           PERFORM NEXT-POSTING.
       ONE-ACCOUNT.
           ADD 1 TO WS-ACCOUNTS
           MOVE BI-BALANCE TO WS-BALANCE WS-OPENING
           ADD BI-BALANCE TO WS-TOTAL-IN
           MOVE 0 TO WS-PRODUCT WS-DEBITS WS-PAGE
           MOVE 1 TO WS-LAST-DAY
           PERFORM NEW-PAGE
           PERFORM ONE-POSTING
               UNTIL SORT-EOF OR S-ACCT NOT = BI-ACCT
           MOVE 31 TO WS-DAYS
           SUBTRACT WS-LAST-DAY FROM WS-DAYS
           PERFORM ADD-PRODUCT
           PERFORM CHARGE-ACCOUNT
           PERFORM INTEREST-ACCOUNT
           MOVE BI-REC TO BO-REC
           MOVE WS-BALANCE TO BO-BALANCE
           IF WS-BALANCE < 0
               ADD 1 TO BO-OVERDRAWN
               IF BO-OVERDRAWN > 2
                   SET BO-BLOCKED TO TRUE
               END-IF
           ELSE
               MOVE 0 TO BO-OVERDRAWN
           END-IF
           WRITE BO-REC
           ADD WS-BALANCE TO WS-TOTAL-OUT
           MOVE "CLOSING" TO W-LABEL
           MOVE WS-BALANCE TO W-AMT
           WRITE ST-REC FROM W-1
           PERFORM NEXT-BALANCE.
       ONE-POSTING.
           COMPUTE WS-DAYS = S-DAY - WS-LAST-DAY
           PERFORM ADD-PRODUCT
           MOVE S-DAY TO WS-LAST-DAY
           MOVE SPACES TO D-MARK
           IF S-CREDIT
               ADD S-AMT TO WS-BALANCE
                   ON SIZE ERROR
                       ADD 1 TO WS-REJECTS END-ADD
                       MOVE "***" TO D-MARK
                   NOT ON SIZE ERROR
                       ADD S-AMT TO WS-TOTAL-CR END-ADD
               END-ADD
               MOVE S-AMT TO D-AMT
           ELSE
               IF BI-BLOCKED OR WS-BALANCE - S-AMT < BI-LIMIT * -1
                   MOVE "REF" TO D-MARK
                   ADD 1 TO WS-REJECTS
               ELSE
                   SUBTRACT S-AMT FROM WS-BALANCE
                   ADD S-AMT TO WS-TOTAL-DB
                   ADD 1 TO WS-DEBITS
               END-IF
               COMPUTE D-AMT = S-AMT * -1
           END-IF
           MOVE S-DAY TO D-DAY
           MOVE S-TEXT TO D-TEXT
           PERFORM PRINT-LINE
           PERFORM NEXT-POSTING.
       ADD-PRODUCT.
           IF WS-BALANCE > 0
               COMPUTE WS-PRODUCT = WS-PRODUCT + WS-BALANCE * WS-DAYS
           END-IF.
       CHARGE-ACCOUNT.
           MOVE 0 TO WS-CHARGE
           EVALUATE WS-DEBITS
               WHEN 0
                   CONTINUE
               WHEN 1 THRU 3
                   MOVE 1 TO WS-FEE-IX
                   MULTIPLY WS-DEBITS BY WS-FEE (WS-FEE-IX)
                       GIVING WS-CHARGE
               WHEN 4 THRU 6
                   MOVE 2 TO WS-FEE-IX
                   MULTIPLY WS-DEBITS BY WS-FEE (WS-FEE-IX)
                       GIVING WS-CHARGE
               WHEN OTHER
                   MOVE 3 TO WS-FEE-IX
                   COMPUTE WS-CHARGE =
                       6 * WS-FEE (2) + (WS-DEBITS - 6) * WS-FEE (3)
           END-EVALUATE
           IF BI-STAFF
               DIVIDE 2 INTO WS-CHARGE ROUNDED
           END-IF
           IF WS-CHARGE > 0
               SUBTRACT WS-CHARGE FROM WS-BALANCE
               ADD WS-CHARGE TO WS-TOTAL-DB
               MOVE 31 TO D-DAY
               MOVE "CHARGES" TO D-TEXT
               COMPUTE D-AMT = 0 - WS-CHARGE
               MOVE SPACES TO D-MARK
               PERFORM PRINT-LINE
           END-IF.
       INTEREST-ACCOUNT.
           COMPUTE WS-INTEREST ROUNDED =
               WS-PRODUCT * BI-RATE / 36500
               ON SIZE ERROR
                   MOVE 0 TO WS-INTEREST
                   DISPLAY "INTEREST TOO LARGE " BI-ACCT
           END-COMPUTE
           IF WS-OPENING < 0
               COMPUTE WS-INTEREST = WS-INTEREST
                   + WS-OPENING * 0.0145
           END-IF
           IF WS-INTEREST NOT = 0
               ADD WS-INTEREST TO WS-BALANCE
               IF WS-INTEREST > 0
                   ADD WS-INTEREST TO WS-TOTAL-CR
               ELSE
                   SUBTRACT WS-INTEREST FROM WS-TOTAL-DB
               END-IF
               MOVE 31 TO D-DAY
               MOVE "INTEREST" TO D-TEXT
               MOVE WS-INTEREST TO D-AMT
               MOVE SPACES TO D-MARK
               PERFORM PRINT-LINE
           END-IF.
       PRINT-LINE.
           IF WS-LINE >= WS-PAGE-SIZE
               PERFORM NEW-PAGE
           END-IF
           MOVE WS-BALANCE TO D-BAL
           WRITE ST-REC FROM D-1
           ADD 1 TO WS-LINE.
       NEW-PAGE.
           ADD 1 TO WS-PAGE
           MOVE WS-PAGE TO H-PAGE
           MOVE BI-ACCT TO H-ACCT
           MOVE BI-NAME TO H-NAME
           WRITE ST-REC FROM H-1
           WRITE ST-REC FROM H-2
           MOVE "BROUGHT FORWARD" TO W-LABEL
           MOVE WS-BALANCE TO W-AMT
           WRITE ST-REC FROM W-1
           MOVE 3 TO WS-LINE.
       MAKE-EXIT.
           EXIT.

       REPORT-SECTION SECTION.
       CONTROL-REPORT.
           DISPLAY "ACCOUNTS " WS-ACCOUNTS " POSTINGS " WS-POSTINGS
           DISPLAY "REJECTS " WS-REJECTS " ORPHANS " WS-ORPHANS
           DISPLAY "IN  " WS-TOTAL-IN
           DISPLAY "CR  " WS-TOTAL-CR
           DISPLAY "DB  " WS-TOTAL-DB
           DISPLAY "OUT " WS-TOTAL-OUT.
       CONTROL-CHECK.
           COMPUTE WS-CHECK = WS-TOTAL-IN + WS-TOTAL-CR - WS-TOTAL-DB
               - WS-TOTAL-OUT
           IF WS-CHECK = 0
               DISPLAY "BALANCED"
               GO TO CONTROL-EXIT.
           DISPLAY "OUT OF BALANCE BY " WS-CHECK.
           MOVE 8 TO RETURN-CODE.
       CONTROL-EXIT.
           EXIT.
