"""Decides which requests get in: connections, what of a request is read, and wrong codes."""
