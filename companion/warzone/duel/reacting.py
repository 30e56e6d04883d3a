"""What a Reaction is worth now: the odds of the attack that it is, or of the shot that a Unit dives from."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import UnitCard
from companion.warzone.duel.fighter import Duel, duel
from companion.warzone.duel.lines import DuelLine, duel_lines
from companion.warzone.duel.told import Told
from companion.warzone.duel.ways import Way
from companion.warzone.match.counters import Reaction
from companion.warzone.match.state import State


class ReactionOdds(msgspec.Struct, frozen=True, kw_only=True):
    """`out` is the probability, in 0..1, that the best attack takes the acting Unit out; of a dive, that the acting
    Unit's best shot takes this one out, `undived` without it. `way` is that attack."""

    way: Way
    out: float
    undived: float | None = None


def reaction_odds(state: State, cards: Sequence[UnitCard], unit: str, reaction: Reaction) -> ReactionOdds | None:
    """Of one Unit of the Reactive Force against what is going on; None where nothing is, where a card is missing, and
    where nothing can be attacked with. Raises NotHere."""
    going = state.declared
    if going is None:
        return None
    if reaction is Reaction.DIVE_FOR_COVER:
        found = duel(state, cards, side=going.side, unit=going.unit, target=unit, primary=None)
        return _dive(state, found)
    side = going.side.other
    found = duel(state, cards, side=side, unit=unit, target=going.unit, primary=None)
    best = _best(duel_lines(found, Told(reaction=reaction), state.choices))
    return None if best is None else ReactionOdds(way=best.way, out=_out(best))


def _dive(state: State, found: Duel) -> ReactionOdds | None:
    dived = duel_lines(found, Told(dive=True), state.choices)
    shots = [
        line
        for line in duel_lines(found, Told(), state.choices)
        if line.way.action is Action.SHOOT and line.answer is not None and not line.why_not
    ]
    worst = max(shots, key=_chance, default=None)
    if worst is None:
        return None
    same = next(line for line in dived if line.way == worst.way)
    return ReactionOdds(way=worst.way, out=_out(same), undived=_out(worst))


def _best(lines: Sequence[DuelLine]) -> DuelLine | None:
    return next((line for line in lines if line.best), None)


def _chance(line: DuelLine) -> Fraction:
    return line.answer.casualty.fraction if line.answer else Fraction()


def _out(line: DuelLine) -> float:
    return line.answer.casualty.p if line.answer else 0.0
