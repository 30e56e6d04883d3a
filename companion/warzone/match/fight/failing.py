"""Critical Failures of attacks in a match (Warzone Eternal, Critical Failure, of Ranged and of Melee Attacks)."""

from companion.warzone.match.effects import RELIABILITY, used_in
from companion.warzone.match.fight.events import Fought
from companion.warzone.match.fight.tracking import unpinnable
from companion.warzone.match.state import State


def suffers(state: State, event: Fought) -> bool:
    """Whether the attacker has the counter of a Critical Failure from it: a striker is Pinned, who shoots must Reload;
    not the Relentless, nor in a Turn of Reliability (Bauhaus Assets)."""
    force = state.forces[event.side]
    if not event.blow.dealt.failed or event.unit not in force.units:
        return False
    if event.blow.action.melee:
        return not unpinnable(force.units[event.unit].unit)
    return used_in(force, RELIABILITY) != state.turn
