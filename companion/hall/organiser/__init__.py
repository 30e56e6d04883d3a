"""The organiser's side of a hall: what all tables have sent, the round, who plays whom, and which calls are open."""
