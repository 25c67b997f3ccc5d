       01  :P:-REC.
           05  :P:-ACCT             PIC X(5).
           05  :P:-NAME             PIC X(18).
           05  :P:-TYPE             PIC X.
               88  :P:-STAFF        VALUE "S".
               88  :P:-BLOCKED      VALUE "B".
           05  :P:-BALANCE          PIC S9(6)V99 COMP-3.
           05  :P:-LIMIT            PIC 9(5) COMP-3.
           05  :P:-RATE             PIC 99V999.
           05  :P:-OVERDRAWN        PIC 9.
