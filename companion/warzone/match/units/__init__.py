"""What befalls Units, Clouds and effects in a match."""
