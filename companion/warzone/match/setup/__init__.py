"""Setting a game up. Warzone Eternal, Chapters 12 and 13."""
