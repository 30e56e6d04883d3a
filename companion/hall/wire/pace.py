"""How soon either end of the wire finds out that the broker is gone, and back."""

KEEPALIVE_S = 8
"""Seconds without a word between one end and the broker, after which the end asks whether it is still there; it hangs
up after as many again without an answer. The broker does after half as many again."""
AGAIN_S = 1
"""Seconds before a broker that is gone is tried once more, over and over: one that comes back is found at once."""
