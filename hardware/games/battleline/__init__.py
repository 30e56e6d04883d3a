"""Battle Line on the panel."""
