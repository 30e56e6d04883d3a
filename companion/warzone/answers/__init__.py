"""What a game of Warzone says to questions that are put to it."""
