"""TOML that people write by hand: read with errors that name key and line, and written."""
