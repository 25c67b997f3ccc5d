"""SQL functions: scalar, aggregate, and the names of the window functions."""
