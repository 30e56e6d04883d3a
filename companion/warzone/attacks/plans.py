"""What should I do: every way to spend a unit's two actions on a target, side by side."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from companion.choices import Chosen
from companion.fields.invalid import Invalid
from companion.ledger import Ledger
from companion.warzone.abilities.described import Vocabulary
from companion.warzone.abilities.known import KNOWN
from companion.warzone.abilities.told import AbilityLine, of_several
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.answers import countable
from companion.warzone.attacks.options import Way, ways_to_attack
from companion.warzone.attacks.situation import Situation, UnitState
from companion.warzone.chances.activation import ActivationEnds, one_attack, two_attacks
from companion.warzone.chances.attack import Attack, most_dice
from companion.warzone.chances.chance import Chance
from companion.warzone.choices import WarzoneChoices

SAME_TARGET = "Both actions go at this target; if the first removes it, the second is not counted"
JAM = "A Critical Failure in the first Shoot Action jams the weapon: there is no second"
MOST_WORK = 50_000
"""What may be counted for one comparison, as `_work` has it: some 0.1 s of a desktop's. Twelve targets of a Burst (4)
weapon with all that makes it longer ask for a tenth of it."""
NOTHING = "No attack is possible from here: check who is engaged, what a Charge reaches, and which weapons the unit has"


class PlanStep(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two actions; for an attack, the sums that are its reason."""

    action: Action
    target_number: Ledger | None = None
    damage: Ledger | None = None
    armor: Ledger | None = None


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Two actions on one target and what both come to.

    `expected_wounds` counts every Wound Counter dealt, those beyond W too. `best`: no other plan has a better chance of
    a Casualty, nor, with the same, more expected wounds, nor, with the same again, stands before this one.
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
    """The plans, target by target; `reason` says why there is none. `choices`: the table choices that any of them leans
    on. `abilities`: those of either side of any of their attacks, and what becomes of each."""

    plans: tuple[Plan, ...]
    reason: str | None
    choices: tuple[Chosen, ...]
    abilities: tuple[AbilityLine, ...] = ()


def compare(
    situations: Sequence[Situation], unit: UnitState, choices: WarzoneChoices, vocabulary: Vocabulary = KNOWN
) -> Comparison:
    """Every legal plan against each target, exactly. `vocabulary`: what abilities do. Raises Invalid, also for two
    targets of one name."""
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


def _work(way: Way) -> int:
    """About how much there is to count: the dice of each attack, again for each number of hits before it that
    matters."""
    if way.first is None:
        return most_dice(way.second)
    again = way.first.tests + 1 if way.second.armor_after else 1
    return most_dice(way.first) + again * sum(most_dice(each) for each in (way.second, *way.wounded))


def _worth(plan: Plan) -> tuple[Fraction, Fraction]:
    return plan.casualty.fraction, Fraction(plan.expected_wounds_exact)


def _plan(target: str, way: Way) -> Plan:
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


def _ends(way: Way) -> ActivationEnds:
    if way.first is None:
        countable(way.second)
        return one_attack(way.second)
    countable(way.first, way.second)
    return two_attacks(way.first, (way.second, *way.wounded), one_weapon=_one_weapon(way))


def _one_weapon(way: Way) -> bool:
    return way.actions == (Action.SHOOT, Action.SHOOT)


def _assumed(way: Way) -> tuple[str, ...]:
    if way.first is None:
        return ()
    return (SAME_TARGET, JAM) if _one_weapon(way) and way.first.cf is not None else (SAME_TARGET,)


def _step(action: Action, attack: Attack | None) -> PlanStep:
    if attack is None:
        return PlanStep(action=action)
    return PlanStep(action=action, target_number=attack.target_number, damage=attack.damage, armor=attack.armor)


def _choices(way: Way) -> Iterator[Chosen]:
    for attack in _attacks(way):
        yield from attack.choices


def _attacks(way: Way) -> Iterator[Attack]:
    return (attack for attack in (way.first, way.second) if attack is not None)
