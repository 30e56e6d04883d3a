"""Faction Assets that are spent by one use, or hold for one Turn (Chapter 12, Faction Assets)."""

_ONCE = frozenset(
    {
        "air strike",
        "clan rivalry",
        "distort",
        "fire support",
        "honored charge",
        "intel misdirection",
        "mission critical",
        "reliability",
        "self repair",
        "supply drop",
        "the moment has come!",
    }
)


def once_a_game(asset: str) -> bool:
    """Whether the asset is used up; the others hold for the whole game."""
    return asset.casefold() in _ONCE
