"""A match told again: what every row of it showed, at a clock of the story's own."""
