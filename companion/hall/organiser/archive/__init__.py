"""The organiser's file: what all tables have told of their games, and what the hall has decided."""
