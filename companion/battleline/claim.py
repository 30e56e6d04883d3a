"""Whether a flag can be claimed, and why (Battle Line, Flags).

My complete formation must beat, or tie, the best that the other side could still make of every Troop card that is not
face up: cards in hands count as unseen, mine too, and unplayed Tactics do not count. A tie goes against whoever played,
or would play, the last card.
"""

from collections.abc import Iterable

import msgspec

from companion.battleline import proof
from companion.battleline.books import BOOKS, Cite
from companion.battleline.cards import ALL_TROOPS, Card, mask
from companion.battleline.choices import CLAIM_TIME, DEFAULTS, BattleLineChoices
from companion.battleline.flag import Flag, Who
from companion.battleline.formations import Made, Outcome, Reply, compared
from companion.battleline.replies import best
from companion.choices import Chosen, reading


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """Whether my side can claim a flag now, and what shows it.

    `mine` is None while my side is not complete; then it claims nothing and nothing is compared. `best_reply` is None
    if the other side cannot be completed any more. `beats` says which of the two is higher, before the last card
    decides a tie. `proof` is there to be read out. `leans_on` are the table choices that a granted claim follows.
    """

    claimable: bool
    mine: Made | None
    best_reply: Reply | None
    beats: Outcome | None
    proof: str
    cite: Cite
    leans_on: tuple[Chosen, ...] = ()


def unseen(flags: Iterable[Flag], seen: Iterable[Card] = ()) -> int:
    """The Troop cards that lie neither beside a flag nor among those `seen` elsewhere, as a mask."""
    found = ALL_TROOPS & ~mask(seen)
    for flag in flags:
        found &= ~(mask(flag.mine) | mask(flag.theirs))
    return found


def claim(flag: Flag, unseen: int, choices: BattleLineChoices = DEFAULTS) -> Claim:
    """Whether my side can claim the flag while the Troop cards of the mask `unseen` may still come.

    No side has more cards than the flag has slots, no card lies there twice, and none that lies there is in `unseen`.
    With both sides complete and tied, nobody can claim unless `flag.last` says who played the last card.
    """
    cite = Cite(BOOKS[choices.edition], "Flags")
    mine = best(flag.mine, 0, slots=flag.slots, fog=flag.fog)
    if mine is None:
        return Claim(claimable=False, mine=None, best_reply=None, beats=None, proof=proof.incomplete(flag), cite=cite)
    reply = best(flag.theirs, unseen, slots=flag.slots, fog=flag.fog)
    outcome = compared(mine, reply) if reply else Outcome.MINE
    claimable = outcome is Outcome.MINE or (outcome is Outcome.TIE and _last(flag) is Who.THEIRS)
    return Claim(
        claimable=claimable,
        mine=mine.made,
        best_reply=reply,
        beats=outcome,
        proof=_proof(flag, unseen, mine, reply, outcome=outcome),
        cite=cite,
        leans_on=(reading(CLAIM_TIME, choices),) if claimable else (),
    )


def _last(flag: Flag) -> Who | None:
    """Who played, or would play, the last card at a flag where my side is complete."""
    return flag.last if len(flag.theirs) == flag.slots else Who.THEIRS


def _proof(flag: Flag, unseen: int, mine: Made, reply: Reply | None, *, outcome: Outcome) -> str:
    if reply is None:
        return proof.out_of_cards(flag, mine, left=unseen.bit_count())
    if not reply.needs:
        return proof.decided(flag, mine, reply, outcome)
    if outcome is not Outcome.THEIRS:
        return proof.held_off(mine, reply, outcome)
    if len(reply.needs) > 1:
        return proof.answered(mine, reply)
    next_best = best(flag.theirs, unseen & ~mask(reply.needs), slots=flag.slots, fog=flag.fog)
    after = compared(mine, next_best) if next_best else Outcome.MINE
    return f"{proof.answered(mine, reply)} {proof.were_it_out(mine, next_best, after)}"
