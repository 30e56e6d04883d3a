"""What a battle says to questions that are put to it."""
