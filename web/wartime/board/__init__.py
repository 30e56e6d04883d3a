"""The live board on the site."""
