"""Keeps screens up to date: one writer a bus, rest, and the join screen."""
