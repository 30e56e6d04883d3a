"""The answers about moving, and about Spots, as their page draws them."""

from companion.ledger import Ledger
from companion.warzone.attacks.target import TESTS
from companion.warzone.sums.falls import JumpAnswer
from companion.warzone.sums.moves import (
    ChargeWayAnswer,
    ClimbAnswer,
    FlyAnswer,
    MoveAnswer,
    ObstacleAnswer,
    Over,
    RepositionAnswer,
)
from companion.warzone.sums.sight import SpotAnswer
from web.warzone.calculators.ledgers import Sum, counted, rolled
from web.warzone.sums.views import TestView

_OVER = {Over.FREE: "It walks over.", Over.ROUGH: "As Rough.", Over.CLIMB: "Climb it."}


def move(answer: MoveAnswer) -> TestView:
    if answer.left is None or answer.left_in_rough is None:
        return TestView(
            headline="Too far.",
            sentences=[answer.why],
            sums=[counted("Needed", answer.needed), counted("Has", answer.has)],
            choices=answer.choices,
        )
    gone = bool(answer.needed.value)
    clear, rough = answer.left.value, answer.left_in_rough.value
    return TestView(
        headline=f"{clear}″{' left' if gone else ''}, in Rough {rough}″",
        sentences=[answer.why],
        sums=[
            counted("Left" if gone else "In the clear", answer.left),
            counted("Left in Rough" if gone else "In Rough", answer.left_in_rough),
        ],
        choices=answer.choices,
    )


def charge(answer: ChargeWayAnswer) -> TestView:
    return TestView(
        headline=("It reaches." if answer.reaches else "Too far.") if answer.may else "It may not.",
        sentences=[answer.why, *answer.steps],
        source="" if answer.may else answer.source,
        sums=[counted("Needed", answer.needed), counted("Has", answer.has)] if answer.may else [],
        choices=answer.choices,
    )


def obstacle(answer: ObstacleAnswer) -> TestView:
    return TestView(
        headline=_OVER[answer.over],
        sentences=[
            answer.why,
            f"For this unit: up to {answer.free}″ free, up to {answer.as_rough}″ as Rough, then Climb.",
        ],
        source=answer.source,
    )


def climb(answer: ClimbAnswer) -> TestView:
    actions = answer.actions
    return TestView(
        headline=f"{answer.distance.value}″ an Action"
        if actions is None
        else f"{actions} Action{'' if actions == 1 else 's'}",
        sentences=[answer.why, *answer.steps],
        sums=[counted("Climb", answer.distance)],
    )


def jump(answer: JumpAnswer) -> TestView:
    fall = answer.fall
    headline = "It lands." if answer.lands else "Too short: it falls."
    sums = [counted("Jump", answer.distance)]
    sentences = [answer.why]
    if fall is not None:
        sentences.append(fall.why)
        if len(fall.height.lines) > 1:
            sums.append(counted("Fall", fall.height))
        if fall.damage is not None:
            headline = headline.removesuffix(".") + f", DAM {fall.damage.value}."
            sums.append(counted("DAM", fall.damage))
    elif not answer.lands:
        sentences.append("Say how deep it is there for the DAM.")
    sentences.append("A new Pinned or Wound Counter in the air, and it falls from there.")
    return TestView(headline=headline, sentences=sentences, sums=sums)


def fly(answer: FlyAnswer) -> TestView:
    return TestView(
        headline=f"{answer.distance.value}″, shots at it {_signed(answer.ambush)}" if answer.may else "It may not.",
        sentences=[*([answer.why] if answer.why else []), *answer.steps],
        source="" if answer.steps else answer.source,
        sums=[counted("Fly", answer.distance), counted("Shots at it", answer.ambush)] if answer.steps else [],
    )


def reposition(answer: RepositionAnswer) -> TestView:
    return TestView(
        headline=f"{answer.distance.value}″" if answer.may else "It may not.",
        sentences=answer.steps,
        source="" if answer.may else answer.source,
        sums=[counted("Reposition", answer.distance)] if answer.may else [],
    )


def spot(answer: SpotAnswer) -> TestView:
    return TestView(
        headline="You may aim there." if answer.may else "You may not aim there.",
        sentences=[*answer.against, *([answer.why] if answer.bands else [])],
        source="" if answer.target_number else answer.source,
        sums=[] if answer.target_number is None else [_to_roll(answer.target_number)],
    )


def _to_roll(ledger: Ledger) -> Sum:
    # The modifiers alone, where MW is not given, are no roll.
    whole = any(line.label == "MW" or line.source == TESTS for line in ledger.lines)
    return rolled("Roll", ledger) if whole else counted("Modifiers", ledger)


def _signed(ledger: Ledger) -> str:
    return f"−{-ledger.value}" if ledger.value < 0 else f"+{ledger.value}"
