"""The proofs of claims as players are shown them: what lies there, and step by step what the other side could reply."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from companion.battleline.beaten import Fate, Step, answer, beaten
from companion.battleline.cards import TROOPS, Card
from companion.battleline.flag import Flag, Who
from companion.battleline.formations import Formation
from companion.battleline.match.hands import unseen_troops
from companion.battleline.match.state import Handed, State
from companion.battleline.replies import best
from companion.table.seats import Seat


class ProofView(msgspec.Struct, frozen=True, kw_only=True):
    """A claim of a flag, made `by` one side, its proof meant for the other: `to`. `formation`, `total` and `as` are
    what the claim has, `cards` what lay on both sides when it was made, `words` are the proof in short. `steps` are the
    replies that it beats; of a claim that does not hold, or not any more once a mis-tap was put right, the one that it
    does not."""

    flag: int
    by: str
    to: str
    formation: Formation
    total: int
    as_: tuple[Card, ...] = msgspec.field(name="as")
    cards: dict[str, tuple[Card, ...]]
    slots: int
    words: str
    steps: tuple[Step, ...]


def proofs(state: State) -> tuple[ProofView, ...]:
    """The proofs that lie before players, the latest first."""
    found = (_proof(state, each) for each in reversed(state.handed))
    return tuple(each for each in found if each is not None)


def refuted(state: State, number: int, side: Seat) -> ProofView | None:
    """Why this side cannot claim the flag yet, as far as a reply is why; None where it is not."""
    if number in state.claimed or state.winner or side not in state.layout.pair(number):
        return None
    across = state.layout.across(number, side)
    flag = _seen_by(state, number, side)
    reply = answer(flag, unseen_troops(state))
    return _view(number, side, across, flag, (reply,)) if reply else None


def _proof(state: State, handed: Handed) -> ProofView | None:
    then = replace(state, lying=handed.lying)
    flag = _seen_by(then, handed.flag, handed.by)
    lies = tuple((piece, spot.flag) for piece, spot in handed.lying.items() if piece in TROOPS)
    left = unseen_troops(then)
    refuting = answer(flag, left)
    steps = (refuting,) if refuting else _steps(flag, left, lies)
    return _view(handed.flag, handed.by, handed.to, flag, steps)


@lru_cache(maxsize=16)
def _steps(flag: Flag, unseen: int, lies: tuple[tuple[Card, int | None], ...]) -> tuple[Step, ...]:
    """The same proof is made only once, however many look at it."""
    return beaten(flag, unseen, dict(lies))


def _seen_by(state: State, number: int, side: Seat) -> Flag:
    flag = state.flag(number)
    return flag if state.layout.who(number, side) is Who.MINE else flag.turned()


def _view(number: int, by: Seat, to: Seat, flag: Flag, steps: tuple[Step, ...]) -> ProofView | None:
    mine = best(flag.mine, 0, slots=flag.slots, fog=flag.fog)
    if mine is None or not steps:
        return None
    return ProofView(
        flag=number,
        by=by.value,
        to=to.value,
        formation=mine.formation,
        total=mine.total,
        as_=mine.as_,
        cards={by.value: flag.mine, to.value: flag.theirs},
        slots=flag.slots,
        words=_in_short(steps),
        steps=steps,
    )


def _in_short(steps: tuple[Step, ...]) -> str:
    """What comes of the best reply."""
    strongest = next((step for step in steps if step.fate is not Fate.OUT), steps[0])
    done = not strongest.needs or strongest.out or strongest.fate is Fate.BEATS
    return strongest.words if done else f"{strongest.words} Nothing better can come."
