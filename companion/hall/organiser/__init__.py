"""The organiser's side of a hall: what all tables have said, the round, who plays whom, and who called a judge."""
