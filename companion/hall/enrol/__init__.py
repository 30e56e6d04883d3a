"""Sets up a hall: its own authority, what its broker runs with, and who may speak there. Needs `cryptography`."""
