"""A question as it was understood: who, which act, what of the table."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from companion.answers.lexicon import Token
from companion.table.seats import Seat

SIDE = "side"
PARTIES = f"i they {SIDE}"
"""The kinds of words for who plays: who asks, the others, and a side by its name."""


class Said(msgspec.Struct, frozen=True):
    """The question's words by kind, and the seat of who asks; None for a phone that has none, or more than one."""

    tokens: tuple[Token, ...]
    asker: Seat | None

    def has(self, *kinds: str) -> bool:
        """Whether any word is of one of these kinds."""
        return any(each.kind in kinds for each in self.tokens)

    def asks(self, needs: str, also: str) -> bool:
        """Whether the question has a word of each kind of `needs` ("flag card|side": a flag, and a card or a side), and
        besides those nothing but kinds of `also`."""
        wanted = [frozenset(each.split("|")) for each in needs.split()]
        kinds = {each.kind for each in self.tokens}
        return bool(kinds) and all(kinds & each for each in wanted) and kinds <= set(also.split()).union(*wanted)

    def values(self, *kinds: str) -> list[Any]:
        """What was named of these kinds, each once, in the question's order."""
        return list(dict.fromkeys(each.value for each in self.tokens if each.kind in kinds))

    def sides(self, seats: Sequence[Seat], *, mine: bool = False) -> list[Seat]:
        """Whom of these it is about: the named ones, "I", "they"; all where nobody is named, or it is not known who
        asks. `mine`: whoever asks and names nobody means himself."""
        unnamed = [seat for seat in seats if not mine or self.asker not in seats or seat is self.asker]
        return self._of(self.tokens, seats) or unnamed

    def around(self, kind: str, seats: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
        """Who is named before the first word of that kind, and who after it: who acts, and on whom."""
        at = next((at for at, each in enumerate(self.tokens) if each.kind == kind), len(self.tokens))
        return self._of(self.tokens[:at], seats), self._of(self.tokens[at:], seats)

    def _of(self, tokens: Iterable[Token], seats: Sequence[Seat]) -> list[Seat]:
        found: list[Seat] = []
        for each in tokens:
            if each.kind == SIDE:
                found.append(each.value)
            elif self.asker in seats and each.kind == "i":
                found += [seat for seat in seats if seat is self.asker]
            elif self.asker in seats and each.kind == "they":
                found += [seat for seat in seats if seat is not self.asker]
        return [seat for seat in dict.fromkeys(found) if seat in seats]
