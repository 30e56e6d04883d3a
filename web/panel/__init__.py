"""Serves the panel on the site: what its screens show, and buttons to press where it is simulated."""
