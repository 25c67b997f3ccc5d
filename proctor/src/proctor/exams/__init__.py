"""One folder an exam; they never import each other."""
