           05  SA-VALUE             PIC S9(3).
           05  SA-CALLS             PIC 9(3) VALUE 0.
           05  SA-TOTAL             PIC S9(4) VALUE 0.
           05  FILLER               PIC XX VALUE "--".
           05  SA-SEEN              PIC X(8) VALUE "NONE".
