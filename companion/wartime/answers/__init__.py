"""Answers questions that players put to a game of WarTime."""
