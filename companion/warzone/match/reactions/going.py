"""The enemy action that Reactions answer (Warzone Eternal, Chapter 6), as far as anybody said it."""

import msgspec

from companion.table.sides import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.counters import Reaction

ATTACKS = (Action.SHOOT, Action.STRIKE, Action.CHARGE)


class EnemyAction(msgspec.Struct, frozen=True, kw_only=True):
    """What a Unit of the Active Player's is doing, or, once it is `done`, has just done.

    `targets` are the Enemy Units that it is at, `weapon` what it was made with, `left` the Enemy Units that it was
    engaged with as its movement began. `lowest` is the lowest die of a shot. `reacted` has what each Unit of the other
    side answered with, `tested` those of them whose test for a counter was rolled; `forgone`: nobody more reacts.
    """

    side: Side
    unit: str
    action: Action
    targets: tuple[str, ...] = ()
    weapon: str = ""
    done: bool = False
    left: tuple[str, ...] = ()
    lowest: int | None = None
    reacted: dict[str, Reaction] = msgspec.field(default_factory=dict)
    tested: tuple[str, ...] = ()
    forgone: bool = False

    def answered_by(self) -> tuple[Reaction, ...]:
        """What it can be answered with: movement while it goes on, a shot as it is declared, an attack once it is
        made."""
        if self.done:
            return (Reaction.COUNTERATTACK,) if self.action in ATTACKS else ()
        if self.action.moves:
            return Reaction.AMBUSH, Reaction.PARTING_BLOW
        return (Reaction.DIVE_FOR_COVER,) if self.action is Action.SHOOT else ()
