"""Archerfish: NL2SQL graded by intent, on real databases."""
