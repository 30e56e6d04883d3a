"""Answers from the live table: what a question means, whichever game it is asked of."""
