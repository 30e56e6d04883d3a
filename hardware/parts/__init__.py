"""What hangs on the panel's pins: claimed one by one, each its own trouble, and claimed again by itself."""
