"""A scenario's diagram: its board with every unit where it starts."""

from collections.abc import Callable, Iterable

from companion.table.seats import Side
from companion.wartime.referee.board import Hex, Terrain
from companion.wartime.scenario.parts import ARMIES, UnitSpec
from companion.wartime.scenario.scenario import Scenario
from web.wartime.drawing import Board, Token, cell, rows, walls
from web.wartime.tokens import abbreviations, so_many


def diagram(
    scenario: Scenario,
    *,
    href: Callable[[Hex], str | None] = lambda _: None,
    roles: Callable[[Hex], Iterable[tuple[str, str]]] = lambda _: (),
) -> Board:
    """`href` says where a tap on a hex leads, `roles` what a hex is on its page (web.wartime.drawing.cell)."""
    features = {feature.hex: feature for feature in scenario.features}
    times = {space.hex for space in scenario.time_spaces}
    tokens = tokens_of(scenario)
    placed = {unit.hex: tokens[unit.side, unit.name] for unit in scenario.units}
    return Board(
        rows=rows(
            lambda name: cell(
                name,
                features[name].terrain if name in features else scenario.terrain.get(name, Terrain.PLAINS),
                href=href(name),
                token=placed.get(name),
                stack=features[name].tokens if name in features else None,
                items=[item.name for item in scenario.items if item.hex == name],
                time=name in times,
                roles=roles(name),
            )
        ),
        walls=walls(scenario.lines),
    )


def tokens_of(scenario: Scenario) -> dict[tuple[Side, str], Token]:
    """Every unit's token, by its side and its name."""
    return {
        (side, unit.name): _token(unit, letters[unit.name])
        for side in Side
        for letters in [abbreviations(unit.name for unit in scenario.army(side))]
        for unit in scenario.army(side)
    }


def _token(unit: UnitSpec, letters: str) -> Token:
    stack = "" if unit.health is None else f", {so_many(unit.health)}"
    return Token(
        side=unit.side.value, abbr=letters, left=unit.health, said=f"{unit.name} of {ARMIES[unit.side]}{stack}"
    )
