"""Who may know what is sealed.

Everything that leaves the table goes through `public`: the log's own fields, and so every phone. Only the phone that
sealed a pick may read it before it is revealed; and since that phone is known by the cookie it joined with, one that
joins anew has to seal again.
"""

import msgspec

from companion.table.events import Event
from companion.table.sides import Side
from companion.warzone.tracker import events as e
from companion.warzone.tracker.objectives import Primary, Secondary
from companion.warzone.tracker.state import State


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


def public(event: Event) -> Event:
    """The event as everyone may know it."""
    if isinstance(event, e.Sealed):
        return msgspec.structs.replace(event, owner="", picks=())
    if isinstance(event, e.PrimarySealed):
        return msgspec.structs.replace(event, owner="", pick=None)
    return event
