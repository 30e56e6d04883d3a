"""Whether a Charge reaches its target (Warzone Eternal Core Rules, Charge Action; Pinned Counter; Fly)."""

from typing import Annotated

import msgspec

from companion.choices import Chosen
from companion.fields.invalid import Invalid
from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.abilities.described import CARD
from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.fly import flown
from companion.warzone.sums.inches import Inches, MaybeInches, inches, rounded_up, whole_inches
from companion.warzone.sums.ways import Mv, Way, has, leans_on, needed, whole

CHARGE, PINNED = "Charge Action", "Pinned Counter"


class ChargeWay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Charge at the nearest Enemy Unit, `distance` inches away by the shortest path, `in_rough` of them in Rough.
    `reach`: the X of a Reach weapon. `fly`: it Flies the Charge, straight, for which it needs `flight`."""

    mv: Mv
    distance: Inches
    in_rough: MaybeInches = ""
    reach: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    fly: bool = False
    pinned: bool = False
    trailblaze: bool = False
    flight: bool = True
    nerves_of_steel: bool = False


class ChargeWayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`may`: it may declare the Charge. `reaches`: it gets to strike. `needed` is what this asks for, `has` what
    the unit has for it, in inches."""

    may: bool
    reaches: bool
    needed: Ledger
    has: Ledger
    why: str
    steps: tuple[str, ...]
    choices: tuple[Chosen, ...]
    source: str = CHARGE


def charge(question: ChargeWay, choices: WarzoneChoices) -> ChargeWayAnswer:
    """Whether the Charge ends in a strike. Distances are rounded up. Raises Invalid."""
    distance, rough = rounded_up(inches(question.distance)), whole_inches(question.in_rough) or 0
    if rough > distance:
        raise Invalid("in_rough", f"must be up to the distance of {distance} inches, got {rough}")
    if question.pinned and not question.nerves_of_steel:
        return _refused("A Pinned unit may not move closer to an enemy that it sees.", PINNED)
    if question.fly and not question.flight:
        return _refused("Only a unit with Flight may Fly.", "Fly")
    walked = max(0, distance - question.reach)
    # What a Reach weapon spares is the end of the way, where the enemy stands.
    rough = 0 if question.fly else min(rough, walked)
    way = Way(clear=walked - rough, rough=rough, trailblaze=question.trailblaze)
    asks = _spared(distance - walked, needed(way, choices))
    owns = flown(question.mv) if question.fly else has(question.mv, way, choices)
    short = asks.value - owns.value
    return ChargeWayAnswer(
        may=True,
        reaches=short <= 0,
        needed=asks,
        has=owns,
        why=f"It needs {asks.value}″ and has {owns.value}″" + (f": {short}″ short." if short > 0 else "."),
        steps=(
            "At the nearest enemy in Clear or Obstructed LOS that it is not Engaged with.",
            "It gets +2 to hit with its free strike."
            if short <= 0
            else "It moves all it can on that way all the same, without a strike.",
        ),
        choices=leans_on(way, choices) if way.halved else (),
    )


def _spared(reach: int, asks: Ledger) -> Ledger:
    """The sum from the whole distance on, where a Reach weapon spares some of it."""
    return Ledger.of([*asks.lines, Line(f"Reach spares the last {whole(reach)}", 0, CARD)]) if reach else asks


def _refused(why: str, source: str) -> ChargeWayAnswer:
    return ChargeWayAnswer(
        may=False, reaches=False, needed=NOTHING, has=NOTHING, why=why, steps=(), choices=(), source=source
    )
