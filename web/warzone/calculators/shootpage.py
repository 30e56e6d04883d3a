"""The page of a Shoot Action."""

from collections.abc import Callable

from companion.warzone.attacks.shoot import Shoot, shoot, shooting
from companion.warzone.attacks.situation import Situation
from companion.warzone.cards.kept import KeptCards
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.attackpage import Attacking, AttackPage
from web.warzone.calculators.beside import SHOOT
from web.warzone.cards.attacks import FromCards, ShootQuery
from web.warzone.cards.picks import ranged

_RARE = (
    *("sight_blocked", "secondary", "beyond_short", "modifier", "shots", "multiplier", "burst", "area", "reroll"),
    *("armor_modifier", "armor_reroll"),
)


def shoot_page(*, choices: Callable[[], WarzoneChoices], cards: KeptCards) -> AttackPage[Shoot]:
    """`choices` tells what the table has agreed on."""
    printed = FromCards(cards)
    shooting_page = Attacking(
        path=SHOOT,
        template="warzone_shoot.html",
        query=ShootQuery,
        question=Shoot,
        printed=printed.shooter,
        numbers=printed.shot_numbers,
        stand_ins=lambda _: {"mw": 10, "dam": 0, "ar": 0},
        answer=shoot,
        attack=shooting,
        situation=_situation,
        weapons=ranged,
        picked=frozenset(("burst", "beyond_short")),
        rare=frozenset(_RARE),
    )
    return AttackPage(shooting_page, printed_of_target=printed.target, choices=choices, cards=cards)


def _situation(question: Shoot) -> Situation | None:
    """The shot from where the unit stands."""
    if question.indirect or question.secondary:
        return None
    shared = set(Shoot.__struct_fields__) & set(Situation.__struct_fields__)
    return Situation(**{name: getattr(question, name) for name in shared})
