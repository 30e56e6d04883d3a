"""Fighting in a match: attacks with all that comes of them, and the actions of an Activation."""
