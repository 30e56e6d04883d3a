"""Answers questions about a running battle."""
