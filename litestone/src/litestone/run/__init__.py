"""The executor: bound queries compiled to closures over frames.

A **frame** is the list of what one execution of a statement works with:
``frame[0]`` is its ``Runtime``, every source has a slot for its current row,
and subqueries, aggregates and windows have slots for what they keep.
"""
