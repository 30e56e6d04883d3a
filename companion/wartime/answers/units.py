"""Questions about units and stacks of tokens (WarTime Rulebook, Units and Terrain Features)."""

from collections.abc import Sequence
from urllib.parse import quote

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted, inside, listed, sentence
from companion.table.seats import Seat
from companion.wartime.answers.sand import OVER, TABLE, Sand, yes_or_no
from companion.wartime.match.views import UnitView


def unit_free(sand: Sand, said: Said) -> Answer | None:
    """Whether the named units are free, or how long their sand still falls."""
    if sand.over:
        return OVER
    units = sand.units(said)
    told = [_freedom(sand, said, unit) for _, unit in units]
    if len(units) > 1:
        told = [
            f"{_whose(sand, units, seat, unit)}: {inside(text)}" for (seat, unit), text in zip(units, told, strict=True)
        ]
    running = [unit.timer for _, unit in units if unit.timer is not None]
    return (
        Answer(" ".join(map(sentence, told)), f"/timers/{running[0]}" if len(running) == 1 else TABLE) if told else None
    )


def _whose(sand: Sand, units: Sequence[tuple[Seat, UnitView]], seat: Seat, unit: UnitView) -> str:
    """The unit's name, and whose it is where several have the same."""
    alike = sum(other.name.casefold() == unit.name.casefold() for _, other in units) > 1
    return f"{sand.speaker.whose(seat)} {unit.name}" if alike else unit.name


def _freedom(sand: Sand, said: Said, unit: UnitView) -> str:
    if unit.state == "eliminated":
        return f"{unit.name} is eliminated."
    timer = sand.timer(unit.timer)
    yes = yes_or_no(said, free=timer is None) if said.has("free", "busy", "act") else ""
    if timer is None:
        return f"{yes}it is free now."
    return f"{yes}{f'{timer.tag}, ' if said.has('timer') else ''}{sand.left(timer)}."


def free_units(sand: Sand, said: Said) -> Answer:
    """Which units are free, of those it is about."""
    if sand.over:
        return OVER
    told = []
    for seat in said.sides(sand.speaker.seats):
        free = [each.name for each in sand.view.sides[seat.value].units if each.state == "available"]
        told.append((seat, f"{listed(free)}." if free else "None is free."))
    return Answer(sand.speaker.each(told), TABLE)


def whose(sand: Sand, said: Said) -> Answer | None:
    """Whose the named units are, and where they stand."""
    told = []
    for seat, unit in sand.units(said):
        stands = f", in {unit.hex}" if unit.hex else ""
        gone = ", eliminated" if unit.state == "eliminated" else ""
        told.append(f"{unit.name} is {'yours' if seat is said.asker else sand.speaker.whose(seat)}{stands}{gone}.")
    return Answer(" ".join(told), _page(sand, said)) if told else None


def where(sand: Sand, said: Said) -> Answer | None:
    """Where the named units stand."""
    if all(unit.hex is None for _, unit in sand.units(said)):
        return None
    return whose(sand, said)


def alive(sand: Sand, said: Said) -> Answer | None:
    """Whether the named units are eliminated."""
    units = sand.units(said)
    told = [
        f"{sentence(_whose(sand, units, seat, unit))} is {'eliminated' if unit.state == 'eliminated' else 'in play'}"
        f"{_left(unit)}."
        for seat, unit in units
    ]
    return Answer(" ".join(told), _page(sand, said)) if told else None


def tokens(sand: Sand, said: Said) -> Answer | None:
    """How many tokens are left in the named stacks."""
    units = sand.units(said)
    told = []
    for seat, unit in units:
        name = sentence(_whose(sand, units, seat, unit))
        if unit.state == "eliminated":
            told.append(f"{name} is eliminated.")
        elif unit.left is not None:
            told.append(f"{name} has {counted(unit.left, 'token')}{f' of {unit.health}' if unit.health else ''}.")
        else:
            told.append(f"Nobody said how many tokens {unit.name} has.")
    piles = {hex for hexes in said.values("pile") for hex in hexes}
    for each in sand.view.features:
        if each.hex in piles:
            told.append(
                f"{each.terrain.capitalize()} in {each.hex}: {each.left or 'none'} of {counted(each.tokens, 'token')}."
            )
    return Answer(" ".join(told), _page(sand, said)) if told else None


def _left(unit: UnitView) -> str:
    return f", {counted(unit.left, 'token')} left" if unit.left is not None and unit.state != "eliminated" else ""


def _page(sand: Sand, said: Said) -> str:
    units = sand.units(said)
    return f"/units/{units[0][0].value}/{quote(units[0][1].name, safe='')}" if len(units) == 1 else TABLE
