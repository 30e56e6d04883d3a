"""What a game of WarTime is set up with: scenarios, how they are written, checked and kept."""
