"""What is told of a match: its log in words, by page, and its report."""
