"""Faction Assets that are spent by one use, or hold for one Turn (Chapter 12, Faction Assets)."""

from companion.player_names import same
from companion.warzone.match.state import Force

IGNORES_VPS = "Seize the Initiative"
COUNTS_AS_ONE = "The Moment Has Come!"
REROLLS_THEIRS = "Intel Misdirection"
RALLIES = "To the Last Warrior"
RELIABILITY, HONORED_CHARGE = "Reliability", "Honored Charge"
AT_START = ("Mission Critical", RELIABILITY, HONORED_CHARGE, "Distort", "Fire Support", "Supply Drop")
"""Used in the Start Turn Phase, once a game or for one Turn."""
_ONCE = frozenset(
    name.casefold() for name in (*AT_START, COUNTS_AS_ONE, REROLLS_THEIRS, "Air Strike", "Clan Rivalry", "Self Repair")
)


def once_a_game(asset: str) -> bool:
    """Whether the asset is used up; the others hold for the whole game."""
    return asset.casefold() in _ONCE


def at_start(asset: str) -> bool:
    """Whether it is chosen in the Start Turn Phase, and needs nothing else."""
    return any(same(asset, each) for each in AT_START)


def has(force: Force, asset: str) -> bool:
    return any(same(asset, each) for each in force.assets)


def used_in(force: Force, effect: str) -> int | None:
    """The Turn in which the Force used it; None while it has not."""
    return next((turn for used, turn in force.used.items() if same(used, effect)), None)


def in_hand(force: Force, asset: str) -> bool:
    """Whether the Force has the asset and has not used it yet."""
    return has(force, asset) and used_in(force, asset) is None
