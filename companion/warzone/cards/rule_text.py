"""What the rule of an ability says, in the words of whoever printed it."""

import re
from collections.abc import Iterable
from typing import Annotated

import msgspec

from companion.fields.characters import LINES
from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.warzone.abilities.ability import Ability, read_ability
from companion.warzone.cards.abilities import all_abilities
from companion.warzone.cards.card import UnitCard

LONGEST_NAME = 140
LONGEST = 1_500
"""Characters; the longest of the game has 526."""
_BREAKS = re.compile(r"\n{3,}")


class RuleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`ability` as printed, such as `Burst (3)`, or its name alone; `text` is plain, in lines."""

    ability: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST), LINES]

    @property
    def id(self) -> str:
        return id_of(self.ability)


def rule_text(ability: str, text: str) -> RuleText:
    """Of an ability as people write it, and of its text without what is no more than spacing. Raises Invalid."""
    try:
        name = str(read_ability(ability))
    except ValueError as error:
        raise Invalid("ability", str(error)) from error
    lines = (" ".join(line.split()) for line in text.splitlines())
    return from_file({"ability": name, "text": _BREAKS.sub("\n\n", "\n".join(lines).strip())}, RuleText)


def id_of(ability: str) -> str:
    """What the rule of an ability is kept under; case does not count."""
    return ability.casefold()


def called(ability: Ability) -> tuple[str, ...]:
    """What its rule may be kept under: as it is printed, else its name."""
    return tuple(dict.fromkeys((id_of(str(ability)), id_of(ability.name))))


def of_cards(rules: Iterable[RuleText], cards: Iterable[UnitCard]) -> tuple[RuleText, ...]:
    """Those of the rules that are of an ability on one of the cards."""
    wanted = {id for card in cards for ability in all_abilities(card) for id in called(ability)}
    return tuple(rule for rule in rules if rule.id in wanted)
