"""What lies and stands on the live board, put there by hand: no action, so it costs no timer.

A scenario sets the board up; without one it remembers what was put on it. Cards, Time spaces and items may change it at
any time, and so does whoever puts the map right after the minis.
"""

from companion.player_names import spelt
from companion.table.errors import NotHere, Refused
from companion.table.state import Stage
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.acts import on_the_board, vacant
from companion.wartime.match.brought import brought
from companion.wartime.match.refusals import not_over, whose
from companion.wartime.match.state import State
from companion.wartime.referee.hexes import NEIGHBOURS
from companion.wartime.referee.terrain import Terrain
from companion.wartime.scenario.parts import MOST_TOKENS

Command = c.PlaceUnit | c.LayTile | c.PlaceFeature | c.DrawLine | c.PlaceItem
Event = e.UnitPlaced | e.TileLaid | e.FeaturePlaced | e.LineDrawn | e.ItemPlaced


def put(state: State, command: Command, at: int) -> Event:
    """Raises Refused, NotHere."""
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
