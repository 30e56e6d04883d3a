"""Battle Line: cards, formations, claims and how a battle ends. Everything here is pure."""
