       01  CUST-REC.
           05  CU-ID                PIC 9(5).
           05  CU-NAME              PIC X(20).
           05  CU-CITY              PIC X(15).
           05  CU-SINCE             PIC 9(8).
           05  CU-SINCE-PARTS REDEFINES CU-SINCE.
               10  CU-YEAR          PIC 9(4).
               10  CU-MONTH         PIC 99.
               10  CU-DAY           PIC 99.
           05  CU-LIMIT             PIC S9(5)V99.
