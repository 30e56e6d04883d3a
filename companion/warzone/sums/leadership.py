"""Tests that are not attacks: of LD, and whether a Cloud stays."""

from fractions import Fraction
from typing import Annotated

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger, Line
from companion.warzone.abilities.ability import CARD
from companion.warzone.attacks.armor import ArmorAnswer, unaimed_hit
from companion.warzone.attacks.target import Modifier, Rating, Target, modifiers, target_number
from companion.warzone.chances.dice import FACES, Chance, Reroll, up_to, ways, whole
from companion.warzone.choices import WarzoneChoices

# Tests of LD: Dangerous and Enclosed terrain, Interact Actions (Warzone Eternal Core Rules, Terrain Traits; Determine
# Scenario; Rally).

DANGEROUS, ENCLOSED, INTERACT, RALLY = "Dangerous", "Enclosed", "Interact", "Rally"
DANGEROUS_DAM = 7
TACTICAL = 4


class LeadershipTest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a TN(LD) Test. `reroll` rolls a failure again, and `determination` does the same."""

    ld: Rating
    modifier: Modifier = 0
    reroll: Reroll = Reroll.NONE
    determination: bool = False


class InteractTest(LeadershipTest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for an Interact Action. `tactical`: the unit has that ability. `subreal_link`: it has that asset."""

    tactical: bool = False
    subreal_link: bool = False


class Rally(LeadershipTest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a Rally Action. `recruit`: the unit has that ability; any other needs no test."""

    recruit: bool = True


class LeadershipAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the test. `rerolled` names what rolls a failure again; it may be empty."""

    target_number: Ledger
    success: Chance
    failure: Chance
    on_success: str
    on_failure: str
    rerolled: str = ""


class RallyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`test` is None where the unit needs none."""

    test: LeadershipAnswer | None
    why: str
    source: str = RALLY


class Dangerous(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for the test of a unit that touches Dangerous terrain, or begins to move within it.

    `cover` and `dive` do not help it, and a line says so.
    """

    ld: Rating
    modifier: Modifier = 0
    reroll: Reroll = Reroll.NONE
    determination: bool = False


class DangerousAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the LD test, the Armor Test after a failure, and the chance that the unit is a Casualty after both."""

    test: LeadershipAnswer
    armor: ArmorAnswer
    casualty: Chance
    choices: tuple[Chosen, ...]


def enclosed(question: LeadershipTest) -> LeadershipAnswer:
    """Tests the entry of an Enclosed feature that only Enemy Units hold; any other entry needs no test."""
    return _test(
        question,
        ENCLOSED,
        on_success="You are in.",
        on_failure="Your Move Action ends at the point of entry, in contact with the terrain.",
    )


def interact(question: InteractTest) -> LeadershipAnswer:
    """Returns an Interact Action with a Scenario Objective counter."""
    return _test(
        question,
        INTERACT,
        *([Line("Tactical", TACTICAL, CARD)] if question.tactical else []),
        link=question.subreal_link,
        on_success="Done: the scenario or objective says what it does.",
        on_failure="No effect. The Action is spent; you may try again with the next.",
    )


def rally(question: Rally) -> RallyAnswer:
    """Returns a Rally Action: it takes the Pinned Counter off. Only a Recruit makes a test for it."""
    if not question.recruit:
        return RallyAnswer(test=None, why="No test: the Action takes its Pinned Counter off.")
    test = _test(
        question,
        RALLY,
        on_success="Its Pinned Counter is off.",
        on_failure="It stays Pinned. The Action is spent; you may try again with the next.",
    )
    return RallyAnswer(test=test, why="A Recruit must make a test against LD to lose its Pinned Counter.")


def dangerous(question: Dangerous, choices: WarzoneChoices) -> DangerousAnswer:
    """Returns the test for Dangerous terrain: a failure is a DAM 7 hit at once. Raises Invalid."""
    test = LeadershipTest(
        ld=question.ld, modifier=question.modifier, reroll=question.reroll, determination=question.determination
    )
    armor = unaimed_hit(question, DANGEROUS_DAM, choices)
    answer = _test(
        test, DANGEROUS, on_success="You get through unhurt.", on_failure=f"You take a DAM {DANGEROUS_DAM} hit at once."
    )
    return DangerousAnswer(
        test=answer, armor=armor, casualty=answer.failure.times(armor.casualty), choices=armor.choices
    )


def _test(
    question: LeadershipTest, source: str, *special: Line, on_success: str, on_failure: str, link: bool = False
) -> LeadershipAnswer:
    number = target_number(
        [Line("LD", question.ld, source), *special, *modifiers(Line("Other modifiers", question.modifier, source))]
    )
    again = "Determination" if question.determination else "Subreal Link" if link else ""
    reroll = Reroll.FAILED if again else question.reroll
    all_ways = whole(reroll)
    passed = ways(up_to(number.value), succeed=True, target_number=number.value, reroll=reroll)
    return LeadershipAnswer(
        target_number=number,
        success=Chance.of(passed, all_ways),
        failure=Chance.of(all_ways - passed, all_ways),
        on_success=on_success,
        on_failure=on_failure,
        rerolled=again,
    )


# Whether a cloud stays (Warzone Eternal Core Rules, Cloud Area of Effect).

CLOUD = "Cloud Area of Effect"
DISPERSES = 11
"""Is the roll in an End Turn Phase from which on a cloud is gone."""


class CloudTest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a Cloud's Threat Zone.

    `turns` is the number of End Turn Phases to look ahead. `roll` is this one's d20, once it is rolled.
    """

    turns: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    roll: Annotated[int, msgspec.Meta(ge=1, le=FACES)] | None = None


class CloudAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`gone`: that it has dissipated after so many End Turn Phases; `dissipates`: what the given roll did."""

    gone: Chance
    lingers: Chance
    dissipates: bool | None
    why: str
    source: str = CLOUD


def cloud(question: CloudTest) -> CloudAnswer:
    """Returns whether the cloud is still there: in each End Turn Phase a d20 of 11 or more ends it."""
    lingers = Fraction(up_to(DISPERSES - 1), FACES) ** question.turns
    dissipates = None if question.roll is None else question.roll >= DISPERSES
    why = "In each End Turn Phase you roll a d20 for it. On 11 or more it is gone. On 10 or less it stays."
    return CloudAnswer(
        gone=Chance.of((1 - lingers).numerator, (1 - lingers).denominator),
        lingers=Chance.of(lingers.numerator, lingers.denominator),
        dissipates=dissipates,
        why=why,
    )
