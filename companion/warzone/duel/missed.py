"""Shots of a match that another weapon in the same hands would have made better, whatever the distance was."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec

from companion.table.game import Step
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import UnitCard
from companion.warzone.duel.fighter import duel
from companion.warzone.duel.lines import DuelLine, duel_lines
from companion.warzone.duel.told import Told
from companion.warzone.match.fight.events import Fought
from companion.warzone.match.state import State

MOST = 40
"""So many shots of a match are summed anew, its last ones: each takes some milliseconds."""
CLEARLY = Fraction(1, 10)
"""By so much, as a chance to take the target out or as Wounds expected, another weapon has to be better to be told."""


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """A shot of `unit` at `target` with `weapon`, at that sand time, and the weapon that was `better`: the chances of a
    Casualty with either, in per cent, and the Wounds expected, in the band where the two are closest."""

    sand_ns: int
    side: str
    unit: str
    target: str
    weapon: str
    better: str
    chance: float
    wounds: float
    better_chance: float
    better_wounds: float


def missed(steps: Iterable[Step[State]], cards: Sequence[UnitCard]) -> list[Missed]:
    """The shots that the odds speak against, as far as the match and its cards tell: at the same target, in the same
    band, with what was tracked of Aim, Brace and a dive. How far the target was nobody said, so the other weapon has
    to be better in every band in which the shot could have been made; what else might have been shot at is not told,
    for no table knows whom one saw. A Unit without a card, and what was shot as a Reaction or at a further target, is
    left out."""
    shots = [step for step in steps if isinstance(step.event, Fought) and _is_shot(step.event)]
    return [found for step in shots[-MOST:] if (found := _missed(step, cards)) is not None]


def _is_shot(event: Fought) -> bool:
    blow = event.blow
    return blow.action is Action.SHOOT and blow.reaction is None and not blow.same_action


def _missed(step: Step[State], cards: Sequence[UnitCard]) -> Missed | None:
    event, was = step.event, step.was
    assert isinstance(event, Fought)
    blow, forces = event.blow, was.forces
    if event.unit not in forces[event.side].units or blow.target not in forces[event.side.other].units:
        return None
    found = duel(was, cards, side=event.side, unit=event.unit, target=blow.target, primary=None)
    prepared = blow.prepared or ()
    told = Told(dive=blow.dive, aim=Action.AIM in prepared, brace=Action.BRACE in prepared)
    lines = [each for each in duel_lines(found, told, was.choices) if each.way.band and each.answer]
    taken = {each.way.band: each for each in lines if each.way.weapon == blow.weapon}
    best = [(each, max(others, key=_worth)) for each in taken.values() if (others := list(_others(lines, each)))]
    if not best or len(best) < len(taken):
        return None
    shot, better = min(best, key=lambda pair: _gain(*pair))
    if _gain(shot, better) < CLEARLY:
        return None
    (chance, wounds), (better_chance, better_wounds) = _worth(shot), _worth(better)
    return Missed(
        sand_ns=event.sand_ns,
        side=event.side.value,
        unit=found.attacker.name,
        target=found.target.name,
        weapon=blow.weapon,
        better=better.way.weapon,
        chance=float(100 * chance),
        wounds=float(wounds),
        better_chance=float(100 * better_chance),
        better_wounds=float(better_wounds),
    )


def _others(lines: Sequence[DuelLine], shot: DuelLine) -> Iterator[DuelLine]:
    """What else could have been shot in the same band."""
    for each in lines:
        if each.way.band is shot.way.band and each.way.weapon != shot.way.weapon and not each.why_not:
            yield each


def _worth(line: DuelLine) -> tuple[Fraction, Fraction]:
    """The chance of a Casualty, and the Wounds expected."""
    assert line.answer is not None
    return line.answer.casualty.fraction, Fraction(line.answer.expected_wounds_exact)


def _gain(shot: DuelLine, better: DuelLine) -> Fraction:
    """By how much another is better: by its chance, where that is the same by its Wounds."""
    (chance, wounds), (more, deeper) = _worth(shot), _worth(better)
    return more - chance if more != chance else deeper - wounds
