"""Who may know what is sealed.

Sealed events go into the journal whole, so a restart forgets nothing, and leave the table only as `Event.public`. Only
the phone that sealed a pick may read it before it is revealed, and only while it sits on that side, or for both; that
phone is known by the cookie it joined with. Who sits elsewhere can neither read it nor seal another in its place.
"""

import msgspec

from companion.table.history import Source
from companion.table.sides import Side
from companion.warzone.match.state import State
from companion.warzone.scenario.objectives import Primary, Secondary


class Picks(msgspec.Struct, frozen=True, kw_only=True):
    """What one phone has sealed for a side."""

    secondaries: tuple[Secondary, ...] = ()
    primary: Primary | None = None


def picks_of(state: State, phone: Source) -> dict[Side, Picks]:
    """What this phone has sealed and nobody has revealed, by the side it was for."""
    picks = {}
    for side, force in state.forces.items():
        if not phone.keeps_secrets_of(side.value):
            continue
        secondaries = force.sealed if force.owner == phone.device else ()
        primary = force.sealed_primary if force.primary_owner == phone.device else None
        if secondaries or primary is not None:
            picks[side] = Picks(secondaries=secondaries, primary=primary)
    return picks
