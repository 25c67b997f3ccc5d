       01  M-REC.
           05  M-KEY                PIC X(6).
           05  M-TYPE               PIC X.
               88  M-STOCKED        VALUE "S".
               88  M-MADE           VALUE "M" "N".
           05  M-QTY                PIC S9(5) COMP-3.
           05  M-COST               PIC S9(4)V999 COMP-3.
           05  M-REORDER            PIC 9(4) COMP-3.
           05  M-MOVES              PIC S9(4) COMP.
