"""Replays a kept match: on a page, and as one file that a browser plays by itself."""
