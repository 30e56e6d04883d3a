"""Forces: what a player brings, and whether the rules of Chapter 12 let it."""
