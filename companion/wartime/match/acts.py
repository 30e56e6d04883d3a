"""Carries out a unit's whole action in one, and changes the live board by hand."""

from companion.names import spelt
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.aims import Aim, move, rush, strike
from companion.wartime.match.refusals import not_over, whose
from companion.wartime.match.stacks import brought, feature_left, named
from companion.wartime.match.state import Sandglass, State
from companion.wartime.referee.board import CENTRES, NEIGHBOURS, Hex, Terrain
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS

# A unit's whole action in one: tokens off, the unit moved, its timer flipped (WarTime Rulebook, Actions).
#
# Where the board knows enough, the referee's answer counts. Positions are optional: a unit that is not on the board
# acts as its players say. So does a unit whose card allows it what the board does not (Card Actions: the text on a card
# takes precedence).


def act(state: State, glass: Sandglass, command: c.Act, *, unit: str, card: str | None, at: int) -> e.Acted:
    """Returns the action of `unit` and `card`, which may be given this timer. Raises Refused, NotHere."""
    side = glass.spec.side
    assert side is not None, "a unit gets only a timer of its side's"
    if command.target is not None and command.feature is not None:
        raise Refused("An attack has one target.")
    to = command.to and on_the_board(command.to)
    foe = state.forces[side.other]
    target = command.target and named(state, side.other, command.target)
    if target is not None and foe.is_eliminated(target):
        raise Refused(f"{target} is eliminated already.")
    if target is not None and foe.units and target not in foe.names:
        if state.forces[side].knows(target):
            # Attack, step 3: "which enemy unit will be targeted".
            own = spelt(target, state.forces[side].names)
            raise Refused(f"{own} is the {ARMIES[side]}'s own: the target of an attack is an enemy unit.")
        raise NotHere("unit", target)
    feature = command.feature and on_the_board(command.feature)
    if to is None and target is None and feature is None:
        raise Refused("Say where it moves, or what it attacks.")
    stack = foe.stacks.get(target) if target else feature_left(state, feature) if feature else None
    start = state.place_of(side, unit)
    if to is not None and to != start:
        vacant(state, to)
    at_hex = feature or (state.place_of(side.other, target) if target else None)
    strikes = bool(target or feature)
    aim = _aim(state, side, unit, to=to, at_hex=at_hex, strikes=strikes) if start else None
    if aim is not None and not aim.legal and card is None:
        raise Refused(aim.reason or "The board does not allow that.")
    tokens = _tokens(command.tokens, aim, card=card) if strikes else 0
    return e.Acted(
        sand_ns=at,
        timer=glass.spec.id,
        unit=unit,
        card=card,
        to=to,
        was=start if to is not None else None,
        target=target,
        feature=feature,
        terrain=state.ground.features[feature].terrain if feature else None,
        tokens=tokens,
        left=None if stack is None else max(0, stack - tokens),
    )


def on_the_board(place: str) -> Hex:
    """Returns the hex of that name. Raises NotHere."""
    name = place.upper()
    if name not in CENTRES:
        raise NotHere("hex", place)
    return name


def vacant(state: State, place: Hex) -> None:
    """Raises Refused where a stack stands in that hex (Movement Restrictions: no more than one)."""
    if (found := state.standing.get(place)) is not None:
        raise Refused(f"{ARMIES[found[0]]}'s {found[1]} stands in {place}.")
    if (feature := state.ground.standing.get(place)) is not None:
        raise Refused(f"{feature.label} stands in {place}.")


def _aim(state: State, side: Side, unit: str, *, to: Hex | None, at_hex: Hex | None, strikes: bool) -> Aim | None:
    """Returns what the referee says of it; None where it cannot know."""
    if at_hex is not None:
        return strike(state, side, unit, at_hex) if to is None else rush(state, side, unit, at_hex, stand=to)
    return None if to is None or strikes else move(state, side, unit, to)


def _tokens(said: int | None, aim: Aim | None, *, card: str | None) -> int:
    """Returns how many come off. Raises Refused where no number is known, or the board has another number."""
    known = aim.tokens if aim is not None and aim.legal else None
    if said is None and known is None:
        raise Refused("Say how many tokens come off.")
    if said is not None and known is not None and said != known and card is None:
        raise Refused(f"That is {known} damage, not {said}.")
    return min(MOST_TOKENS, said if said is not None else known or 0)


# What is on the live board, put there by hand: it is not an action, so it costs no timer. A scenario sets the board up;
# without one it remembers what was put on it. Cards, Time spaces and items may change it at any time. So may players
# who correct the map to match the minis.

Command = c.PlaceUnit | c.LayTile | c.PlaceFeature | c.DrawLine | c.PlaceItem
Event = e.UnitPlaced | e.TileLaid | e.FeaturePlaced | e.LineDrawn | e.ItemPlaced


def put(state: State, command: Command, at: int) -> Event:
    """Returns the event of the change. Raises Refused, NotHere."""
    not_over(state)
    match command:
        case c.PlaceUnit():
            return _unit(state, command, at)
        case c.LayTile(hex=place, terrain=terrain):
            hex = on_the_board(place)
            if state.ground.terrain.get(hex, Terrain.PLAINS) is terrain and hex not in state.ground.features:
                raise Refused(f"{hex} is {terrain.label.lower()} already.")
            return e.TileLaid(sand_ns=at, hex=hex, terrain=terrain)
        case c.PlaceFeature(hex=place, feature=feature, tokens=tokens):
            hex = on_the_board(place)
            if not 1 <= tokens <= MOST_TOKENS:
                raise Refused(f"A feature has 1 to {MOST_TOKENS} tokens, not {tokens}.")
            if (found := state.standing.get(hex)) is not None:
                raise Refused(f"{found[1]} stands in {hex}.")
            return e.FeaturePlaced(sand_ns=at, hex=hex, feature=feature, tokens=tokens)
        case c.DrawLine(one=one, other=other):
            edge = on_the_board(one), on_the_board(other)
            if edge[1] not in NEIGHBOURS[edge[0]]:
                raise Refused(f"{edge[0]} and {edge[1]} do not touch. A line is between two hexes that do.")
            return e.LineDrawn(sand_ns=at, one=edge[0], other=edge[1], drawn=not state.ground.has_line(edge))
        case c.PlaceItem(item=item, hex=place):
            name = spelt(item, tuple(each.name for each in state.scenario.items))
            if name not in {each.name for each in state.scenario.items}:
                raise NotHere("item", item)
            return e.ItemPlaced(sand_ns=at, item=name, hex=place and on_the_board(place))


def _unit(state: State, command: c.PlaceUnit, at: int) -> e.UnitPlaced:
    if state.stage is Stage.SETUP and state.locked:
        # Optional Rules, Set Up: at the end of the 2 minutes all units are locked in place until the game begins.
        raise Refused("The units are locked in place until the game begins.")
    if command.side is None and not any(force.knows(command.unit) for force in state.forces.values()):
        raise Refused(f"Say whose {command.unit} is.")
    side, unit = whose(state, command.unit, command.side)
    unit = brought(state, side, unit)
    was = state.place_of(side, unit)
    hex = command.hex and on_the_board(command.hex)
    if hex == was:
        raise Refused(f"{unit} stands in {hex} already." if hex else f"{unit} is not on the board.")
    if hex is not None:
        vacant(state, hex)
    return e.UnitPlaced(sand_ns=at, side=side, unit=unit, hex=hex, was=was)
