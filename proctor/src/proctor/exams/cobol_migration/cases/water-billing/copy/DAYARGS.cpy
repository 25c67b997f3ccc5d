           05  DA-FROM              PIC 9(8).
           05  DA-TO                PIC 9(8).
           05  DA-DAYS              PIC S9(5).
           05  DA-STATE             PIC X.
               88  DA-GOOD          VALUE "G".
               88  DA-BAD           VALUE "B".
           05  DA-CALLS             PIC 99.
