"""What a tile and a sheet show of a Unit's card: as it is equipped, and with the Wound Counters on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from companion.warzone.cards.card import UnitCard, Weapon
from companion.warzone.force.assets import equipped
from companion.warzone.force.force import card_of
from companion.warzone.match.views import ForceView, UnitView

CARD = "/warzone/units/{id}"


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Of one Unit: AR, the Wound Counters on it and its W, and its weapon, short. `href` is where the card is read,
    with what the Unit is equipped with."""

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
    """The kept card of each of the Force's Units, looked for once for all that have the same."""
    found: dict[tuple[object, str], UnitCard | None] = {}

    def card(unit: UnitView) -> UnitCard | None:
        key = unit.unit.card_id, unit.unit.card
        if key not in found:
            found[key] = card_of(unit.unit, force.faction, cards)
        return found[key]

    return card


def facts(unit: UnitView, card: UnitCard | None) -> Facts | None:
    """None without a card."""
    if card is None:
        return None
    href = card_href(card.id, unit.assets)
    card = equipped(card, unit.assets)
    most = unit.unit.wounds or card.w
    return Facts(
        armor=f"AR {card.ar}",
        wounds=wounds(unit.wounds, most),
        hurt=unit.wounds > 0,
        weapon=_weapon(card),
        href=href,
    )


def card_href(id: str, assets: Sequence[str]) -> str:
    """Where the card is read, as it is with those assets."""
    asked = urlencode([("asset", each) for each in assets])
    return CARD.format(id=quote(id, safe="")) + (f"?{asked}" if asked else "")


def wounds(taken: int, most: int) -> str:
    """The Wound Counters on it, of its W, as everywhere on the page: "W 1/2"; without any, "W 2"."""
    return f"W {taken}/{most}" if taken else f"W {most}"


def _weapon(card: UnitCard) -> str:
    """The one that its player thinks of it by: what shoots hardest, of equals the furthest; else the first to strike
    with."""
    shoots = [each for each in card.weapons if each.short or each.long]
    if shoots:
        hardest = max(shoots, key=lambda each: (_force(each, card.st), _reach(each, card.st)))
        return f"{hardest.name} {_reach(hardest, card.st)}″"
    return next((each.name for each in card.weapons if each.strike), "")


def _force(weapon: Weapon, st: int) -> int:
    """What all its tests could do together: DAM, as often as it is tested and multiplied; 0 for smoke."""
    bands = [band.damage for band in (weapon.short, weapon.long) if band and band.damage]
    bursts = [each.number or 1 for each in weapon.abilities if each.key == "burst"]
    return max((each.figure.of(st) * each.multiplier for each in bands), default=0) * max(bursts, default=1)


def _reach(weapon: Weapon, st: int) -> int:
    return max(band.reach.of(st) for band in (weapon.short, weapon.long) if band)
