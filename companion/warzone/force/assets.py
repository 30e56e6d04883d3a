"""The Faction Assets that a Force may buy: their names, costs and lists (Chapter 12, Faction Assets)."""

import msgspec

from companion.warzone.cards.factions import Faction


class Asset(msgspec.Struct, frozen=True):
    """One asset: its name, the list that it is on, and its cost in Deployment Points. What it does is in the book."""

    name: str
    list: str
    dp: int = 1


_CORPORATIONS = frozenset(
    {Faction.BAUHAUS, Faction.CAPITOL, Faction.CYBERTRONIC, Faction.IMPERIAL, Faction.MISHIMA, Faction.BROTHERHOOD}
)
_DARK_LEGION = frozenset(faction for faction in Faction if faction.dark_legion)

_LISTS: tuple[tuple[str, frozenset[Faction], tuple[str, ...]], ...] = (
    (
        "General Assets",
        _CORPORATIONS,
        (
            "Command Helmet",
            "Cybernetic Power Arm",
            "Extra Kit",
            "Hyperactivator",
            "Intel Misdirection",
            "Mission Critical",
        ),
    ),
    ("Bauhaus Assets", frozenset({Faction.BAUHAUS}), ("Fire Support", "Reliability", "The Moment Has Come!")),
    ("Capitol Assets", frozenset({Faction.CAPITOL}), ("Air Strike", "Helicopter Deployment", "Supply Drop")),
    ("Cybertronic Assets", frozenset({Faction.CYBERTRONIC}), ("Arcane Immunity", "Network Hub", "Subreal Link")),
    ("Imperial Assets", frozenset({Faction.IMPERIAL}), ("Clan Rivalry", "Seize the Initiative", "To the Last Warrior")),
    ("Mishima Assets", frozenset({Faction.MISHIMA}), ("Heirloom Blade", "Honored Charge", "Daimyo")),
    (
        "Brotherhood Assets",
        frozenset({Faction.BROTHERHOOD}),
        ("F-214 Flamer", "Devotion and Zeal", "Word of the Cardinal"),
    ),
    ("Necrotech Assets", _DARK_LEGION, ("Carcass Suit", "Self Repair", "Subdermal Implants")),
    ("Algeroth Assets", frozenset({Faction.ALGEROTH}), ("Invoke Frenzy", "Distort", "Alpha Legionnaire")),
)

ASSETS = {name.casefold(): Asset(name, heading) for heading, _, names in _LISTS for name in names}
"""Every asset, by its name in small letters."""


def available(faction: Faction) -> tuple[Asset, ...]:
    """The assets on the lists that are open to a Force of this Faction, in the book's order."""
    return tuple(ASSETS[name.casefold()] for _, factions, names in _LISTS if faction in factions for name in names)
