"""Draws a Force's roster as tiles: the act of a tap, and the counters beside each Unit."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from companion.warzone.cards.card import UnitCard, Weapon
from companion.warzone.force.assets import equipped
from companion.warzone.force.force import card_of
from companion.warzone.match.reactions import aimed, braced
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import ForceView, UnitView, WarzoneView

# What a tile and a sheet show of a Unit's card: as it is equipped, and with the Wound Counters on it.

CARD = "/warzone/units/{id}"


@dataclass(frozen=True, kw_only=True)
class UnitFacts:
    """Holds one Unit's AR, its Wound Counters and W, and its weapon, short.

    `href` leads to the card, with what the Unit is equipped with.
    """

    armor: str
    wounds: str
    hurt: bool
    weapon: str
    href: str

    @property
    def said(self) -> str:
        return ", ".join(each for each in (self.armor, self.wounds, self.weapon) if each)


Known = Callable[[UnitView], UnitCard | None]


def known(force: ForceView, cards: Sequence[UnitCard]) -> Known:
    """Returns the kept card of each of the Force's Units, looked up once for all that have the same."""
    found: dict[tuple[object, str], UnitCard | None] = {}

    def card(unit: UnitView) -> UnitCard | None:
        key = unit.unit.card_id, unit.unit.card
        if key not in found:
            found[key] = card_of(unit.unit, force.faction, cards)
        return found[key]

    return card


def facts(unit: UnitView, card: UnitCard | None) -> UnitFacts | None:
    """Returns None without a card."""
    if card is None:
        return None
    href = card_href(card.id, unit.assets)
    card = equipped(card, unit.assets)
    most = unit.unit.wounds or card.w
    return UnitFacts(
        armor=f"AR {card.ar}", wounds=wounds(unit.wounds, most), hurt=unit.wounds > 0, weapon=_weapon(card), href=href
    )


def card_href(id: str, assets: Sequence[str]) -> str:
    """Returns the address of the card, as it is with those assets."""
    asked = urlencode([("asset", each) for each in assets])
    return CARD.format(id=quote(id, safe="")) + (f"?{asked}" if asked else "")


def wounds(taken: int, most: int) -> str:
    """Returns the Wound Counters on it, of its W, as everywhere on the page: "W 1/2"; without any, "W 2"."""
    return f"W {taken}/{most}" if taken else f"W {most}"


def _weapon(card: UnitCard) -> str:
    """Returns the one that its player thinks of it by: what shoots hardest, of equals the furthest; else the first to
    strike with."""
    shoots = [each for each in card.weapons if each.short or each.long]
    if shoots:
        hardest = max(shoots, key=lambda each: (_force(each, card.st), _reach(each, card.st)))
        return f"{hardest.name} {_reach(hardest, card.st)}″"
    return next((each.name for each in card.weapons if each.strike), "")


def _force(weapon: Weapon, st: int) -> int:
    """Returns what all its tests could do together: DAM, as often as it is tested and multiplied; 0 for smoke."""
    bands = [band.damage for band in (weapon.short, weapon.long) if band and band.damage]
    bursts = [each.number or 1 for each in weapon.abilities if each.key == "burst"]
    return max((each.figure.of(st) * each.multiplier for each in bands), default=0) * max(bursts, default=1)


def _reach(weapon: Weapon, st: int) -> int:
    return max(band.reach.of(st) for band in (weapon.short, weapon.long) if band)


DUEL = "/warzone/duel"
UNITS = "/warzone/match/sides/{side}/units/{unit}"
_LETTERS = (8, 10, 12, 14, 16, 20)
"""Limits the longest word of a name for each size of its letters.

A name with a shorter one than the first is drawn as large as there is room.
"""
WIDE = 12
"""Is in letters: a name with a longer word needs a wide tile."""

MANY = 12
"""A list of more Units than this can be folded."""


@dataclass(frozen=True, kw_only=True)
class UnitTile:
    """Describes one Unit.

    `pack` are the Units that a tap Activates, empty where it cannot. `marks` are its counters, short, and `said` is the
    same in words. `look` is how the tile is drawn. `duel` is where an acting Unit attacks this one, empty while none
    acts. `letters` draws a name of long words small enough to break none. `facts` are its card's.
    """

    name: str
    href: str
    pack: tuple[str, ...]
    marks: tuple[str, ...]
    said: str
    look: str
    duel: str = ""
    commander: bool = False
    letters: str = ""
    facts: UnitFacts | None = None


def tiles(
    view: WarzoneView, side: str, *, cards: Sequence[UnitCard] = (), taps: bool = True, duels: bool = False
) -> list[UnitTile]:
    """Returns the side's Units in the order of its list.

    `taps`: a tap Activates those that can be. `duels`: a tap attacks them while a Unit of the other side acts, where
    the cards of both are kept.
    """
    force = view.sides[side]
    card = known(force, cards)
    duels = duels and _acts_by_card(view, side, cards)
    return [
        _tile(
            force,
            unit,
            facts(unit, card(unit)) if unit.fall is None else None,
            href=UNITS.format(side=side, unit=unit.unit.id),
            pack=pack(view, side, unit) if taps else (),
            duel=_duel(view, side, unit) if duels and card(unit) else "",
        )
        for unit in force.units
    ]


def _acts_by_card(view: WarzoneView, side: str, cards: Sequence[UnitCard]) -> bool:
    """Returns True where the first Unit of the other side that acts has a card."""
    other = next(force for whose, force in view.sides.items() if whose != side)
    acting = next((each for each in other.units if each.acting), None)
    return acting is not None and known(other, cards)(acting) is not None


def wide(force: ForceView) -> bool:
    """Returns True where a name of the Force has a word that needs a wide tile."""
    return force.listed and any(_longest(each.unit.name) > WIDE for each in force.units)


def folded(view: WarzoneView, side: str, shown: Sequence[UnitTile], *, own: bool) -> bool:
    """Returns True for a long list that a phone opens closed: the other side's, until one of its Units can be attacked
    or acts."""
    if own or len(shown) <= MANY:
        return False
    return view.active != side and not any(each.duel for each in shown)


LEGEND = {"C": "Commander", "A": "Activated", "R": "reacted", "P": "Pinned", "E": "engaged", "L": "Reload"}
"""Lists the counters that a tile shows by a letter, in words."""


def legend(shown: Sequence[UnitTile]) -> list[tuple[str, str]]:
    """Returns the letters on any of the tiles, each with its words."""
    letters = {mark for tile in shown for mark in tile.marks} | {"C" for tile in shown if tile.commander}
    return [(letter, words) for letter, words in LEGEND.items() if letter in letters]


def _tile(
    force: ForceView, unit: UnitView, shown: UnitFacts | None, *, href: str, pack: tuple[str, ...], duel: str
) -> UnitTile:
    commander = force.commander == unit.unit.id
    name = unit.unit.name
    return UnitTile(
        name=name,
        href=href,
        pack=pack,
        marks=_marks(unit, carded=shown is not None),
        said=", ".join((unit.unit.name, *(["the Commander"] if commander else []), *_words(unit))),
        look=_look(unit),
        duel=duel,
        commander=commander,
        letters=_letters(name),
        facts=shown,
    )


def _letters(name: str) -> str:
    found = next((most for most in _LETTERS if _longest(name) <= most), _LETTERS[-1])
    return f"n{found}" if found > _LETTERS[0] else ""


def _longest(name: str) -> int:
    """Returns the letters of its longest word; a line may end at a space or after a hyphen."""
    return max(map(len, re.split(r"\s|(?<=-)", name)))


def _duel(view: WarzoneView, side: str, unit: UnitView) -> str:
    """Links to the attack of the other side's acting Unit at this one; of a Group that does, its first until another is
    picked. Empty while none acts."""
    if view.active is None or view.active == side or unit.fall is not None:
        return ""
    acting = next((each.unit.id for each in view.sides[view.active].units if each.acting), None)
    return (
        "" if acting is None else f"{DUEL}?{urlencode({'side': view.active, 'unit': acting, 'target': unit.unit.id})}"
    )


def pack(view: WarzoneView, side: str, unit: UnitView) -> tuple[str, ...]:
    """Returns the Units that can be Activated with this one now: itself; of a Group (X), also the next that are ready,
    X in all."""
    choosing = view.turn_phase is TurnPhase.ACTIVATION and view.active == side and not view.acting
    if not choosing or unit.fall is not None or unit.activated:
        return ()
    force = view.sides[side]
    kind = unit.unit.card, unit.unit.group
    ready = [
        each.unit.id
        for each in force.units
        if each is not unit and (each.unit.card, each.unit.group) == kind and not each.activated and each.fall is None
    ]
    return (unit.unit.id, *ready[: (unit.unit.group or 1) - 1])


def _look(unit: UnitView) -> str:
    if unit.fall is not None:
        return "fallen"
    if unit.acting:
        return "acting"
    return "spent" if unit.activated else "ready"


def _marks(unit: UnitView, *, carded: bool) -> tuple[str, ...]:
    """Lists the marks; the Wounds of a Unit with a card are among the card's numbers."""
    if unit.fall is not None:
        return ()
    marks = [short for short, on in (("A", unit.activated), ("R", unit.reacted), ("P", unit.pinned)) if on]
    marks += [short for short, on in _readied(unit) if on]
    if unit.wounds and not carded:
        marks.append(f"W{unit.wounds}" + (f"/{unit.unit.wounds}" if unit.unit.wounds else ""))
    return (*marks, *("L" for _ in unit.jammed))


def _readied(unit: UnitView) -> tuple[tuple[str, bool], ...]:
    return ("Aim", aimed(unit)), ("Brace", braced(unit)), ("E", bool(unit.engaged))


def _words(unit: UnitView) -> list[str]:
    if unit.fall is not None:
        return ["a Casualty"]
    words = [said for said, on in (("Activated", unit.activated), ("reacted", unit.reacted)) if on]
    if unit.pinned:
        words.append("Pinned")
    words += [said for said, (_, on) in zip(("Aims", "Braced", "engaged"), _readied(unit), strict=True) if on]
    if unit.wounds:
        words.append(f"{unit.wounds} Wounds" if unit.wounds > 1 else "1 Wound")
    return words + [f"must Reload {weapon}".rstrip() for weapon in unit.jammed]
