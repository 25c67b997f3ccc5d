"""The loop, the run folder, and where cases run. Knows no exam."""
