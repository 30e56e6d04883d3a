"""From a contact to what a player means by it: edges, presses, gestures."""
