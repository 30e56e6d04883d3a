"""Reads attacks that unit cards ask for: `attacker`, `weapon`, `band` and `target` in place of their numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded, whole
from companion.warzone.abilities.ability import Vocabulary
from companion.warzone.abilities.wording import vocabulary
from companion.warzone.attacks.armor import ArmorTest
from companion.warzone.attacks.shoot import Shoot
from companion.warzone.attacks.situation import STRIKE_WORDS
from companion.warzone.attacks.strike import Strike
from companion.warzone.cards.card import Band, UnitCard, Weapon
from companion.warzone.cards.library import KeptCards
from companion.warzone.cards.numbers import UNARMED, BandName, shoot_numbers, strike_numbers, target_numbers
from companion.warzone.chances.dice import FACES
from web.warzone.calculators.fields import CalculatorRequest, Field, completed, given, partial, pick, signed

Id = Annotated[str, msgspec.Meta(max_length=60, description="The id of a unit card: its numbers, where none is given")]
WeaponName = Annotated[str, msgspec.Meta(max_length=48, description="The name of one of the attacker's weapons")]
_Either = Annotated[
    str, msgspec.Meta(max_length=48, description="The weapon's modifier, or the name of one of the attacker's weapons")
]

ShootQuery = partial("ShootQuery", Shoot, attacker=Id, weapon=WeaponName, band=BandName, target=Id)
"""Asks for a Shoot Action by numbers, by cards, or by both: numbers that are given win."""
StrikeQuery = partial("StrikeQuery", Strike, attacker=Id, weapon=_Either, target=Id)
"""Asks for a Strike Action, likewise."""
Dice = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^ *([1-9]|1[0-9]|20)( *, *([1-9]|1[0-9]|20))* *$(?!\n)",
        max_length=80,
        description="The dice that count, one for each Armor Test, as in 11,4; without them only the chances",
    ),
]
ArmorQuery = partial("ArmorQuery", ArmorTest, rolls=Dice, target=Id)
"""Asks for Armor Tests, likewise."""


def dice(query: msgspec.Struct) -> tuple[int, ...]:
    """Returns the `rolls` of an ArmorQuery."""
    text = _text(query, "rolls")
    each = [] if text is None else text.split(",")
    return tuple(bounded("rolls", die.strip(" "), least=1, most=FACES) for die in each)


class FromCards:
    """Fills in what the cards say. Every method raises Invalid, and Invalid with the parameter at fault."""

    def __init__(self, cards: KeptCards) -> None:
        self._cards = cards

    def shoot(self, query: msgspec.Struct) -> Shoot:
        return completed(self.shoot_numbers(query, {**self.shooter(query), **self.target(query)}), Shoot)

    def strike(self, query: msgspec.Struct) -> Strike:
        return completed(self.strike_numbers(query, {**self.striker(query), **self.target(query)}), Strike)

    def armor(self, query: msgspec.Struct) -> ArmorTest:
        return completed(self.armor_numbers(query, self.target_values(query)), ArmorTest)

    def armor_numbers(self, query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
        """Returns an ArmorQuery's own numbers before those `printed` on the target's card."""
        return {**printed, **given(query, ArmorTest)}

    def target_values(self, query: msgspec.Struct) -> dict[str, Any]:
        """Returns what the target's card says for its Armor Tests; empty without one."""
        return {name: value for name, value in self.target(query).items() if name != "def"}

    def shoot_numbers(self, query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
        """Returns a ShootQuery's own numbers before those `printed` on the cards."""
        return {**printed, **given(query, Shoot)}

    def strike_numbers(self, query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
        """Returns a StrikeQuery's own numbers before those `printed` on the cards."""
        explicit = {name: value for name, value in given(query, Strike).items() if name != "weapon"}
        weapon = _text(query, "weapon")
        if weapon is not None and self._striking_weapon(query) is None:
            explicit["weapon"] = weapon
        replaced = {"dam": ("st",), "st": ("dam", "harmless")}
        gone = {other for one, others in replaced.items() if one in explicit for other in others}
        return {**{name: value for name, value in printed.items() if name not in gone}, **explicit}

    def shooter(self, query: msgspec.Struct) -> dict[str, Any]:
        """Returns what the attacker's card says of a ShootQuery; empty without one."""
        attacker, weapon, band = self._card(query, "attacker"), _text(query, "weapon"), _band(query)
        if attacker is None:
            _alone(weapon=weapon, band=band)
            return {}
        return shoot_numbers(attacker, weapon=weapon, band=band)

    def striker(self, query: msgspec.Struct) -> dict[str, Any]:
        """Returns what the attacker's card says of a StrikeQuery; empty without one."""
        attacker = self._card(query, "attacker")
        if attacker is None:
            return {}
        # A strike by ST is one without a weapon, whatever the card has.
        bare = getattr(query, "st", UNSET) is not UNSET and self._striking_weapon(query) is None
        return strike_numbers(attacker, weapon=UNARMED if bare else self._striking_weapon(query))

    def actor(self, query: msgspec.Struct) -> dict[str, Any]:
        """Returns what the attacker's card says of both its attacks in a PlansQuery; empty without one."""
        attacker, band = self._card(query, "attacker"), _band(query)
        ranged, melee = _text(query, "ranged_weapon"), _text(query, "melee_weapon")
        if attacker is None:
            _alone(ranged_weapon=ranged, melee_weapon=melee, band=band)
            return {}
        numbers: dict[str, Any] = {}
        if ranged is not None or any(each.short or each.long for each in attacker.weapons):
            with _of("ranged_weapon"):
                numbers |= shoot_numbers(attacker, weapon=ranged, band=band)
        bare = getattr(query, "st", UNSET) is not UNSET and melee is None
        with _of("melee_weapon"):
            striking = strike_numbers(attacker, weapon=UNARMED if bare else melee)
        for name in ("beyond_short", "harmless"):
            numbers.pop(name, None)
            striking.pop(name, None)
        return numbers | {STRIKE_WORDS.get(name, name): value for name, value in striking.items()}

    def printed_of(self, id: str) -> dict[str, Any]:
        """Returns what the card of a target says. Raises Invalid."""
        return target_numbers(self._find_card("target", id))

    def target(self, query: msgspec.Struct) -> dict[str, Any]:
        """Returns what the target's card says; empty without one."""
        target = self._card(query, "target")
        return {} if target is None else target_numbers(target)

    def vocabulary(self, query: msgspec.Struct, *targets: str) -> Vocabulary:
        """Returns what abilities do in an attack of these cards, and at these other targets.

        They are the known ones and those that the cards' owners have bound. Raises Invalid.
        """
        cards = [self._card(query, field) for field in ("attacker", "target") if hasattr(query, field)]
        cards += [self._find_card("target", id) for id in targets]
        return vocabulary(*(bound for card in cards if card for bound in card.bound))

    def _striking_weapon(self, query: msgspec.Struct) -> str | None:
        """Returns the name in a StrikeQuery's `weapon`, None where it is a modifier."""
        attacker, weapon = self._card(query, "attacker"), _text(query, "weapon")
        if weapon is None or attacker is None or (attacker.weapon(weapon) is None and is_modifier(weapon)):
            return None
        return weapon

    def _card(self, query: msgspec.Struct, field: str) -> UnitCard | None:
        id = _text(query, field)
        if id is None:
            return None
        return self._find_card(field, id)

    def _find_card(self, field: str, id: str) -> UnitCard:
        card = self._cards.by_id().get(id)
        if card is None:
            raise Invalid(field, f"there is no unit card {id}: /warzone/units has those that are kept")
        return card


@contextmanager
def _of(parameter: str) -> Iterator[None]:
    """Reports a mistake in `weapon` at this parameter, which is the weapon of one of two attacks."""
    try:
        yield
    except Invalid as error:
        if error.field != "weapon":
            raise
        raise Invalid(parameter, error.message) from error


def _text(query: msgspec.Struct, field: str) -> str | None:
    value = getattr(query, field)
    return None if value is UNSET else str(value)


def _band(query: msgspec.Struct) -> BandName | None:
    band: Any = getattr(query, "band", UNSET)
    return None if band is UNSET else band


def _alone(**fields: object) -> None:
    """Reads a card's weapon or band without the card. Raises Invalid."""
    for field, value in fields.items():
        if value is not None:
            raise Invalid(field, "needs the attacker whose it is")


def is_modifier(text: str) -> bool:
    """Returns True where a strike's weapon is given as its modifier."""
    return whole(text.strip(), least=-99, most=99) is not None


# Lists of the kept unit cards, their weapons and their bands, for the calculators' forms.


@dataclass(frozen=True, kw_only=True)
class Way:
    """Describes a weapon, or a weapon in one of its bands: in words, and as parameters."""

    weapon: str
    band: str = ""
    texts: Mapping[str, str]

    def words(self, asked: CalculatorRequest) -> tuple[str, str]:
        """Returns what of it is still to choose: the weapon and its band, or the band alone."""
        return (self.band, "") if self.band and "weapon" in asked.texts else (self.weapon, self.band)


def known(asked: CalculatorRequest, *parts: Callable[[msgspec.Struct], dict[str, Any]]) -> dict[str, Any]:
    """Returns what the cards of a question say, as far as they can be read."""
    found: dict[str, Any] = {}
    for part in parts:
        try:
            found |= part(asked.query)
        except Invalid:
            continue
    return found


def units(asked: CalculatorRequest, cards: Iterable[UnitCard], *names: str) -> dict[str, Field]:
    """Returns the parameters that take a unit card's id."""
    options = [(card.id, card.name) for card in cards]
    return {name: pick(asked, name, options, none="by numbers") for name in names}


def ranged(asked: CalculatorRequest, attacker: UnitCard | None, name: str = "weapon") -> dict[str, Field]:
    """Returns the ranged weapons of the attacker and the bands of the one that is used."""
    armed = _ranged(attacker) if attacker else []
    used = next((each for each in armed if each.name == asked.texts.get(name)), armed[0] if len(armed) == 1 else None)
    return {
        name: _weapons(asked, name, armed),
        "band": pick(asked, "band", _bands(used), none=_picked_alone(_bands(used)) or "both"),
    }


def ranged_ways(attacker: UnitCard) -> Iterable[Way]:
    """Yields every ranged weapon in each of its bands."""
    for weapon in _ranged(attacker):
        for name, words in _bands(weapon):
            yield Way(weapon=weapon.name, band=words, texts={"weapon": weapon.name, "band": name})


def melee_ways(attacker: UnitCard) -> Iterable[Way]:
    """Returns everything to strike with, hands last."""
    for name in (*(weapon.name for weapon in _melee(attacker)), UNARMED):
        yield Way(weapon=name, texts={"weapon": name})


def melee(asked: CalculatorRequest, attacker: UnitCard | None, name: str) -> dict[str, Field]:
    """Returns the weapons that the attacker strikes with."""
    armed = [each.name for each in _melee(attacker)] if attacker else []
    none = armed[0] if len(armed) == 1 else "all weapons" if armed else UNARMED
    options = [(each, each) for each in (*armed, UNARMED)] if attacker else []
    return {name: pick(asked, name, options if armed else [], none=none)}


def _weapons(asked: CalculatorRequest, name: str, armed: list[Weapon]) -> Field:
    options = [(each.name, each.name) for each in armed]
    return pick(asked, name, options, none=_picked_alone(options) or "all weapons")


def _ranged(attacker: UnitCard) -> list[Weapon]:
    return [each for each in attacker.weapons if each.short or each.long]


def _melee(attacker: UnitCard) -> list[Weapon]:
    return [each for each in attacker.weapons if each.strike]


def _picked_alone(options: list[tuple[str, str]]) -> str | None:
    """Returns the words of the only option, which then need not be picked."""
    return options[0][1] if len(options) == 1 else None


def _bands(weapon: Weapon | None) -> list[tuple[str, str]]:
    printed = ((BandName.SHORT, weapon.short), (BandName.LONG, weapon.long)) if weapon else ()
    return [(name.value, _picked_band(column)) for name, column in printed if column is not None]


def _picked_band(column: Band) -> str:
    reach = f"ST{signed(column.reach.value)}" if column.reach.plus_st else f"{column.reach.value}″"
    return f"to {reach} {signed(column.modifier) if column.modifier else '+0'}"
