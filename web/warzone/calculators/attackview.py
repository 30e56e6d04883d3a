"""Describes the answers of attacks and Armor Tests as the pages draw them, whole or as far as they go."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from msgspec import UNSET

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.abilities.standing import AbilityLine
from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.armor import ArmorAnswer, Resolved
from companion.warzone.attacks.plans import Plan
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import Chance, Degree
from web.warzone.calculators.fields import label
from web.warzone.calculators.ledgers import Bar, Sum, Tail, armor, bar, counted, percent, plain, rolled, tails

# An attack's answer as the pages draw it, whole or as far as it goes.


@dataclass(frozen=True, kw_only=True)
class PlanRow:
    """Holds two actions and their result."""

    actions: str
    casualty: Bar
    best: bool


@dataclass(frozen=True, kw_only=True)
class AttackFigures:
    """Holds an answer in three figures: the roll, the target's roll, and the chance of the hoped result.

    The hoped result is that the target is gone or, where that cannot be, wounded. A figure is empty while it is not
    known, or where there is none.
    """

    roll: str = ""
    armor: str = ""
    out: str = ""
    hope: str = "removes it"


NO_FIGURES = AttackFigures()


@dataclass(frozen=True, kw_only=True)
class AttackChoice:
    """Describes one of several ways to attack: `words` are the weapon and its band, `href` chooses it."""

    words: tuple[str, str]
    href: str
    figures: AttackFigures
    best: bool


_DOCKED = 2


@dataclass(frozen=True, kw_only=True)
class AttackView:
    """`lacking` says what is still to come; without an answer there are no bars, and perhaps no sums. `plans` compares
    what the unit can do with both of its actions, and `plans_href` goes on from there. `open_to`: the parameter, weapon
    or band, for which there are several `lines` to choose from."""

    lacking: str = ""
    figures: AttackFigures = NO_FIGURES
    open_to: str | None = None
    lines: Sequence[AttackChoice] = ()
    abilities: Sequence[AbilityLine] = ()
    sums: Sequence[Sum] = ()
    bars: Sequence[Bar] = ()
    tails: Sequence[Tail] = ()
    casualty: Bar | None = None
    mean: str = ""
    one_test: Sequence[Bar] = ()
    choices: Sequence[Chosen] = ()
    plans: Sequence[PlanRow] = ()
    plans_href: str = ""

    @property
    def docked(self) -> Sequence[AttackChoice]:
        """Returns the lines that are always in sight: two at most, else the best."""
        return self.lines if len(self.lines) <= _DOCKED else [each for each in self.lines if each.best]


def whole(answer: AttackAnswer, *, left: int, plans: Sequence[Plan], plans_href: str) -> AttackView:
    """Returns the whole answer; `left` Wound Counters make the target a Casualty."""
    one, harmless = answer.one_test, not answer.multiplier
    wounds = not harmless and not answer.casualty.p
    return AttackView(
        figures=AttackFigures(
            roll=f"{answer.target_number.value}−",
            armor="" if harmless else f"{plain(answer.armor.value)}−",
            out="" if harmless else percent(answer.at_least[1].p if wounds else answer.casualty.p),
            hope="wounds it" if wounds else "removes it",
        ),
        abilities=answer.abilities,
        sums=sums(answer.target_number, answer.damage, answer.armor, tests=answer.multiplier),
        bars=[
            bar("hit", answer.hit),
            bar("critical hit", answer.critical_success),
            *_jam(answer),
            *([] if harmless and not answer.pinned.p else [bar("pinned", answer.pinned)]),
        ],
        tails=[] if harmless else tails(answer.at_least, answer.wounds, left),
        casualty=None if harmless else bar("casualty", answer.casualty, "fatal"),
        mean="" if harmless else f"{answer.expected_wounds:.2f}",
        one_test=[
            bar(words, chance)
            for words, chance in (
                ("miss", one.miss),
                ("no effect", one.no_effect),
                ("pinned only", one.pinned),
                ("1 wound", one.one_wound),
                ("2 wounds", one.two_wounds),
                ("3 wounds", one.three_wounds),
                ("4 wounds", one.four_wounds),
            )
            if chance is not UNSET
        ],
        choices=answer.choices,
        plans=[plan_row(plan) for plan in plans],
        plans_href=plans_href,
    )


def part(attack: Attack, *, lacking: str, missing: Sequence[str], open_to: str | None) -> AttackView:
    """Returns what is known while `missing` parameters are still to come."""
    shown = sums(attack.target_number, attack.damage, attack.armor, tests=attack.multiplier, missing=missing)
    known = {sum.title.split(" ×")[0]: sum.total for sum in shown if "?" not in sum.total}
    return AttackView(
        lacking=lacking,
        figures=AttackFigures(roll=known.get("Roll", ""), armor=known.get("Armor", "")),
        open_to=open_to,
        sums=shown,
        abilities=attack.abilities,
    )


def several(view: AttackView, found: Sequence[tuple[tuple[str, str], str, AttackView]]) -> AttackView:
    """Returns the view with the ways to attack: each in words, with the address that chooses it, and its result."""
    chances = [Fraction(each.casualty.exact) if each.casualty else Fraction() for *_, each in found]
    best = chances.index(max(chances)) if any(chances) else None
    return replace(
        view,
        sums=(),
        lines=[
            AttackChoice(words=words, href=href, figures=each.figures, best=index == best)
            for index, (words, href, each) in enumerate(found)
        ],
        abilities=list(dict.fromkeys(line for *_, each in found for line in each.abilities)),
    )


def sums(
    target_number: Ledger, damage: Ledger, armor_test: Ledger, *, tests: int = 1, missing: Sequence[str] = ()
) -> list[Sum]:
    """Returns an attack's ledgers.

    `tests` is the number of Armor Tests for a hit. `missing` names the parameters with a stand-in. DAM has a ledger of
    its own where anything changes it.
    """
    unknown = [label(name) for name in missing]
    shown = [rolled("Roll", target_number, unknown=unknown)]
    if armor_test.lines:
        shown.append(armor(armor_test, tests=tests, unknown=unknown))
    if len(damage.lines) > 1:
        shown.append(counted("DAM", damage, unknown=unknown))
    return shown


def plan_row(plan: Plan) -> PlanRow:
    first, second = plan.actions
    return PlanRow(
        actions=f"{first.value.capitalize()}, {second.value}",
        casualty=bar("casualty", plan.casualty, "best" if plan.best else ""),
        best=plan.best,
    )


def _jam(answer: AttackAnswer) -> list[Bar]:
    never = answer.critical_failure == Chance.of(0)
    return [] if never else [bar("critical failure", answer.critical_failure)]


# Armor Tests as the pages draw them, whole or as far as they go.

_DEGREES = {
    Degree.NO_EFFECT: "No effect.",
    Degree.PINNED: "Pinned.",
    Degree.ONE_WOUND: "One wound, and pinned.",
    Degree.TWO_WOUNDS: "Two wounds, and pinned.",
}


@dataclass(frozen=True, kw_only=True)
class ArmorView:
    """`lacking` says what is still to come; `headline` and `resolved` are about dice that lie on the table."""

    lacking: str = ""
    figures: AttackFigures = NO_FIGURES
    abilities: Sequence[AbilityLine] = ()
    sums: Sequence[Sum] = ()
    bars: Sequence[Bar] = ()
    headline: str = ""
    resolved: Resolved | None = None
    choices: Sequence[Chosen] = ()


def whole_test(answer: ArmorAnswer) -> ArmorView:
    resolved = answer.resolved
    return ArmorView(
        figures=AttackFigures(armor=f"{plain(answer.armor.value)}−", out=percent(answer.casualty.p)),
        abilities=answer.abilities,
        sums=[armor(answer.armor, tests=answer.multiplier)],
        bars=hurt(answer),
        headline="" if resolved is None else "Casualty." if resolved.casualty else _degree_text(resolved),
        resolved=resolved,
        choices=answer.choices,
    )


def _degree_text(resolved: Resolved) -> str:
    words = _DEGREES[resolved.degree]
    return words if resolved.pinned else words.replace(", and pinned", "")


def hurt(answer: ArmorAnswer) -> list[Bar]:
    """Returns the chances of the hit's ends, and of the target's end."""
    return [
        bar("no effect", answer.degrees.no_effect),
        bar("pinned only", answer.degrees.pinned),
        bar("1 wound", answer.degrees.one_wound),
        bar("2 wounds", answer.degrees.two_wounds),
        bar("casualty", answer.casualty, "fatal"),
    ]
