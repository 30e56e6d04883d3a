"""WarTime on the panel."""
