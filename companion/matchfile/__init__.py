"""A match as one file, to be opened at any other table: everything that everyone could know of it, and nothing else."""
