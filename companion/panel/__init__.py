"""Describes the panel for everything but hardware: its configuration, the mistakes in it, and its port."""
