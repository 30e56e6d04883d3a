"""Who may know what is sealed.

Sealed events go into the journal whole, so a restart forgets nothing, and leave the table only as `Event.public`. Only
the phone that sealed a pick may read it before it is revealed; that phone is known by the cookie it joined with, so one
that joins anew has to seal again.
"""

import msgspec

from companion.table.sides import Side
from companion.warzone.match.state import State
from companion.warzone.scenario.objectives import Primary, Secondary


class Picks(msgspec.Struct, frozen=True, kw_only=True):
    """What one phone has sealed for a side."""

    secondaries: tuple[Secondary, ...] = ()
    primary: Primary | None = None


def picks_of(state: State, owner: str) -> dict[Side, Picks]:
    """What this phone has sealed and nobody has revealed, by the side it was for. Nobody's is ""."""
    picks = {}
    for side, force in state.forces.items() if owner else ():
        secondaries = force.sealed if force.owner == owner else ()
        primary = force.sealed_primary if force.primary_owner == owner else None
        if secondaries or primary is not None:
            picks[side] = Picks(secondaries=secondaries, primary=primary)
    return picks
