"""What the sides are called."""

from collections.abc import Mapping

from companion.table.seats import Seat
from companion.table.sides import Side
from companion.warzone.match.state import Force, State


def names(state: State) -> Mapping[Seat, str]:
    """Each side by its Force's name, else its Faction, else its colour; by its colour too where both are alike."""
    forces = {
        side: force.name or (force.faction.value if force.faction else "") for side, force in state.forces.items()
    }
    alike = len({name.casefold() for name in forces.values()}) < len(forces)
    return {Seat(side.value): _called(side, name, alike=alike) for side, name in forces.items()}


def _called(side: Side, name: str, *, alike: bool) -> str:
    colour = side.value.title()
    return f"{name} ({colour})" if name and alike else name or colour


def _own(force: Force) -> str:
    return force.name or (force.faction.value if force.faction else "")
