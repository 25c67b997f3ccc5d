           05  CU-NUMBER            PIC X(6).
           05  CU-NAME              PIC X(16).
           05  CU-AREA              PIC X(2).
           05  CU-CLASS             PIC X.
               88  CU-HOME          VALUE "H".
               88  CU-TRADE         VALUE "T" "F".
               88  CU-CLOSED        VALUE "Z".
           05  CU-LAST-DATE         PIC 9(8).
           05  CU-LAST-PARTS REDEFINES CU-LAST-DATE.
               10  CU-LAST-YEAR     PIC 9(4).
               10  CU-LAST-MONTH    PIC 99.
               10  CU-LAST-DAY      PIC 99.
           05  CU-METER             PIC 9(5) COMP.
           05  CU-BALANCE           PIC S9(5)V99 COMP-3.
           05  CU-USED              PIC 9(3) OCCURS 3 TIMES.
           05  CU-ARREARS           PIC S9(3) SIGN IS TRAILING SEPARATE.
