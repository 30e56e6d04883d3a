"""What happens in a fight. Each is one event, so one undo takes all of it back."""

import msgspec

from companion.warzone.attacks.actions import Action
from companion.warzone.match.fight.commands import Blow
from companion.warzone.match.leadership import LeadershipRoll
from companion.warzone.match.sided import UnitEvent


class Fought(UnitEvent, frozen=True, kw_only=True):
    """The side's Unit attacked one of the other's. `wounds` lie beside that one now; `casualty`: it is gone.
    `activates`: with this the attacker's Activation begins."""

    blow: Blow
    wounds: int
    casualty: bool = False
    activates: bool = False


class Did(UnitEvent, frozen=True, kw_only=True):
    """An action that attacked nobody. `activates`: with this the Unit's Activation begins. `test`: it was a Rally that
    took one."""

    action: Action
    weapon: str = ""
    activates: bool = False
    test: LeadershipRoll | msgspec.UnsetType = msgspec.UNSET
