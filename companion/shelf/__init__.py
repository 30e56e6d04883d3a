"""The shelf: every match that the journal has, looked through once each, and found again."""
