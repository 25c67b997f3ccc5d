"""Data and arithmetic that every floor shares: cases, verdicts, scorecards, usage and cost. No I/O."""
