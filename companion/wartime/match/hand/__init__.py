"""The cards of a side: chosen in secret, read by their owner alone, played by whoever may."""
