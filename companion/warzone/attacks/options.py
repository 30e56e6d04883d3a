"""Which two actions a unit may spend on a target (Warzone Eternal Core Rules, Actions, Pinned Counter)."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from companion.warzone.abilities.described import Vocabulary
from companion.warzone.abilities.effect import Does
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.area import Area
from companion.warzone.attacks.asked import named, read
from companion.warzone.attacks.shoot import Shoot, aims, area_of, braces, shooting
from companion.warzone.attacks.situation import MoveBy, Situation, UnitState, as_shoot, as_shoot_after_move, as_strike
from companion.warzone.attacks.strike import Strike, striking
from companion.warzone.chances.attack import Attack
from companion.warzone.choices import WarzoneChoices

LEAVES = "To leave its engagement the unit moves away, and may take a Parting Blow first"
PINNED = "Pinned: the move must not bring the unit closer to an enemy that it sees"
OTHER_WEAPON = "The unit strikes with another weapon than the one that jams"
MOVED = "The Move ends in contact with the target"
REACHED = "The Charge is not stopped on its way"
CLIMBED = "A new Pinned or Wound Counter on the way makes it fall"
FLOWN = "Ambush shots at it while it flies have −4; it enters nothing Enclosed"
REPOSITIONED = "It Repositions first, into contact with terrain: no action"


Q = TypeVar("Q", Shoot, Strike)


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """Two actions in their order, the attacks made with them, and what has to hold. The second is always an attack.

    `wounded`: the second attack where the first dealt 1, 2, … Wound Counters, the last for all beyond; empty where they
    change nothing.
    """

    actions: tuple[Action, Action]
    first: Attack | None = None
    second: Attack
    wounded: tuple[Attack, ...] = ()
    assumptions: tuple[str, ...] = ()


def ways_to_attack(
    situation: Situation, unit: UnitState, choices: WarzoneChoices, vocabulary: Vocabulary, *, engaged: bool
) -> Iterator[Way]:
    """Every legal pair of actions with an attack on this target, the plainest first. `engaged`: the unit is engaged
    with anyone. Raises Invalid.

    A pinned unit can rally first; only Charges, which always lead closer, are ruled out without that, and not for one
    with Nerves of Steel.
    """
    yield from _Ways(situation, unit, choices, vocabulary, engaged=engaged).all()


class _Ways:
    """Those at one target."""

    def __init__(
        self, situation: Situation, unit: UnitState, choices: WarzoneChoices, vocabulary: Vocabulary, *, engaged: bool
    ) -> None:
        self._at = situation
        self._unit = unit
        self._choices = choices
        self._vocabulary = vocabulary
        self._engaged = engaged
        self._bold = _moves_pinned(situation, vocabulary)

    def all(self) -> Iterator[Way]:
        yield from self._shots()
        yield from self._blows()
        yield from self._charges()

    def _shots(self) -> Iterator[Way]:
        if (question := as_shoot(self._at)) is None:
            return
        if self._may_shoot(question):
            yield from self._standing(question)
        moved = as_shoot_after_move(self._at)
        if moved is None or self._unit.jammed:
            return
        if self._at.move_by is MoveBy.REPOSITION:
            # Not out of an engagement (Reposition).
            for way in self._standing(moved) if not self._engaged else ():
                yield msgspec.structs.replace(way, assumptions=(REPOSITIONED, *way.assumptions))
            return
        assumptions = (*self._leaves(), *self._pinned(), *self._on_the_way())
        yield Way(actions=(self._move, Action.SHOOT), second=self._shot(moved), assumptions=assumptions)

    def _may_shoot(self, question: Shoot) -> bool:
        return not self._engaged or area_of(question, self._vocabulary) is Area.PROJECTED

    def _standing(self, question: Shoot) -> Iterator[Way]:
        attack = self._shot(question)
        if self._unit.jammed:
            yield Way(actions=(Action.RELOAD, Action.SHOOT), second=attack)
            return
        yield Way(
            actions=(Action.SHOOT, Action.SHOOT), first=attack, second=attack, wounded=_wounded(question, self._shot)
        )
        if aims(question, self._vocabulary):
            aimed = self._shot(msgspec.structs.replace(question, aim=True))
            yield Way(actions=(Action.AIM, Action.SHOOT), second=aimed)
        if braces(question):
            braced = self._shot(msgspec.structs.replace(question, brace=True))
            yield Way(actions=(Action.BRACE, Action.SHOOT), second=braced)
        if self._unit.pinned:
            yield Way(actions=(Action.RALLY, Action.SHOOT), second=attack)

    def _blows(self) -> Iterator[Way]:
        question = as_strike(self._at, charge=False)
        if question is None:
            return
        attack = self._blow(question)
        if self._at.engaged:
            yield Way(
                actions=(Action.STRIKE, Action.STRIKE),
                first=attack,
                second=attack,
                wounded=_wounded(question, self._blow),
                assumptions=self._other_weapon(),
            )
            if self._unit.pinned:
                yield Way(actions=(Action.RALLY, Action.STRIKE), second=attack, assumptions=self._other_weapon())
        elif self._at.move_engages and self._closes_in:
            assumptions = (MOVED, *self._leaves(), *self._on_the_way(), *self._other_weapon())
            yield Way(actions=(self._move, Action.STRIKE), second=attack, assumptions=assumptions)

    def _charges(self) -> Iterator[Way]:
        """A unit does not charge whom it is engaged with already (Charge)."""
        free, then = as_strike(self._at, charge=True), as_strike(self._at, charge=False)
        if free is None or then is None or self._at.engaged:
            return
        attack = self._blow(free)
        assumptions = (REACHED, *self._leaves(), *self._other_weapon())
        if self._at.charge and self._unit.pinned and not self._bold:
            yield Way(actions=(Action.RALLY, Action.CHARGE), second=attack, assumptions=assumptions)
        elif self._at.charge:
            yield Way(
                actions=(Action.CHARGE, Action.STRIKE),
                first=attack,
                second=self._blow(then),
                wounded=_wounded(then, self._blow),
                assumptions=assumptions,
            )
            yield from self._shot_and_charge(free, attack, assumptions)
        if self._at.move_charge and self._closes_in:
            assumptions = (*assumptions, *self._on_the_way())
            yield Way(actions=(self._move, Action.CHARGE), second=attack, assumptions=assumptions)

    def _shot_and_charge(self, free: Strike, attack: Attack, assumptions: tuple[str, ...]) -> Iterator[Way]:
        before = as_shoot(self._at)
        if before is None or self._unit.jammed or not self._may_shoot(before):
            return
        shots = self._shot(before)
        jams = (OTHER_WEAPON,) if shots.cf is not None else ()
        yield Way(
            actions=(Action.SHOOT, Action.CHARGE),
            first=shots,
            second=attack,
            wounded=_wounded(free, self._blow),
            assumptions=(*assumptions, *jams),
        )

    def _shot(self, question: Shoot) -> Attack:
        return shooting(question, self._choices, self._vocabulary)

    def _blow(self, question: Strike) -> Attack:
        return striking(question, self._choices, self._vocabulary)

    @property
    def _closes_in(self) -> bool:
        return not self._unit.pinned or self._bold

    @property
    def _move(self) -> Action:
        return {MoveBy.CLIMB: Action.CLIMB, MoveBy.FLY: Action.FLY}.get(self._at.move_by, Action.MOVE)

    def _on_the_way(self) -> tuple[str, ...]:
        found = {MoveBy.CLIMB: CLIMBED, MoveBy.FLY: FLOWN, MoveBy.REPOSITION: REPOSITIONED}.get(self._at.move_by)
        return (found,) if found else ()

    def _pinned(self) -> tuple[str, ...]:
        return (PINNED,) if self._unit.pinned and not self._bold else ()

    def _leaves(self) -> tuple[str, ...]:
        return (LEAVES,) if self._engaged else ()

    def _other_weapon(self) -> tuple[str, ...]:
        return (OTHER_WEAPON,) if self._unit.jammed else ()


def _wounded(question: Q, summed: Callable[[Q], Attack]) -> tuple[Attack, ...]:
    """The same attack on a target that has 1, 2, … Wound Counters more; nothing where they change nothing (Vicious)."""

    def on(taken: int) -> Attack:
        return summed(msgspec.structs.replace(question, wounds_taken=taken))

    taken: int = question.wounds_taken
    left = range(taken + 1, question.wounds)
    if not left or _rolled(on(taken)) == _rolled(on(taken + 1)) == _rolled(on(left[-1])):
        return ()
    attacks = [on(each) for each in left]
    while len(attacks) > 1 and _rolled(attacks[-1]) == _rolled(attacks[-2]):
        # The last stands for all beyond.
        attacks.pop()
    return tuple(attacks)


def _rolled(attack: Attack) -> object:
    """What its dice are rolled with, as far as Wound Counters change it."""
    return attack.target_number.value, attack.armor.value, attack.armor_after, attack.multiplier


def _moves_pinned(situation: Situation, vocabulary: Vocabulary) -> bool:
    own = (*read("abilities", situation.abilities), *read("strike_abilities", situation.strike_abilities))
    off = named(situation.off)
    known = (vocabulary.get(each.key) for each in own if each.key not in off)
    return any(effect.does is Does.MOVES_PINNED for each in known if each for effect in each.effects)
