"""Victory Points: what is asked at the end of a Turn, what it suggests, and what it is worth."""
