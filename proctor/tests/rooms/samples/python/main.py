import sys

open(sys.argv[-1], "wb").close()
