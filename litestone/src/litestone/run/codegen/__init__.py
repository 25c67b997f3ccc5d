"""The second tier of the executor: long loops as generated Python source.

Closures (the rest of ``run``) do everything and are the reference. For a SELECT
whose outermost loop goes through a large tree, ``groups`` and ``rows`` write the
nest of loops with its filters as one Python function: values stand in local
variables, comparisons and arithmetic are written out for the common classes
and call the closures' own functions for all others. What has no source form raises ``Refused``
inside and the closures run instead. ``run.tier`` chooses.

``expression`` writes expressions, ``loops`` the nest, ``reduction`` feeds the aggregates.
"""
