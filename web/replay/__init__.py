"""A kept match played again: on a page, and as one file that a browser plays by itself."""
