"""Special Abilities: how they are written, and what they do to a number."""
