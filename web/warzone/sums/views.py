"""Describes the answers of the smaller sums as their page draws them."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.attacks.target import TESTS
from companion.warzone.sums.falls import FallAnswer, JumpAnswer
from companion.warzone.sums.leadership import CloudAnswer, DangerousAnswer, LeadershipAnswer, RallyAnswer
from companion.warzone.sums.moves import (
    ChargeWayAnswer,
    ClimbAnswer,
    FlyAnswer,
    MoveAnswer,
    ObstacleAnswer,
    OverWhat,
    RepositionAnswer,
)
from companion.warzone.sums.sight import ReachAnswer, ScatterAnswer, SightAnswer, SpotAnswer
from web.warzone.calculators.attackview import hurt
from web.warzone.calculators.fields import signed
from web.warzone.calculators.ledgers import Bar, Sum, armor, bar, counted, rolled


@dataclass(frozen=True, kw_only=True)
class TestView:
    """`headline` answers, `sentences` say why; `source` is the heading that they go by, where no ledger names it."""

    lacking: str = ""
    headline: str = ""
    sentences: Sequence[str] = ()
    source: str = ""
    sums: Sequence[Sum] = ()
    bars: Sequence[Bar] = ()
    choices: Sequence[Chosen] = ()


def fall(answer: FallAnswer) -> TestView:
    if answer.damage is None or answer.armor is None:
        return TestView(headline="No test.", sentences=[answer.why], source="Falling", sums=_halved(answer))
    return TestView(
        headline=f"Armor Test, {answer.armor.armor.value}−",
        sentences=[answer.why],
        sums=[*_halved(answer), counted("DAM", answer.damage), armor(answer.armor.armor, tests=1)],
        bars=hurt(answer.armor),
        choices=answer.armor.choices,
    )


def _halved(answer: FallAnswer) -> list[Sum]:
    return [counted("Fall", answer.counted)] if len(answer.counted.lines) > 1 else []


def dangerous(answer: DangerousAnswer) -> TestView:
    test = leadership(answer.test)
    return TestView(
        headline=test.headline,
        sentences=test.sentences,
        sums=[*test.sums, armor(answer.armor.armor, tests=1)],
        bars=[*test.bars, bar("casualty", answer.casualty, "fatal")],
        choices=answer.choices,
    )


def leadership(answer: LeadershipAnswer) -> TestView:
    return TestView(
        headline=f"Roll {answer.target_number.value} or less.",
        sentences=[
            f"Made: {answer.on_success}",
            f"Failed: {answer.on_failure}",
            *([f"{answer.rerolled} rolls a failed die again, once."] if answer.rerolled else []),
        ],
        sums=[rolled("Roll", answer.target_number)],
        bars=[bar("made", answer.success), bar("failed", answer.failure)],
    )


def rally(answer: RallyAnswer) -> TestView:
    if answer.test is None:
        return TestView(headline="No test.", sentences=[answer.why], source=answer.source)
    return leadership(answer.test)


def scatter(answer: ScatterAnswer) -> TestView:
    return TestView(headline=f"{answer.distance.value} inches", sentences=answer.steps, source=answer.source)


def cloud(answer: CloudAnswer) -> TestView:
    headline = {None: "", True: "It is gone.", False: "It stays."}[answer.dissipates]
    return TestView(
        headline=headline,
        sentences=[answer.why],
        source=answer.source,
        bars=[bar("still there", answer.lingers), bar("gone", answer.gone)],
    )


def band(answer: ReachAnswer) -> TestView:
    names = [each.value.capitalize() for each in answer.bands]
    return TestView(
        headline=f"{' or '.join(names)} Range" if names else "Out of range.",
        sentences=[answer.why],
        source=answer.source,
    )


def sight(answer: SightAnswer) -> TestView:
    effects = [
        f"{signed(number)} to {what}"
        for number, what in ((answer.modifier, "hit"), (answer.armor_bonus, "AR"))
        if number
    ]
    return TestView(
        headline=", ".join([answer.los.value.capitalize(), *effects]),
        sentences=[answer.why],
        source=answer.source,
        choices=answer.choices,
    )


# The answers about moving, and about Spots, as their page draws them.

_OVER = {OverWhat.FREE: "It walks over.", OverWhat.ROUGH: "As Rough.", OverWhat.CLIMB: "Climb it."}


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
        choices=answer.choices,
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
