"""WarTime on the site."""
