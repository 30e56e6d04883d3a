"""Lists the pairs of actions that a unit may spend on a target, with the effect of each."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

from companion.choices import Chosen
from companion.fields.invalid import Invalid
from companion.ledger import Ledger
from companion.warzone.abilities.ability import Does, Vocabulary
from companion.warzone.abilities.catalogue import KNOWN
from companion.warzone.abilities.standing import AbilityLine, of_several
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.answers import countable
from companion.warzone.attacks.shoot import Shoot, aims, area_of, braces, shooting
from companion.warzone.attacks.situation import (
    MoveBy,
    Situation,
    UnitSituation,
    as_shoot,
    as_shoot_after_move,
    as_strike,
)
from companion.warzone.attacks.strike import Strike, striking
from companion.warzone.attacks.target import Area, named, read
from companion.warzone.chances.attack import ActivationEnds, Attack, most_dice, one_attack, two_attacks
from companion.warzone.chances.dice import Chance
from companion.warzone.choices import WarzoneChoices

# Which two actions a unit may spend on a target (Warzone Eternal Core Rules, Actions, Pinned Counter).

LEAVES = "To leave its engagement the unit moves away, and may take a Parting Blow first"
PINNED = "Pinned: the move must not bring the unit closer to an enemy that it sees"
OTHER_WEAPON = "The unit strikes with another weapon than the one that jams"
MOVED = "The Move ends in contact with the target"
REACHED = "The Charge is not stopped on its way"
CLIMBED = "A new Pinned or Wound Counter on the way makes it fall"
FLOWN = "Ambush shots at it while it flies have −4; it cannot enter Enclosed terrain"
REPOSITIONED = "It Repositions first, into contact with terrain: no action"


Q = TypeVar("Q", Shoot, Strike)


class PlanWay(msgspec.Struct, frozen=True, kw_only=True):
    """Describes two actions in their order, the attacks made with them, and what has to hold.

    The second action is always an attack. `wounded` is that attack after the first dealt 1, 2, … Wound Counters; its
    last entry stands for all beyond. It is empty where the wounds make no difference.
    """

    actions: tuple[Action, Action]
    first: Attack | None = None
    second: Attack
    wounded: tuple[Attack, ...] = ()
    assumptions: tuple[str, ...] = ()


def ways_to_attack(
    situation: Situation, unit: UnitSituation, choices: WarzoneChoices, vocabulary: Vocabulary, *, engaged: bool
) -> Iterator[PlanWay]:
    """Yields every legal pair of actions with an attack on this target, the plainest first.

    `engaged`: the unit is engaged with any enemy. A pinned unit can rally first. Without that only Charges are ruled
    out, since they always lead closer; a unit with Nerves of Steel may Charge all the same. Raises Invalid.
    """
    yield from _Ways(situation, unit, choices, vocabulary, engaged=engaged).all()


class _Ways:
    """Yields the ways at one target."""

    def __init__(
        self,
        situation: Situation,
        unit: UnitSituation,
        choices: WarzoneChoices,
        vocabulary: Vocabulary,
        *,
        engaged: bool,
    ) -> None:
        self._at = situation
        self._unit = unit
        self._choices = choices
        self._vocabulary = vocabulary
        self._engaged = engaged
        self._bold = _moves_pinned(situation, vocabulary)

    def all(self) -> Iterator[PlanWay]:
        yield from self._shots()
        yield from self._blows()
        yield from self._charges()

    def _shots(self) -> Iterator[PlanWay]:
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
        yield PlanWay(actions=(self._move, Action.SHOOT), second=self._shot(moved), assumptions=assumptions)

    def _may_shoot(self, question: Shoot) -> bool:
        return not self._engaged or area_of(question, self._vocabulary) is Area.PROJECTED

    def _standing(self, question: Shoot) -> Iterator[PlanWay]:
        attack = self._shot(question)
        if self._unit.jammed:
            yield PlanWay(actions=(Action.RELOAD, Action.SHOOT), second=attack)
            return
        yield PlanWay(
            actions=(Action.SHOOT, Action.SHOOT), first=attack, second=attack, wounded=_wounded(question, self._shot)
        )
        if aims(question, self._vocabulary):
            aimed = self._shot(msgspec.structs.replace(question, aim=True))
            yield PlanWay(actions=(Action.AIM, Action.SHOOT), second=aimed)
        if braces(question):
            braced = self._shot(msgspec.structs.replace(question, brace=True))
            yield PlanWay(actions=(Action.BRACE, Action.SHOOT), second=braced)
        if self._unit.pinned:
            yield PlanWay(actions=(Action.RALLY, Action.SHOOT), second=attack)

    def _blows(self) -> Iterator[PlanWay]:
        question = as_strike(self._at, charge=False)
        if question is None:
            return
        attack = self._blow(question)
        if self._at.engaged:
            yield PlanWay(
                actions=(Action.STRIKE, Action.STRIKE),
                first=attack,
                second=attack,
                wounded=_wounded(question, self._blow),
                assumptions=self._other_weapon(),
            )
            if self._unit.pinned:
                yield PlanWay(actions=(Action.RALLY, Action.STRIKE), second=attack, assumptions=self._other_weapon())
        elif self._at.move_engages and self._closes_in:
            assumptions = (MOVED, *self._leaves(), *self._on_the_way(), *self._other_weapon())
            yield PlanWay(actions=(self._move, Action.STRIKE), second=attack, assumptions=assumptions)

    def _charges(self) -> Iterator[PlanWay]:
        """Yields the ways with a Charge: a unit does not charge one that it is engaged with already (Charge)."""
        free, then = as_strike(self._at, charge=True), as_strike(self._at, charge=False)
        if free is None or then is None or self._at.engaged:
            return
        attack = self._blow(free)
        assumptions = (REACHED, *self._leaves(), *self._other_weapon())
        if self._at.charge and self._unit.pinned and not self._bold:
            yield PlanWay(actions=(Action.RALLY, Action.CHARGE), second=attack, assumptions=assumptions)
        elif self._at.charge:
            yield PlanWay(
                actions=(Action.CHARGE, Action.STRIKE),
                first=attack,
                second=self._blow(then),
                wounded=_wounded(then, self._blow),
                assumptions=assumptions,
            )
            yield from self._shot_and_charge(free, attack, assumptions)
        if self._at.move_charge and self._closes_in:
            assumptions = (*assumptions, *self._on_the_way())
            yield PlanWay(actions=(self._move, Action.CHARGE), second=attack, assumptions=assumptions)

    def _shot_and_charge(self, free: Strike, attack: Attack, assumptions: tuple[str, ...]) -> Iterator[PlanWay]:
        before = as_shoot(self._at)
        if before is None or self._unit.jammed or not self._may_shoot(before):
            return
        shots = self._shot(before)
        jams = (OTHER_WEAPON,) if shots.cf is not None else ()
        yield PlanWay(
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
    """Returns the attack on a target with 1, 2, … more Wound Counters; empty where they make no difference
    (Vicious)."""

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
    """Returns what its dice are rolled with, as far as Wound Counters change it."""
    return attack.target_number.value, attack.armor.value, attack.armor_after, attack.multiplier


def _moves_pinned(situation: Situation, vocabulary: Vocabulary) -> bool:
    own = (*read("abilities", situation.abilities), *read("strike_abilities", situation.strike_abilities))
    off = named(situation.off)
    known = (vocabulary.get(each.key) for each in own if each.key not in off)
    return any(effect.does is Does.MOVES_PINNED for each in known if each for effect in each.effects)


# What should I do: every way to spend a unit's two actions on a target, side by side.

SAME_TARGET = "Both actions go at this target; if the first removes it, the second is not counted"
JAM = "A Critical Failure in the first Shoot Action jams the weapon: there is no second"
MOST_WORK = 50_000
"""Says what may be counted for one comparison, as `_work` has it: some 0.1 s of a desktop's. Twelve targets of a Burst
(4) weapon with all that makes it longer ask for a tenth of it."""
NOTHING = "No attack is possible from here: check who is engaged, what a Charge reaches, and which weapons the unit has"


class PlanStep(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one of the two actions, and for an attack the sums behind it."""

    action: Action
    target_number: Ledger | None = None
    damage: Ledger | None = None
    armor: Ledger | None = None


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Describes two actions on one target, and the result of both.

    `expected_wounds` counts every Wound Counter dealt, those beyond W too. `best` is True for the plan with the best
    chance of a Casualty. Among equals, it has the most expected wounds; among equals again, it comes first.
    """

    target: str
    actions: tuple[Action, Action]
    casualty: Chance
    pinned: Chance
    expected_wounds: float
    expected_wounds_exact: str
    steps: tuple[PlanStep, PlanStep]
    assumptions: tuple[str, ...]
    best: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the plans, target by target; `reason` explains an empty list.

    `choices` are the rule choices that any plan depends on. `abilities` are those of either side of any of the attacks,
    and how each takes part.
    """

    plans: tuple[Plan, ...]
    reason: str | None
    choices: tuple[Chosen, ...]
    abilities: tuple[AbilityLine, ...] = ()


def compare(
    situations: Sequence[Situation], unit: UnitSituation, choices: WarzoneChoices, vocabulary: Vocabulary = KNOWN
) -> Comparison:
    """Compares every pair of actions on every target, exactly.

    `vocabulary` says what abilities do. Raises Invalid, also for two targets of one name.
    """
    names = [situation.name for situation in situations]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Invalid("targets", f"name each target differently: {twice} is there twice")
    engaged = unit.engaged_elsewhere or any(situation.engaged for situation in situations)
    ways = [
        (situation.name, way)
        for situation in situations
        for way in ways_to_attack(situation, unit, choices, vocabulary, engaged=engaged)
    ]
    if sum(_work(way) for _, way in ways) > MOST_WORK:
        raise Invalid("targets", "ask for more than one answer can count: compare fewer of them, or fewer tests")
    plans = [_plan(name, way) for name, way in ways]
    best = max(range(len(plans)), key=lambda index: _worth(plans[index]), default=None)
    leaned_on = dict.fromkeys(chosen for _, way in ways for chosen in _choices(way))
    return Comparison(
        plans=tuple(msgspec.structs.replace(plan, best=index == best) for index, plan in enumerate(plans)),
        reason=None if plans else NOTHING,
        choices=tuple(leaned_on),
        abilities=of_several(attack.abilities for _, way in ways for attack in _attacks(way)),
    )


def _work(way: PlanWay) -> int:
    """Returns about how much there is to count: the dice of each attack, again for each number of hits before it that
    matters."""
    if way.first is None:
        return most_dice(way.second)
    again = way.first.tests + 1 if way.second.armor_after else 1
    return most_dice(way.first) + again * sum(most_dice(each) for each in (way.second, *way.wounded))


def _worth(plan: Plan) -> tuple[Fraction, Fraction]:
    return plan.casualty.fraction, Fraction(plan.expected_wounds_exact)


def _plan(target: str, way: PlanWay) -> Plan:
    ends = _ends(way)
    first, second = way.actions
    return Plan(
        target=target,
        actions=way.actions,
        casualty=ends.casualty,
        pinned=ends.pinned,
        expected_wounds=float(ends.expected_wounds),
        expected_wounds_exact=str(ends.expected_wounds),
        steps=(_step(first, way.first), _step(second, way.second)),
        assumptions=(*_assumed(way), *way.assumptions),
        best=False,
    )


def _ends(way: PlanWay) -> ActivationEnds:
    if way.first is None:
        countable(way.second)
        return one_attack(way.second)
    countable(way.first, way.second)
    return two_attacks(way.first, (way.second, *way.wounded), one_weapon=_one_weapon(way))


def _one_weapon(way: PlanWay) -> bool:
    return way.actions == (Action.SHOOT, Action.SHOOT)


def _assumed(way: PlanWay) -> tuple[str, ...]:
    if way.first is None:
        return ()
    return (SAME_TARGET, JAM) if _one_weapon(way) and way.first.cf is not None else (SAME_TARGET,)


def _step(action: Action, attack: Attack | None) -> PlanStep:
    if attack is None:
        return PlanStep(action=action)
    return PlanStep(action=action, target_number=attack.target_number, damage=attack.damage, armor=attack.armor)


def _choices(way: PlanWay) -> Iterator[Chosen]:
    for attack in _attacks(way):
        yield from attack.choices


def _attacks(way: PlanWay) -> Iterator[Attack]:
    return (attack for attack in (way.first, way.second) if attack is not None)
