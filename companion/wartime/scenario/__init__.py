"""Sets up a game of WarTime: scenarios, how they are written, checked and kept."""
