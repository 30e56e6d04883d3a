"""Moves: Move Actions, obstacles, climbs, Reposition, flights and Charges."""

from decimal import Decimal
from enum import Enum
from math import floor
from typing import Annotated

import msgspec

from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.abilities.ability import CARD
from companion.warzone.choices import TERRAIN_HEIGHTS, TerrainHeights, WarzoneChoices
from companion.warzone.sums.ways import (
    MOVE,
    ROUGH,
    TRAILBLAZE,
    Inches,
    MaybeInches,
    MovementWay,
    Mv,
    half,
    halving,
    has,
    inches,
    leans_on,
    left,
    left_in_rough,
    needed,
    rounded_up,
    whole,
    whole_inches,
)

# How far a unit may go (Warzone Eternal Core Rules, Move Action; Rough).


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a Move Action of a unit of MV `mv`.

    `in_clear` and `in_rough` are the inches of it, gone or wanted, in the clear and in contact with Rough terrain.
    """

    mv: Mv
    in_clear: MaybeInches = ""
    in_rough: MaybeInches = ""
    trailblaze: bool = False


class MoveAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`needed`: what the way asks for, and `has` what the unit has for it, in inches; `fits` whether that is enough.
    `left` in the clear from there on, and `left_in_rough` if it is Rough; both None where the way is too far."""

    fits: bool
    needed: Ledger
    has: Ledger
    left: Ledger | None
    left_in_rough: Ledger | None
    why: str
    choices: tuple[Chosen, ...]


def move(question: Move, choices: WarzoneChoices) -> MoveAnswer:
    """Returns how far the unit's MV goes. Distances are rounded up."""
    way = MovementWay(
        clear=whole_inches(question.in_clear) or 0,
        rough=whole_inches(question.in_rough) or 0,
        trailblaze=question.trailblaze,
    )
    asks, owns = needed(way, choices), has(question.mv, way, choices)
    short = asks.value - owns.value
    fits = short <= 0
    return MoveAnswer(
        fits=fits,
        needed=asks,
        has=owns,
        left=left(question.mv, way, choices) if fits else None,
        left_in_rough=left_in_rough(question.mv, way, choices) if fits else None,
        why="You may stop at any time." if fits else f"It needs {asks.value}″ and has {owns.value}″: {short}″ short.",
        choices=leans_on(way, choices),
    )


# Terrain in the way, by its height (Warzone Eternal Core Rules, Move Action; Climbable).


class OverWhat(Enum):
    """Says how a unit gets over a Terrain Feature."""

    FREE = "free"
    ROUGH = "rough"
    CLIMB = "climb"


class Obstacle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks about a Terrain Feature `height` inches tall before a unit of `model` inches.

    `rough`: it has the Rough trait.
    """

    height: Inches
    model: Inches
    rough: bool = False
    trailblaze: bool = False


class ObstacleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`free` and `as_rough`: up to so many whole inches it does not impede the unit, and is as Rough. `choices` has the
    table's reading of heights where a fraction makes it matter."""

    over: OverWhat
    free: int
    as_rough: int
    why: str
    choices: tuple[Chosen, ...] = ()
    source: str = MOVE


def obstacle(question: Obstacle, choices: WarzoneChoices) -> ObstacleAnswer:
    """Tells whether the unit walks over the obstacle. Heights are rounded up first, unless the table compares them as
    they are measured (Rounding Up). Raises Invalid."""
    tall, own = inches(question.height), inches(question.model)
    if not own:
        raise Invalid("model", "must be more than 0 inches")
    fractions = tall % 1 != 0 or own % 1 != 0
    measured = choices.terrain_heights is TerrainHeights.MEASURED
    height, model = (each if measured else Decimal(rounded_up(each)) for each in (tall, own))
    free = model / 2 if measured else Decimal(rounded_up(model / 2))
    rounding = ", each rounded up to whole inches" if fractions and not measured else ""
    said = f"{_inches(height)} tall, the unit {_inches(model)}{rounding}: "
    if height > model:
        over, why = OverWhat.CLIMB, said + "taller than the unit, so it must be Climbed."
    elif height <= free and not question.rough:
        over, why = OverWhat.FREE, said + "up to half of its height does not impede it."
    elif question.trailblaze:
        over, why = OverWhat.FREE, said + "as Rough, which Trailblaze ignores."
    elif height <= free:
        over, why = OverWhat.ROUGH, said + "low enough, but it has the Rough trait."
    else:
        over, why = OverWhat.ROUGH, said + "more than half of its height is as Rough."
    return ObstacleAnswer(
        over=over,
        free=floor(free),
        as_rough=floor(model),
        why=why,
        choices=(reading(TERRAIN_HEIGHTS, choices),) if fractions or own % 2 else (),
    )


def _inches(length: Decimal) -> str:
    return f"{length.normalize():f}″"


# Climbs (Warzone Eternal Core Rules, Climbing; Climbable).

CLIMBING, CLIMBABLE = "Climbing", "Climbable"
ACTIONS = 2
"""Counts the actions of one Activation."""


class Climb(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a unit that Climbs `height` inches, up or down.

    `gymnastic`: all terrain is Climbable to it. `rough`: the terrain has the Rough trait too.
    """

    mv: Mv
    height: MaybeInches = ""
    climbable: bool = False
    rough: bool = False
    gymnastic: bool = False
    trailblaze: bool = False


class ClimbAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`distance` of one Climb Action; `actions` that the height takes, None without one; `steps` to keep in mind."""

    distance: Ledger
    actions: int | None
    why: str
    steps: tuple[str, ...]
    source: str = CLIMBING


def climb(question: Climb) -> ClimbAnswer:
    """Returns how high a Climb Action goes, and how many it takes."""
    distance = Ledger.of(_lines(question))
    height = whole_inches(question.height)
    actions = None if height is None else -(-height // distance.value)
    why = f"{distance.value}″ with each Climb Action."
    if actions is not None:
        plural = "" if actions == 1 else "s"
        turns = "" if actions <= ACTIONS else f", so {-(-actions // ACTIONS)} Activations"
        why = f"{height}″ at {distance.value}″ each: {actions} Climb Action{plural}{turns}."
    return ClimbAnswer(
        distance=distance,
        actions=actions,
        why=why,
        steps=(
            "Begin in base contact with it. What is left over at the top only makes room for the base.",
            "A new Pinned or Wound Counter on the way, or in mid-Climb, and it falls from there.",
        ),
    )


def _lines(question: Climb) -> list[Line]:
    lines = [Line("MV", question.mv, CLIMBING)]
    if question.rough and question.trailblaze:
        lines.append(Line(TRAILBLAZE, 0, CARD))
    elif question.rough:
        lines.append(halving(question.mv, "Rough", ROUGH))
    moving = Ledger.of(lines).value
    if question.climbable:
        lines.append(Line("Climbable: full MV", 0, CLIMBABLE))
    elif question.gymnastic:
        lines.append(Line("Gymnastic: as Climbable, full MV", 0, CARD))
    else:
        lines.append(Line("Climb: half, rounded up", half(moving) - moving, CLIMBING))
    return lines


# Reposition (Warzone Eternal Core Rules, Reposition; Rough).

REPOSITION = "Reposition"
FAR, IN_ROUGH, HYPERACTIVE = 2, 1, 4
"""Are in inches; the last is with a Hyperactivator."""


class Reposition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`rough`: it is in contact with Rough terrain. `hyperactivator`: the unit is designated with that asset.
    `zombie`: it has that ability, and no Controller within reach."""

    rough: bool = False
    is_engaged: bool = False
    hyperactivator: bool = False
    trailblaze: bool = False
    zombie: bool = False


class RepositionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the distance, 0 where it `may` not, and the other conditions."""

    may: bool
    distance: Ledger
    steps: tuple[str, ...]
    source: str = REPOSITION


def reposition(question: Reposition) -> RepositionAnswer:
    """Returns how far the unit may Reposition. In Rough the book says 1 inch, in every case."""
    if question.is_engaged or question.zombie:
        why = "An Engaged unit may not." if question.is_engaged else "A Zombie needs a Controller near."
        return RepositionAnswer(may=False, distance=NOTHING, steps=(why,))
    lines = [Line("Reposition", FAR, REPOSITION)]
    if question.hyperactivator:
        lines.append(Line("Hyperactivator: 4 inches", HYPERACTIVE - FAR, "Hyperactivator"))
    if question.rough and question.trailblaze:
        lines.append(Line(TRAILBLAZE, 0, CARD))
    elif question.rough:
        lines.append(Line("Rough: 1 inch", IN_ROUGH - Ledger.of(lines).value, ROUGH))
    return RepositionAnswer(
        may=True,
        distance=Ledger.of(lines),
        steps=(
            "Any direction, once per Activation, before or after an Action.",
            "It must end in contact with a Terrain Feature.",
            "It takes no Action; an enemy may Ambush it.",
        ),
    )


# Flights (Warzone Eternal Core Rules, Fly; Ambush).

FLY = "Fly"
AMBUSHED = -4
"""Is added to the Target Number of shots at a unit that flies."""


class Fly(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a Fly Action of `distance` inches.

    `flight`: the unit has that ability. `into_enclosed`: it would end within Enclosed terrain.
    """

    mv: Mv
    distance: MaybeInches = ""
    into_enclosed: bool = False
    flight: bool = True


class FlyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`may`: whether it can fly there, as far as that is known; `why` not. `ambush` is what its flight does to the
    Target Number of shots at it, `steps` what holds during it."""

    may: bool
    distance: Ledger
    why: str
    ambush: Ledger
    steps: tuple[str, ...]
    source: str = FLY


def fly(question: Fly) -> FlyAnswer:
    """Returns how far the unit flies, and which units may stop it. The distance is rounded up."""
    if not question.flight:
        why = "Only a unit with Flight may."
        return FlyAnswer(may=False, distance=NOTHING, why=why, ambush=NOTHING, steps=())
    distance = flown(question.mv)
    wanted = whole_inches(question.distance)
    why = ""
    if question.into_enclosed:
        why = "It may not Fly into Enclosed terrain."
    elif wanted is not None and wanted > distance.value:
        why = f"{wanted}″ is {wanted - distance.value}″ too far."
    return FlyAnswer(
        may=not why,
        distance=distance,
        why=why,
        ambush=Ledger.of([Line("Shot at while it flies", AMBUSHED, FLY)]),
        steps=(
            "A Move or a Charge in a straight line, over terrain and units.",
            "An Ambush may shoot at it with Clear LOS, but not from within Enclosed terrain.",
            "Only a unit with Flight may Ambush it with a Charge.",
        ),
    )


def flown(mv: int) -> Ledger:
    """Returns how far a Fly Action goes."""
    return Ledger.of([Line("MV", mv, MOVE), Line("Fly: double", mv, FLY)])


# Whether a Charge reaches its target (Warzone Eternal Core Rules, Charge Action; Pinned Counter; Fly).

CHARGE, PINNED = "Charge Action", "Pinned Counter"
STANDS = "It is Engaged with that enemy already: a Unit that does not move may not declare a Charge. It may Strike."
IN_REACH = "That enemy is within Reach: it may Strike from here. A Charge has to move it: count one without Reach."


class ChargeWay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a Charge at the nearest Enemy Unit, `distance` inches away by the shortest path.

    `in_rough` of them are in Rough. `reach` is the X of a Reach weapon. With `fly` it Flies the Charge, straight, which
    needs `flight`.
    """

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
    """Returns whether the Charge ends in a strike. Distances are rounded up. Raises Invalid."""
    distance, rough = rounded_up(inches(question.distance)), whole_inches(question.in_rough) or 0
    if rough > distance:
        raise Invalid("in_rough", f"must be up to the distance of {distance} inches, got {rough}")
    if question.pinned and not question.nerves_of_steel:
        return _refused("A Pinned unit may not move closer to an enemy that it sees.", PINNED)
    if question.fly and not question.flight:
        return _refused("Only a unit with Flight may Fly.", "Fly")
    walked = max(0, distance - question.reach)
    if not walked:
        return _refused(IN_REACH if distance else STANDS, CHARGE)
    # What a Reach weapon spares is the end of the way, where the enemy stands.
    rough = 0 if question.fly else min(rough, walked)
    way = MovementWay(clear=walked - rough, rough=rough, trailblaze=question.trailblaze)
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
    """Returns the sum from the whole distance on, where a Reach weapon spares some of it."""
    return Ledger.of([*asks.lines, Line(f"Reach spares the last {whole(reach)}", 0, CARD)]) if reach else asks


def _refused(why: str, source: str) -> ChargeWayAnswer:
    return ChargeWayAnswer(
        may=False, reaches=False, needed=NOTHING, has=NOTHING, why=why, steps=(), choices=(), source=source
    )
