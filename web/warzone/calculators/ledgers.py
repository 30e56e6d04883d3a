"""Shows ledgers and chances on pages."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from companion.ledger import Ledger, Line
from companion.warzone.abilities.ability import listed
from companion.warzone.abilities.catalogue import FIRST_AID_NEAR
from companion.warzone.abilities.standing import AbilityLine, StandingAbility
from companion.warzone.attacks.target import TESTS
from companion.warzone.chances.dice import Chance
from web.warzone.calculators.fields import LISTED, CalculatorRequest, Field, compact, signed

# Ledgers as the calculators show them, also where one of their numbers is not known yet.


@dataclass(frozen=True, kw_only=True)
class Sum:
    """Holds a ledger to be drawn: each line's label, figure and heading, the sum as players read it, and a note."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    total: str
    note: str = ""


def rolled(title: str, ledger: Ledger, *, unknown: Collection[str] = ()) -> Sum:
    """Returns a Target Number: "5−" is a roll of 5 or less.

    `unknown` has the labels of the lines whose number is still to come, and has a stand-in.
    """
    return _sum(title, ledger, unknown, mark="−")


def armor(ledger: Ledger, *, tests: int, unknown: Collection[str] = ()) -> Sum:
    """Returns an Armor Test's Target Number, with the number of `tests` for a Damage Multiplier."""
    once = rolled("Armor", ledger, unknown=unknown)
    return once if tests == 1 else replace(once, title=f"Armor ×{tests}", note=f"{tests} Armor Tests, the worst counts")


def counted(title: str, ledger: Ledger, *, unknown: Collection[str] = ()) -> Sum:
    """Returns a number that is not rolled, such as DAM."""
    return _sum(title, ledger, unknown, mark="")


def _sum(title: str, ledger: Ledger, unknown: Collection[str], *, mark: str) -> Sum:
    open_ = [line.label for line in ledger.lines if line.label in unknown]
    # A clamp is left out while the number that it clamps is made up.
    lines = [line for line in ledger.lines if not open_ or line.source != TESTS]
    return Sum(
        title=title,
        lines=tuple(
            (line.label, _figure(line, first=line is lines[0], unknown=unknown), line.source) for line in lines
        ),
        total=_so_far(lines, open_) if open_ else f"{plain(ledger.value)}{mark}",
    )


def _figure(line: Line, *, first: bool, unknown: Collection[str]) -> str:
    if line.label in unknown:
        return "?"
    return plain(line.value) if first else signed(line.value)


def plain(number: int) -> str:
    return str(number).replace("-", "−")


def _so_far(lines: list[Line], unknown: Collection[str]) -> str:
    known = sum(line.value for line in lines if line.label not in unknown)
    return f"? {signed(known)[0]} {abs(known)}" if known else "?"


# Chances as bars that read on a phone.

_HARDLY = 0.0005
"""Less than this is no bar of its own: it would read 0.0 %."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """Holds one chance: `percent` is at its end, `exact` is the fraction, `width` is out of 100. `tone` is a class."""

    label: str
    percent: str
    exact: str
    width: str
    tone: str = ""


@dataclass(frozen=True, kw_only=True)
class Tail:
    """Holds a number of Wound Counters: the chance of as many or more above the chance of just as many."""

    at_least: Bar
    exactly: Bar


def bar(label: str, chance: Chance, tone: str = "") -> Bar:
    return Bar(
        label=label,
        percent=percent(chance.p),
        exact=chance.exact,
        width=f"{100 * chance.p:.2f}".rstrip("0").rstrip("."),
        tone=tone,
    )


def tails(at_least: Sequence[Chance], exactly: Sequence[Chance], left: int) -> list[Tail]:
    """Returns a tail for each number of wounds from 1 that is worth a bar; from `left` on they make a Casualty."""
    return [
        Tail(
            at_least=bar(_wounds(wounds, "+"), more, "fatal" if wounds >= left else ""),
            exactly=bar(f"just {wounds}", just),
        )
        for wounds, (more, just) in enumerate(zip(at_least, exactly, strict=True))
        if wounds == 1 or (wounds > 1 and more.p >= _HARDLY)
    ]


def percent(p: float) -> str:
    """Returns a chance to a tenth of a percent.

    A chance below certainty never reads as 100 %, and one above zero never as 0 %.
    """
    if 0 < p < _HARDLY:
        return "<0.1 %"
    if 1 - _HARDLY < p < 1:
        return ">99.9 %"
    return f"{100 * p:.1f}".removesuffix(".0") + " %"


def _wounds(count: int, more: str) -> str:
    return f"{count}{more} wound{'' if count == 1 else 's'}"


# The two units of an attack as boxes of its form, and the abilities beside its answer.

# The two units of an attack as boxes of its form: a card, and the numbers that it prints in a line.


@dataclass(frozen=True, kw_only=True)
class LedgerSide:
    """`carded`: a card stands for the numbers, which then are folded away unless one of them is overwritten."""

    name: str
    carded: bool
    numbers: str
    opened: bool


def sides(
    asked: CalculatorRequest, own: Mapping[str, Field], numbers: Mapping[str, Sequence[str]]
) -> dict[str, LedgerSide]:
    """Returns both sides by the parameter that takes the card.

    `numbers` names what each prints, in the order of a line.
    """
    return {name: _side(asked, own, name, printed) for name, printed in numbers.items()}


def _side(asked: CalculatorRequest, own: Mapping[str, Field], name: str, printed: Sequence[str]) -> LedgerSide:
    return LedgerSide(
        name=name,
        carded=name in asked.texts,
        numbers=compact(own, *printed),
        opened=any(own[number].text or own[number].error for number in printed),
    )


# The abilities beside an attack's answer, as switches of its form and as words.

_FIRST_AID = "First Aid near"


@dataclass(frozen=True, kw_only=True)
class LedgerSwitch:
    """Describes an ability that can be switched.

    While `ticked`, its `name` is in the parameter `to`, "on" or "off". `does` is its effect on this attack.
    """

    to: str
    name: str
    words: str
    does: str
    ticked: bool

    @property
    def id(self) -> str:
        return f"{self.to}-{self.name.replace(' ', '-')}"


@dataclass(frozen=True, kw_only=True)
class SaidAnswer:
    """Lists an attack's abilities for its form.

    `kept` has the names of `on` and `off` without a switch, which the form has to send again. `idle` has abilities
    without effect now, with why. `uncounted` has those with an unknown effect. Each has the address at which its card's
    owner can say it, empty without a card.
    """

    switches: Sequence[LedgerSwitch] = ()
    first_aid: LedgerSwitch
    kept: Mapping[str, str]
    idle: Sequence[str] = ()
    uncounted: Sequence[tuple[str, str]] = ()


def ability_answer(asked: CalculatorRequest, lines: Sequence[AbilityLine] = ()) -> SaidAnswer:
    """Returns the abilities of an attack."""
    told = {name: _names(asked.texts.get(name, "")) for name in LISTED}
    first_aid = LedgerSwitch(
        to="on",
        name=_FIRST_AID,
        words="First Aid near the target",
        does="",
        ticked=FIRST_AID_NEAR in map(str.casefold, told["on"]),
    )
    switches = list({switch.id: switch for line in lines if (switch := _switch(line, told["on"]))}.values())
    shown = {(switch.to, switch.name.casefold()) for switch in (*switches, first_aid)}
    return SaidAnswer(
        switches=switches,
        first_aid=first_aid,
        kept={
            to: ", ".join(name for name in names if (to, name.casefold()) not in shown) for to, names in told.items()
        },
        idle=[
            f"{line.name}: {line.why}"
            for line in lines
            if line.standing in (StandingAbility.IDLE, StandingAbility.IGNORED)
        ],
        uncounted=list(dict(_uncounted(asked, lines)).items()),
    )


def _switch(line: AbilityLine, on: Sequence[str]) -> LedgerSwitch | None:
    (name,) = _names(line.name)
    told = name.casefold() in map(str.casefold, on)
    if name.casefold() == FIRST_AID_NEAR or line.standing in (
        StandingAbility.IDLE,
        StandingAbility.IGNORED,
        StandingAbility.UNKNOWN,
    ):
        return None
    asks = told or line.standing is StandingAbility.UNTOLD
    ticked = told if asks else line.standing is StandingAbility.OFF
    return LedgerSwitch(to="on" if asks else "off", name=name, words=line.name, does=line.does, ticked=ticked)


def _uncounted(asked: CalculatorRequest, lines: Sequence[AbilityLine]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if line.standing is StandingAbility.UNKNOWN:
            card = asked.texts.get(line.of, "")
            yield (
                line.name,
                f"/warzone/units/{card}/edit?{urlencode({'bind': _names(line.name)[0]})}#bound" if card else "",
            )


def _names(text: str) -> list[str]:
    return [part.split("(")[0].strip() for part in listed(text)]
