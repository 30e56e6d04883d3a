"""Reactions on the site: what is declared, and who of the other side answers it."""
