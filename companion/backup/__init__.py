"""All that a table has, as one file, and back: every match to the last row, what is kept, what is put away."""
