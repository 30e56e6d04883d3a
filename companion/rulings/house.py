"""House rulings: what the players at this table have agreed on, beside what the books say."""

import re
from collections.abc import Collection, Iterable
from typing import Annotated

import msgspec

from companion.fields.characters import LINES
from companion.ids import untaken
from companion.rulings.chapter import Id
from companion.rulings.ruling import Cite, Game, Ruling
from companion.toml.writing import dumps

BOOK = "House rulings"
LONGEST_QUESTION = 200
LONGEST_ANSWER = 1000
_PREFIX = "house-"
_LONGEST_ID = 60

HouseId = Annotated[
    str,
    msgspec.Meta(
        pattern="^house-[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=_LONGEST_ID,
        description="Small letters and digits after house-, with single hyphens between",
    ),
]


class HouseRuling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ruling of the table's own. `about` is the id of the book's ruling that it stands beside, where there is one."""

    id: HouseId
    game: Game
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_QUESTION)]
    answer: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ANSWER), LINES]
    about: Id | None = None

    def ruling(self) -> Ruling:
        """The same as any other ruling, marked as the table's own."""
        return Ruling(
            id=self.id,
            game=self.game,
            question=self.question,
            answer=self.answer,
            cite=Cite(BOOK, self.game.title, "At this table"),
            see=(self.about,) if self.about else (),
            house=True,
        )


def house_id(question: str, taken: Collection[str]) -> str:
    """An id that none of `taken` is: the question's words, and a number where it has to be."""
    words = re.sub(r"[^a-z0-9]+", "-", question.casefold()).strip("-")[: _LONGEST_ID - 12].strip("-")
    return untaken(f"{_PREFIX}{words or 'ruling'}", taken)


def exported(rulings: Iterable[HouseRuling]) -> str:
    """All of them as one TOML text."""
    return dumps({"ruling": [msgspec.to_builtins(each) for each in rulings]})
