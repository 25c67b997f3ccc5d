       01  COMM-AREA.
           05  CM-GRADE             PIC X.
           05  CM-NET               PIC S9(6)V99 COMP-3.
           05  CM-TARGET            PIC 9(6) COMP.
           05  CM-RATE              PIC 99V999.
           05  CM-OVER              PIC S9(6)V99.
           05  CM-INDEX             PIC 9.
           05  CM-CALLS             PIC 99 VALUE 0.
           05  CM-REPLY             PIC XX.
               88  CM-OK            VALUE "00" "01".
               88  CM-NO-GRADE      VALUE "10".
               88  CM-LOSS          VALUE "20" THRU "29".
