"""Under what name and which ids a table keeps unit cards."""

UNIT = "unit"
"""Their kind in the library."""
ADDRESSES = ("new", "edit", "import", "keep")
"""No card's id: their pages are there."""
