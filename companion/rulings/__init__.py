"""Says what the rulebooks say, in our own words, and how players find it."""
