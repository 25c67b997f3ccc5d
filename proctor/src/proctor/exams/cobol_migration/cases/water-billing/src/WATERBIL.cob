       IDENTIFICATION DIVISION.
       PROGRAM-ID. WATERBIL.
      * Quarterly billing of a water works. Reads who runs it and for
      * which day, the tariff if there is one, and the readings; sorts
      * these into the order of the customer file, bills, prints, and
      * writes the customers anew and a journal for the ledger.
       ENVIRONMENT DIVISION.
       CONFIGURATION SECTION.
       OBJECT-COMPUTER.
           WATERWORKS PROGRAM COLLATING SEQUENCE IS EBC.
       SPECIAL-NAMES.
           ALPHABET EBC IS EBCDIC.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT OPTIONAL TARIFF ASSIGN TO "TARIFF.TXT"
               ORGANIZATION IS LINE SEQUENTIAL
               FILE STATUS IS FS-TARIFF.
           SELECT CUST-IN ASSIGN TO "CUSTOMER.DAT"
               ORGANIZATION IS SEQUENTIAL
               FILE STATUS IS FS-CUST.
           SELECT CUST-OUT ASSIGN TO "CUSTOMER.NEW"
               ORGANIZATION IS SEQUENTIAL.
           SELECT READINGS ASSIGN TO "READINGS.TXT"
               ORGANIZATION IS LINE SEQUENTIAL
               FILE STATUS IS FS-READ.
           SELECT JOURNAL ASSIGN TO "JOURNAL.LOG"
               ORGANIZATION IS SEQUENTIAL.
           SELECT BILLS ASSIGN TO "BILLS.PRT"
               ORGANIZATION IS LINE SEQUENTIAL.
           SELECT SRT ASSIGN TO "SORTWK".
       DATA DIVISION.
       FILE SECTION.
       FD  TARIFF.
       01  TA-REC.
           05  TA-LIMIT             PIC 9(4).
           05  TA-PRICE             PIC 9V9(4).
       FD  CUST-IN.
       01  CI-REC.
           COPY CUSTREC.
       FD  CUST-OUT.
       01  CO-REC                   PIC X(54).
       FD  READINGS.
       01  RD-REC.
           05  RD-NUMBER            PIC X(6).
           05  RD-DATE              PIC 9(8).
           05  RD-METER             PIC 9(5).
           05  RD-KIND              PIC X.
           05  RD-NOTE              PIC X(10).
       FD  JOURNAL RECORD IS VARYING IN SIZE FROM 8 TO 40 CHARACTERS
           DEPENDING ON WS-JR-SIZE.
       01  JR-REC.
           05  JR-KIND              PIC X(2).
           05  JR-NUMBER            PIC X(6).
           05  JR-TEXT              PIC X(32).
       FD  BILLS.
       01  BL-REC                   PIC X(64).
       SD  SRT.
       01  S-REC.
           05  S-NUMBER             PIC X(6).
           05  S-DATE               PIC 9(8).
           05  S-METER              PIC 9(5).
           05  S-KIND               PIC X.
               88  S-READ           VALUE "R".
               88  S-GUESS          VALUE "E".
               88  S-PAID           VALUE "P".
           05  S-NOTE               PIC X(10).
       WORKING-STORAGE SECTION.
       01  FS-TARIFF                PIC XX.
       01  FS-CUST                  PIC XX.
       01  FS-READ                  PIC XX.
       01  WS-RUN.
           05  WS-RUN-DATE          PIC 9(8).
           05  WS-RUN-USER          PIC X(5).
           05  WS-RUN-MODE          PIC X(4).
               88  MODE-TEST        VALUE "TEST".
       01  WS-SWITCHES.
           05  WS-READ-EOF          PIC X VALUE "N".
               88  READ-EOF         VALUE "Y".
           05  WS-SORT-EOF          PIC X VALUE "N".
               88  SORT-EOF         VALUE "Y".
           05  WS-CUST-EOF          PIC X VALUE "N".
               88  CUST-EOF         VALUE "Y".
           05  WS-TARIFF-EOF        PIC X VALUE "N".
               88  TARIFF-EOF       VALUE "Y".
       01  WS-TARIFF.
           05  WS-STEPS             PIC 9 VALUE 0.
           05  WS-STEP              OCCURS 1 TO 5 TIMES
                                    DEPENDING ON WS-STEPS.
               10  WS-LIMIT         PIC 9(4).
               10  WS-PRICE         PIC 9V9(4).
       01  WS-STEP-IX               PIC 9.
       01  WS-JR-SIZE               PIC 99.
       01  WS-PTR                   PIC 99.
       01  WS-COUNTERS COMP-3.
           05  WS-TAKEN             PIC 9(3) VALUE 0.
           05  WS-BAD               PIC 9(3) VALUE 0.
           05  WS-STRAYS            PIC 9(3) VALUE 0.
           05  WS-BILLED            PIC 9(3) VALUE 0.
       01  WS-QUARTER.
           05  WS-MONTH             PIC 9(2) OCCURS 3 TIMES.
           05  WS-CARRY             PIC 9(2).
           05  FILLER               PIC X(2) VALUE "##".
       01  WS-QUARTER-X REDEFINES WS-QUARTER PIC X(10).
       01  WS-IX                    PIC 9.
       01  WS-JX                    PIC 99.
       01  WS-SEEN                  PIC 9.
       01  WS-USE                   PIC S9(5).
       01  WS-LEFT                  PIC S9(5).
       01  WS-SLICE                 PIC S9(5).
       01  WS-FLOOR                 PIC 9(4).
       01  WS-NET                   PIC S9(5)V99.
       01  WS-TAX                   PIC S9(4)V99.
       01  WS-FEE                   PIC 9(2)V99.
       01  WS-GROSS                 PIC S9(5)V99.
       01  WS-PAID                  PIC S9(5)V99.
       01  WS-DAILY                 PIC S9(3)V9(3).
       01  WS-YEARLY                PIC S9(5).
       01  WS-MEAN                  COMP-2.
       01  WS-MEAN-SHOWN            PIC 9(3)V9(4).
       01  WS-SHARE                 PIC S9(3)V9.
       01  WS-EVEN                  PIC S9(5).
       01  WS-WEEK                  PIC S9(3).
       01  WS-REST                  PIC S9(3).
       01  WS-OLD-BALANCE           PIC S9(5)V99.
       01  WS-AREA                  PIC X(2) VALUE SPACES.
       01  WS-AREA-TOTALS.
           05  AT-BILLS             PIC 9(3) VALUE 0.
           05  AT-USE               PIC S9(6) VALUE 0.
           05  AT-GROSS             PIC S9(6)V99 VALUE 0.
       01  WS-ALL-TOTALS.
           05  AT-BILLS             PIC 9(4) VALUE 0.
           05  AT-USE               PIC S9(7) VALUE 0.
           05  AT-GROSS             PIC S9(7)V99 VALUE 0.
       01  WS-PAGE                  PIC 99 VALUE 0.
       01  WS-LINE                  PIC 99 VALUE 99.
       01  WS-STAMP                 PIC 99/99/9999.
       01  WS-STAMP-X REDEFINES WS-STAMP PIC X(10).
       01  WS-CODE                  PIC X(8).
       01  WS-DAY-ARGS.
           COPY DAYARGS.
       01  H-1.
           05  FILLER               PIC X(12) VALUE "WATER BILLS".
           05  H-STAMP              PIC X(10).
           05  FILLER               PIC X(6) VALUE "  BY".
           05  H-USER               PIC X(7) JUSTIFIED RIGHT.
           05  FILLER               PIC X(6) VALUE "  PAGE".
           05  H-PAGE               PIC Z9.
       01  H-2.
           05  FILLER               PIC X(8) VALUE "AREA".
           05  H-AREA               PIC X(2).
       01  D-1.
           05  D-NUMBER             PIC X(7).
           05  D-NAME               PIC X(12).
           05  D-USE                PIC ----9.
           05  D-NET                PIC ZZ,ZZ9.99-.
           05  D-TAX                PIC Z,ZZ9.99 BLANK WHEN ZERO.
           05  D-GROSS              PIC $$,$$9.99CR.
           05  D-MARK               PIC X(3).
       01  T-1.
           05  T-LABEL              PIC X(10).
           05  T-BILLS              PIC ZZ9.
           05  T-USE                PIC -(6)9.
           05  T-GROSS              PIC --,---,--9.99.
           05  T-SHARE              PIC -(3)9.9.
       PROCEDURE DIVISION.
       MAIN-SECTION SECTION.
       MAIN-PARA.
           PERFORM ASK-WHO THRU ASK-EXIT
           OPEN INPUT CUST-IN
           IF FS-CUST NOT = "00"
               DISPLAY "CUSTOMERS " FS-CUST
               MOVE 300 TO RETURN-CODE
               STOP RUN
           END-IF
           PERFORM LOAD-TARIFF
           OPEN OUTPUT CUST-OUT JOURNAL BILLS
           SORT SRT ON ASCENDING KEY S-NUMBER S-DATE
               WITH DUPLICATES IN ORDER
               COLLATING SEQUENCE IS EBC
               INPUT PROCEDURE IS TAKE-READINGS
               OUTPUT PROCEDURE IS MAKE-BILLS
           CLOSE CUST-IN CUST-OUT JOURNAL BILLS
           PERFORM LAST-WORDS
           STOP RUN.
       ASK-WHO.
           ACCEPT WS-RUN-DATE
           ACCEPT WS-RUN-USER
           IF WS-RUN-USER = SPACES
               MOVE "NIGHT" TO WS-RUN-USER
               GO TO ASK-STAMP.
           ACCEPT WS-RUN-MODE.
           IF MODE-TEST
               DISPLAY "TEST RUN"
               IF WS-RUN-USER = "BOSS"
                   DISPLAY "HELLO BOSS"
           ELSE
               DISPLAY "NOT THE BOSS".
               DISPLAY "USER [" WS-RUN-USER "] [" WS-RUN-MODE "]".
       ASK-STAMP.
           MOVE WS-RUN-DATE TO WS-STAMP
           MOVE WS-STAMP-X TO H-STAMP
           STRING WS-RUN-DATE (1:4) "W" WS-RUN-USER DELIMITED BY SPACE
               INTO WS-STAMP
           DISPLAY "STAMP " WS-STAMP-X.
       ASK-EXIT.
           EXIT.
       LOAD-TARIFF.
           OPEN INPUT TARIFF
           IF FS-TARIFF = "05"
               DISPLAY "NO TARIFF"
               SET TARIFF-EOF TO TRUE
           END-IF
           PERFORM UNTIL TARIFF-EOF
               READ TARIFF
                   AT END
                       SET TARIFF-EOF TO TRUE
                   NOT AT END
                       PERFORM KEEP-STEP
               END-READ
           END-PERFORM
           CLOSE TARIFF
           IF WS-STEPS = 0
               MOVE 2 TO WS-STEPS
               MOVE 30 TO WS-LIMIT (1)
               MOVE 1.2345 TO WS-PRICE (1)
               MOVE 9999 TO WS-LIMIT (2)
               MOVE 2.0575 TO WS-PRICE (2)
           END-IF
           DISPLAY "TARIFF " WS-TARIFF.
       KEEP-STEP.
           IF WS-STEPS < 5
               ADD 1 TO WS-STEPS
               MOVE TA-LIMIT TO WS-LIMIT (WS-STEPS)
               MOVE TA-PRICE TO WS-PRICE (WS-STEPS)
           ELSE
               DISPLAY "STEP IGNORED " TA-REC
           END-IF.

       TAKE-READINGS SECTION.
       TAKE-START.
           OPEN INPUT READINGS
           IF FS-READ = "35"
               DISPLAY "NO READINGS"
               GO TO TAKE-EXIT.
           PERFORM UNTIL READ-EOF
               READ READINGS
                   AT END
                       SET READ-EOF TO TRUE
                   NOT AT END
                       PERFORM CHECK-READING
               END-READ
           END-PERFORM
           CLOSE READINGS
           GO TO TAKE-EXIT.
       CHECK-READING.
           MOVE RD-REC TO S-REC
           EVALUATE TRUE ALSO TRUE
               WHEN RD-NUMBER = SPACES ALSO ANY
                   ADD 1 TO WS-BAD
               WHEN S-READ ALSO RD-METER NUMERIC
               WHEN S-GUESS ALSO RD-METER NUMERIC
               WHEN S-PAID ALSO RD-METER NUMERIC
                   PERFORM CHECK-DATE
                   IF DA-GOOD
                       RELEASE S-REC
                       ADD 1 TO WS-TAKEN
                   ELSE
                       ADD 1 TO WS-BAD
                       DISPLAY "BAD DATE " RD-NUMBER " " RD-DATE " "
                           DA-DAYS " CALL " DA-CALLS
                   END-IF
               WHEN OTHER
                   ADD 1 TO WS-BAD
                   DISPLAY "BAD READING [" RD-REC "]"
           END-EVALUATE.
       CHECK-DATE.
           MOVE RD-DATE TO DA-FROM
           MOVE WS-RUN-DATE TO DA-TO
           CALL "WATERDAY" USING WS-DAY-ARGS
           IF DA-CALLS = 9
               CANCEL "WATERDAY"
           END-IF.
       TAKE-EXIT.
           EXIT.

       MAKE-BILLS SECTION.
       MAKE-START.
           PERFORM NEXT-READING
           PERFORM NEXT-CUSTOMER
           PERFORM UNTIL SORT-EOF AND CUST-EOF
               EVALUATE TRUE
                   WHEN CUST-EOF
                       PERFORM STRAY-READING
                   WHEN SORT-EOF
                       PERFORM ONE-CUSTOMER
                   WHEN S-NUMBER < CU-NUMBER
                       PERFORM STRAY-READING
                   WHEN OTHER
                       PERFORM ONE-CUSTOMER
               END-EVALUATE
           END-PERFORM
           IF WS-AREA NOT = SPACES
               PERFORM END-AREA
           END-IF
           GO TO MAKE-EXIT.
       NEXT-READING.
           RETURN SRT
               AT END
                   SET SORT-EOF TO TRUE
           END-RETURN.
       NEXT-CUSTOMER.
           READ CUST-IN
               AT END
                   SET CUST-EOF TO TRUE
           END-READ.
       STRAY-READING.
           ADD 1 TO WS-STRAYS
           MOVE SPACES TO JR-REC
           MOVE "ST" TO JR-KIND
           MOVE S-NUMBER TO JR-NUMBER
           MOVE 8 TO WS-JR-SIZE
           WRITE JR-REC
           PERFORM NEXT-READING.
       ONE-CUSTOMER.
           IF CU-AREA NOT = WS-AREA
               IF WS-AREA NOT = SPACES
                   PERFORM END-AREA
               END-IF
               MOVE CU-AREA TO WS-AREA
               MOVE 99 TO WS-LINE
           END-IF
           MOVE 0 TO WS-USE WS-PAID WS-SEEN
           MOVE SPACES TO D-MARK
           MOVE CU-BALANCE TO WS-OLD-BALANCE
           INITIALIZE WS-QUARTER
           PERFORM ONE-READING
               UNTIL SORT-EOF OR S-NUMBER NOT = CU-NUMBER
           IF CU-CLOSED
               PERFORM CLOSED-CUSTOMER
           ELSE
               PERFORM BILL-CUSTOMER
           END-IF
           MOVE CI-REC TO CO-REC
           WRITE CO-REC
           PERFORM NEXT-CUSTOMER.
       ONE-READING.
           EVALUATE TRUE
               WHEN S-PAID
                   COMPUTE WS-PAID = WS-PAID + S-METER / 100
               WHEN S-READ
                   PERFORM METER-READ
               WHEN S-GUESS
                   PERFORM METER-GUESSED
           END-EVALUATE
           PERFORM NEXT-READING.
       METER-READ.
           COMPUTE WS-SLICE = S-METER - CU-METER
           IF WS-SLICE < 0
               ADD 100000 TO WS-SLICE
           END-IF
           ADD WS-SLICE TO WS-USE
               ON SIZE ERROR
                   ADD 1 TO WS-BAD END-ADD
                   MOVE "ROL" TO D-MARK
           END-ADD
           MOVE S-METER TO CU-METER
           PERFORM NOTE-MONTH.
       METER-GUESSED.
           COMPUTE WS-MEAN = (CU-USED (1) + CU-USED (2) + CU-USED (3))
           DIVIDE 3 INTO WS-MEAN
           MOVE WS-MEAN TO WS-MEAN-SHOWN
           COMPUTE WS-SLICE ROUNDED MODE IS NEAREST-EVEN =
               WS-MEAN-SHOWN / 2
           ADD WS-SLICE TO WS-USE
           ADD WS-SLICE TO CU-METER
           MOVE "EST" TO D-MARK
           DISPLAY CU-NUMBER " GUESS " WS-MEAN-SHOWN " " WS-SLICE
           PERFORM NOTE-MONTH.
       NOTE-MONTH.
           MOVE S-DATE TO CU-LAST-DATE
           ADD 1 TO WS-SEEN
           IF WS-SEEN <= 4
               ADD WS-SLICE TO WS-MONTH (WS-SEEN)
           END-IF.
       CLOSED-CUSTOMER.
           IF WS-USE > 0
               DISPLAY "CLOSED " CU-NUMBER " USED " WS-USE
           END-IF
           SUBTRACT WS-PAID FROM CU-BALANCE.
       BILL-CUSTOMER.
           PERFORM PRICE-STEPS
           PERFORM SERVICE-FEE
           CALL "WATERTAX" USING CU-CLASS WS-NET WS-TAX
           ADD WS-NET WS-TAX GIVING WS-GROSS
           PERFORM DAILY-USE
           ADD WS-GROSS TO CU-BALANCE
               ON SIZE ERROR
                   DISPLAY "OVERFLOW " CU-NUMBER
               NOT ON SIZE ERROR
                   ADD 1 TO WS-BILLED END-ADD
                   ADD WS-GROSS TO AT-GROSS OF WS-AREA-TOTALS
           END-ADD
           SUBTRACT WS-PAID FROM CU-BALANCE
           PERFORM ARREARS
           ADD 1 TO AT-BILLS OF WS-AREA-TOTALS
           ADD WS-USE TO AT-USE OF WS-AREA-TOTALS
           PERFORM PRINT-BILL
           PERFORM JOURNAL-BILL
           PERFORM SHIFT-USED.
       PRICE-STEPS.
           MOVE 0 TO WS-NET WS-FLOOR
           MOVE WS-USE TO WS-LEFT
           PERFORM VARYING WS-STEP-IX FROM 1 BY 1
                   UNTIL WS-STEP-IX > WS-STEPS OR WS-LEFT = 0
               COMPUTE WS-SLICE = WS-LIMIT (WS-STEP-IX) - WS-FLOOR
               IF WS-SLICE > WS-LEFT
                   MOVE WS-LEFT TO WS-SLICE
               END-IF
               COMPUTE WS-NET = WS-NET
                   + WS-SLICE * WS-PRICE (WS-STEP-IX)
               SUBTRACT WS-SLICE FROM WS-LEFT
               MOVE WS-LIMIT (WS-STEP-IX) TO WS-FLOOR
           END-PERFORM
           IF WS-LEFT > 0
               DISPLAY CU-NUMBER " UNPRICED " WS-LEFT " AT STEP "
                   WS-STEP-IX
           END-IF.
       SERVICE-FEE.
           EVALUATE CU-CLASS ALSO WS-USE
               WHEN "H" ALSO 0 THRU 9
                   MOVE 3.5 TO WS-FEE
               WHEN "H" ALSO ANY
                   COMPUTE WS-FEE ROUNDED = 3.5 + WS-USE * 0.0125
               WHEN "T" ALSO ANY
                   COMPUTE WS-FEE = 12 + WS-USE * 0.0375
               WHEN OTHER
                   MOVE 0 TO WS-FEE
           END-EVALUATE
           ADD WS-FEE TO WS-NET.
       DAILY-USE.
           MOVE CU-LAST-DATE TO DA-FROM
           MOVE WS-RUN-DATE TO DA-TO
           CALL "WATERDAY" USING BY CONTENT WS-DAY-ARGS
           CALL "WATERDAY" USING WS-DAY-ARGS
           MOVE 7.777 TO WS-DAILY
           COMPUTE WS-DAILY = WS-USE / DA-DAYS
           DIVIDE DA-DAYS BY 7 GIVING WS-WEEK REMAINDER WS-REST
           COMPUTE WS-YEARLY = WS-USE / 90 * 365
           DISPLAY CU-NUMBER " DAILY " WS-DAILY " YEARLY " WS-YEARLY
               " WEEKS " WS-WEEK "." WS-REST " " DA-STATE.
       ARREARS.
           COMPUTE WS-EVEN ROUNDED = WS-OLD-BALANCE - WS-PAID
           IF WS-EVEN > 0
               ADD 1 TO CU-ARREARS
                   ON SIZE ERROR
                       DISPLAY "ARREARS FULL " CU-NUMBER
               END-ADD
               IF CU-ARREARS > 2 AND CU-TRADE OR CU-ARREARS > 5
                   MOVE "CUT" TO D-MARK
               END-IF
           ELSE
               IF WS-EVEN < 0
                   MOVE -1 TO CU-ARREARS
               ELSE
                   MOVE 0 TO CU-ARREARS
               END-IF
           END-IF.
       PRINT-BILL.
           IF WS-LINE > 9
               PERFORM NEW-PAGE
           END-IF
           MOVE CU-NUMBER TO D-NUMBER
           MOVE CU-NAME TO D-NAME
           MOVE WS-USE TO D-USE
           MOVE WS-NET TO D-NET
           MOVE WS-TAX TO D-TAX
           SUBTRACT WS-PAID FROM WS-GROSS
           MOVE WS-GROSS TO D-GROSS
           WRITE BL-REC FROM D-1
           ADD 1 TO WS-LINE
           IF WS-SEEN > 0
               DISPLAY CU-NUMBER " MONTHS " WS-QUARTER-X
           END-IF.
       NEW-PAGE.
           IF WS-PAGE > 0
               MOVE ALL "-" TO BL-REC
               WRITE BL-REC
           END-IF
           ADD 1 TO WS-PAGE
           MOVE WS-PAGE TO H-PAGE
           MOVE WS-RUN-USER TO H-USER
           MOVE CU-AREA TO H-AREA
           WRITE BL-REC FROM H-1
           WRITE BL-REC FROM H-2
           MOVE 2 TO WS-LINE.
       JOURNAL-BILL.
           MOVE SPACES TO JR-REC
           MOVE "BI" TO JR-KIND
           MOVE CU-NUMBER TO JR-NUMBER
           MOVE 1 TO WS-PTR
           STRING CU-NAME DELIMITED BY "  "
                  "/" DELIMITED BY SIZE
                  D-GROSS DELIMITED BY SIZE
               INTO JR-TEXT
               WITH POINTER WS-PTR
               ON OVERFLOW
                   DISPLAY "JOURNAL CUT " CU-NUMBER
           END-STRING
           COMPUTE WS-JR-SIZE = WS-PTR + 7
           WRITE JR-REC.
       SHIFT-USED.
      * The three last quarters move along; the table is read as text.
           MOVE CU-USED (2) TO CU-USED (3)
           MOVE CU-USED (1) TO CU-USED (2)
           MOVE WS-USE TO CU-USED (1)
           MOVE CU-NUMBER TO WS-CODE
           MOVE WS-CODE (1:6) TO WS-CODE (3:6)
           INSPECT WS-CODE REPLACING ALL "0" BY "." AFTER INITIAL "1"
           DISPLAY "CODE " WS-CODE.
       END-AREA.
           ADD CORRESPONDING WS-AREA-TOTALS TO WS-ALL-TOTALS
           MOVE WS-AREA TO T-LABEL
           PERFORM SHOW-TOTAL
           INITIALIZE WS-AREA-TOTALS.
       SHOW-TOTAL.
           MOVE AT-BILLS OF WS-AREA-TOTALS TO T-BILLS
           MOVE AT-USE OF WS-AREA-TOTALS TO T-USE
           MOVE AT-GROSS OF WS-AREA-TOTALS TO T-GROSS
           MOVE -0.04 TO WS-SHARE
           DIVIDE AT-GROSS OF WS-AREA-TOTALS
               BY AT-GROSS OF WS-ALL-TOTALS
               GIVING WS-SHARE ROUNDED
               ON SIZE ERROR
                   MOVE 99.9 TO WS-SHARE
           END-DIVIDE
           MULTIPLY 100 BY WS-SHARE
           MOVE WS-SHARE TO T-SHARE
           WRITE BL-REC FROM T-1.
       MAKE-EXIT.
           EXIT.

       LAST-SECTION SECTION.
       LAST-WORDS.
           DISPLAY "TAKEN " WS-TAKEN " BAD " WS-BAD
               " STRAYS " WS-STRAYS " BILLED " WS-BILLED
           DISPLAY "BILLS " AT-BILLS OF WS-ALL-TOTALS
               " USE " AT-USE OF WS-ALL-TOTALS
               " GROSS " AT-GROSS OF WS-ALL-TOTALS
           PERFORM VARYING WS-JX FROM 1 BY 1
                   UNTIL WS-JX > WS-STEPS
               DISPLAY "STEP " WS-JX " TO " WS-LIMIT (WS-JX)
                   " AT " WS-PRICE (WS-JX)
           END-PERFORM
           DISPLAY "NEXT STEP " WS-JX
           IF WS-BAD > 0
               MOVE 4 TO RETURN-CODE
           END-IF
           IF WS-STRAYS > 0
               ADD 8 TO RETURN-CODE
           END-IF.
