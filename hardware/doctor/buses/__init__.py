"""The buses that screens are on: what of them answers, how well, and what is wrong where something does not."""
