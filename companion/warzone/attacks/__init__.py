"""Sums attacks: who attacks whom with what, and all that their Target Numbers are made of."""
