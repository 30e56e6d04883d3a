"""The answers of the smaller sums as their page draws them."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.choices import Chosen
from companion.warzone.sums.falls import FallAnswer
from companion.warzone.sums.leadership import CloudAnswer, DangerousAnswer, LeadershipAnswer, RallyAnswer
from companion.warzone.sums.sight import ReachAnswer, ScatterAnswer, SightAnswer
from web.warzone.calculators.armorview import hurt
from web.warzone.calculators.fields import signed
from web.warzone.calculators.ledgers import Sum, armor, counted, rolled
from web.warzone.calculators.odds import Bar, bar


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
        headline=", ".join([answer.los.value.capitalize(), *effects]), sentences=[answer.why], source=answer.source
    )
