"""What a game of WarTime says to questions that are put to it."""
