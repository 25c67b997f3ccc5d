"""The query planner: from a resolved query and the schema's statistics to a plan."""
