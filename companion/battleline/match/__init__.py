"""A battle as it is being fought at the table: what lies where, whose turn it is, which flags are claimed."""
