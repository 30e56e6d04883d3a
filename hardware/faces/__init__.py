"""What screens show, each face a value that can be drawn."""
