"""A question as the address of a page has it."""

from urllib.parse import urlencode

import msgspec
from werkzeug.datastructures import MultiDict

from companion.rulings.ruling import Game
from companion.rulings.words import LONGEST_TEXT

ALL = "all"


class Lookup(msgspec.Struct, frozen=True):
    """`game` is where to look, None in all games; `said` is what the address has of that, nothing for the game on the
    table."""

    question: str
    game: Game | None
    said: str

    @property
    def query(self) -> str:
        """The same question in another page's address."""
        return urlencode({"q": self.question} | ({"game": self.said} if self.said else {}))


def lookup(given: MultiDict[str, str], *, playing: Game) -> Lookup:
    """Any text is a question, as far as anyone reads it; a game that nobody knows is the one that the question names,
    or else the one on the table."""
    question = given.get("q", "")[:LONGEST_TEXT].strip()
    said = given.get("game", "")
    if said == ALL:
        return Lookup(question, None, said)
    named = known_game(said) or called_game(question)
    return Lookup(question, named or playing, named.value if named else "")


def called_game(question: str) -> Game | None:
    """The game that a question names as its box does, in one word or two; None where it names none, or several."""
    run = "".join(question.lower().split())
    called = [each for each in Game if each.value in run]
    return called[0] if len(called) == 1 else None


def known_game(name: str) -> Game | None:
    return next((each for each in Game if each.value == name), None)
