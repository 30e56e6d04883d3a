"""Who keeps a timer. WarTime Rulebook: Timing Disputes, Charge Restrictions, Movement Restrictions, Eliminated Units.

The action whose trigger came first takes precedence; the other waits for it, or never begins. Where the book stops (two
charges at each other, a blow at a unit that is in the air) the same principle goes on, trigger by trigger.
"""

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.table.sides import Side
from companion.wartime.disputes.triggers import Dispute, Kind, Step


class Outcome(Enum):
    """What became of an action.

    COUNTS: it was done. WAITS: its unit was hit first and lived, so it was done after that. ESCAPED: an attack that
    never began, for its target was lifted first. DEAD: it never began, for its unit had lost its last token. Of charges
    alone, all of which moved and dealt no damage: MISSED, its target was lifted before tokens came off; FELLED, its
    unit was killed before it struck; TOO_CLOSE, its target stood beside it before it was lifted, so it was none.
    """

    COUNTS = "counts"
    WAITS = "waits"
    ESCAPED = "escaped"
    DEAD = "dead"
    MISSED = "missed"
    FELLED = "felled"
    TOO_CLOSE = "too_close"


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What follows for one side. `elsewhere`: the hex that it was to end in is the other's. `dies`: its unit lost its
    last token, before or after."""

    outcome: Outcome
    deals: bool | None
    """Whether its damage is dealt; None where it deals none."""
    elsewhere: bool = False
    dies: bool = False

    @property
    def keeps(self) -> bool:
        """Whether it keeps a timer; otherwise the one that it flipped is taken back."""
        return self.outcome not in (Outcome.ESCAPED, Outcome.DEAD)

    @property
    def may_act(self) -> bool:
        """Whether its unit may act at once, for it has not acted."""
        return not self.keeps and not self.dies


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    fates: Mapping[Side, Fate]
    clash: bool
    """Whether the one had anything to do with the other."""

    @property
    def signature(self) -> tuple[object, ...]:
        """What players argue about: two verdicts of the same signature rule alike."""
        return tuple((self.fates[side].outcome, self.fates[side].elsewhere) for side in Side)


def judge(dispute: Dispute) -> Verdict:
    """The verdict over both sides."""
    hands = {side: _Hand() for side in Side}
    for at, (side, step) in enumerate(dispute.order):
        _take(dispute, hands, side, step, at=at)
    fates = {side: _fate(dispute, hands, side) for side in Side}
    aimed = any(deed.strikes and deed.at_other for deed in dispute.deeds.values())
    return Verdict(fates=fates, clash=aimed or _same_hex(dispute))


class _Hand(msgspec.Struct):
    """One side's action as it goes, trigger by trigger. `lifted` and `landed` are where in the order it was."""

    outcome: Outcome | None = None
    lifted: int | None = None
    landed: int | None = None
    hit: bool = False
    dead: bool = False


def _take(dispute: Dispute, hands: Mapping[Side, _Hand], side: Side, step: Step, *, at: int) -> None:
    deed, mine, other = dispute.deeds[side], hands[side], hands[side.other]
    if mine.outcome not in (None, Outcome.COUNTS, Outcome.WAITS):
        return
    if mine.dead:
        mine.outcome = Outcome.DEAD if mine.outcome is None else Outcome.FELLED
        return
    if step is Step.TOKENS and deed.at_other and (missed := _missed(dispute, hands, side)):
        mine.outcome = missed
        return
    if mine.outcome is None:
        mine.outcome = Outcome.WAITS if mine.hit else Outcome.COUNTS
    match step:
        case Step.LIFT:
            mine.lifted = at
        case Step.LAND:
            mine.landed = at
        case Step.TOKENS if deed.at_other:
            other.hit, other.dead = True, other.dead or deed.kills


def _missed(dispute: Dispute, hands: Mapping[Side, _Hand], side: Side) -> Outcome | None:
    """Why no tokens come off the unit that the other side acts with; None where they do."""
    mine, other = hands[side], hands[side.other]
    if other.lifted is None:
        return None
    if dispute.deeds[side].kind is Kind.ATTACK:
        # Set down again, it can be attacked in its new hex.
        return Outcome.ESCAPED if other.landed is None else None
    if other.landed is not None and mine.lifted is not None and other.landed < mine.lifted:
        # It stood before this charge began: beside the charging unit if it had charged that, else where it was charged.
        return Outcome.TOO_CLOSE if dispute.deeds[side.other].at_other else None
    return Outcome.MISSED


def _fate(dispute: Dispute, hands: Mapping[Side, _Hand], side: Side) -> Fate:
    deed, mine, other = dispute.deeds[side], hands[side], hands[side.other]
    outcome = mine.outcome or Outcome.COUNTS
    second = mine.lifted is not None and other.lifted is not None and other.lifted < mine.lifted
    return Fate(
        outcome=outcome,
        deals=outcome in (Outcome.COUNTS, Outcome.WAITS) if deed.strikes else None,
        elsewhere=_same_hex(dispute) and second,
        dies=mine.dead,
    )


def _same_hex(dispute: Dispute) -> bool:
    return dispute.same_hex and all(deed.lifts for deed in dispute.deeds.values())
