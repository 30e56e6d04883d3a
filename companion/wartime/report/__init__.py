"""What there is to tell of a game of WarTime once it is over."""
