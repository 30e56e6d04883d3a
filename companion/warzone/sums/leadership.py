"""Tests of LD: Dangerous and Enclosed terrain, Interact Actions (Warzone Eternal Core Rules, Terrain Traits;
Determine Scenario)."""

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger, Line
from companion.warzone.attacks.armor import ArmorAnswer, unaimed_hit
from companion.warzone.attacks.target import Target
from companion.warzone.bounds import Modifier, Rating
from companion.warzone.chances.chance import Chance
from companion.warzone.chances.dice import Reroll, up_to, ways, whole
from companion.warzone.choices import WarzoneChoices
from companion.warzone.target_numbers import modifiers, target_number

DANGEROUS, ENCLOSED, INTERACT = "Dangerous", "Enclosed", "Interact"
DANGEROUS_DAM = 7


class LeadershipTest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A TN(LD) Test. `reroll`: a failed one is rolled again, as by Subreal Link when it is for an Interact Action."""

    ld: Rating
    modifier: Modifier = 0
    reroll: Reroll = Reroll.NONE


class LeadershipAnswer(msgspec.Struct, frozen=True, kw_only=True):
    target_number: Ledger
    success: Chance
    failure: Chance
    on_success: str
    on_failure: str


class Dangerous(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that comes into contact with Dangerous terrain, or begins to move within it. `cover` and `dive` do not
    help it, and say so."""

    ld: Rating
    modifier: Modifier = 0
    reroll: Reroll = Reroll.NONE


class DangerousAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The LD test, the Armor Test that a failure asks for, and the chance that the unit is a Casualty after both."""

    test: LeadershipAnswer
    armor: ArmorAnswer
    casualty: Chance
    choices: tuple[Chosen, ...]


def enclosed(question: LeadershipTest) -> LeadershipAnswer:
    """Entering an Enclosed feature that only Enemy Units hold; any other entry needs no test."""
    return _test(
        question,
        ENCLOSED,
        on_success="You are in.",
        on_failure="Your Move Action ends at the point of entry, in contact with the terrain.",
    )


def interact(question: LeadershipTest) -> LeadershipAnswer:
    """An Interact Action with a Scenario Objective counter."""
    return _test(
        question,
        INTERACT,
        on_success="Done: the scenario or objective says what it does.",
        on_failure="Nothing happens. The Action is spent; you may try again with the next.",
    )


def dangerous(question: Dangerous, choices: WarzoneChoices) -> DangerousAnswer:
    """The test for Dangerous terrain: a failure is a DAM 7 hit at once. Raises Invalid."""
    test = LeadershipTest(ld=question.ld, modifier=question.modifier, reroll=question.reroll)
    armor = unaimed_hit(question, DANGEROUS_DAM, choices)
    answer = _test(
        test, DANGEROUS, on_success="You get through unhurt.", on_failure=f"You take a DAM {DANGEROUS_DAM} hit at once."
    )
    return DangerousAnswer(
        test=answer, armor=armor, casualty=answer.failure.times(armor.casualty), choices=armor.choices
    )


def _test(question: LeadershipTest, source: str, *, on_success: str, on_failure: str) -> LeadershipAnswer:
    number = target_number(
        [Line("LD", question.ld, source), *modifiers(Line("Other modifiers", question.modifier, source))]
    )
    all_ways = whole(question.reroll)
    passed = ways(up_to(number.value), succeed=True, target_number=number.value, reroll=question.reroll)
    return LeadershipAnswer(
        target_number=number,
        success=Chance.of(passed, all_ways),
        failure=Chance.of(all_ways - passed, all_ways),
        on_success=on_success,
        on_failure=on_failure,
    )
