"""An attack's answer as the pages draw it, whole or as far as it goes."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.plans import Plan
from companion.warzone.chances.chance import Chance
from web.warzone.calculators.labels import label
from web.warzone.calculators.ledgers import Sum, armor, counted, rolled
from web.warzone.calculators.odds import Bar, Tail, bar, tails


@dataclass(frozen=True, kw_only=True)
class PlanRow:
    """Two actions and what both come to."""

    actions: str
    casualty: Bar
    best: bool


@dataclass(frozen=True, kw_only=True)
class AttackView:
    """`lacking` says what is still to come; without an answer there are no bars, and perhaps no sums. `plans` compares
    what the unit can do with both of its actions, and `plans_href` goes on from there."""

    lacking: str = ""
    sums: Sequence[Sum] = ()
    bars: Sequence[Bar] = ()
    tails: Sequence[Tail] = ()
    casualty: Bar | None = None
    mean: str = ""
    one_test: Sequence[Bar] = ()
    choices: Sequence[Chosen] = ()
    plans: Sequence[PlanRow] = ()
    plans_href: str = ""


def whole(answer: AttackAnswer, *, left: int, plans: Sequence[Plan], plans_href: str) -> AttackView:
    """The whole answer; `left` Wound Counters make the target a Casualty."""
    one = answer.one_test
    return AttackView(
        sums=sums(answer.target_number, answer.damage, answer.armor, tests=answer.multiplier),
        bars=[
            bar("hit", answer.hit),
            bar("natural 1", answer.critical_success),
            *_jam(answer),
            bar("pinned", answer.pinned),
        ],
        tails=tails(answer.at_least, answer.wounds, left),
        casualty=bar("casualty", answer.casualty, "fatal"),
        mean=f"{answer.expected_wounds:.2f}",
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


def sums(
    target_number: Ledger, damage: Ledger, armor_test: Ledger, *, tests: int = 1, missing: Sequence[str] = ()
) -> list[Sum]:
    """An attack's ledgers. `tests`: the Armor Tests that a hit asks for; `missing`: the parameters that something
    stands in for. DAM has a ledger of its own where anything changes it."""
    unknown = [label(name) for name in missing]
    shown = [rolled("Roll", target_number, unknown=unknown), armor(armor_test, tests=tests, unknown=unknown)]
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
