       01  OUT-REC.
           05  O-NAME      PIC X(8).
           05  O-INTEREST  PIC 9(5)V99.
