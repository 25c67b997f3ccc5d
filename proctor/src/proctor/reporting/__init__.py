"""What a person sees of a run: terminal, HTML, comparisons, exports."""
