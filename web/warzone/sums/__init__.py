"""The smaller sums: their page and their JSON."""
