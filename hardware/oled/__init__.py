"""Drives display chips: it sends what a picture needs."""
