"""The Warzone match on the site."""
