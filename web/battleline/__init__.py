"""Battle Line on the phone."""
