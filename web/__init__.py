"""Serves Flask pages and JSON. Imports companion, never hardware."""
