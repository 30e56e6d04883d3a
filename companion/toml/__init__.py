"""Reads TOML that people write by hand, with errors that name key and line, and writes it."""
