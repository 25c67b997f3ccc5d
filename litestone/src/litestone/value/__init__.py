"""Values: storage classes, affinity, comparison, casts, arithmetic, numeric text."""
