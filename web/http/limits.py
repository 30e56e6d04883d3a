"""How many bytes a request may bring."""

LARGEST_BODY = 64 * 1024
"""What a table needs to be told at once."""
LARGEST_UPLOAD = 1024 * 1024
"""Where files are taken in; the server lets nothing larger arrive at all."""
AROUND = 4 * 1024
"""So much of that may be a form's own: the names of its files, its other fields."""
