"""The panel on the site: what is on its glass, and buttons to press where it is simulated."""
