"""What each game has of the panel: its buttons, its faces and its sounds."""
