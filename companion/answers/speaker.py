"""Whom an answer speaks to: the seat that asks is "you", everybody else goes by name."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.table.seats import Seat

_OPENERS = ("Yes", "No", "Not", "None", "Nothing", "Nobody", "It", "One")
"""What answers begin with that is no name."""
_VERDICTS = ("yes", "no", "not yet", "not now")


class Speaker(msgspec.Struct, frozen=True):
    """`names` are the match's, by seat; `asker` is None for a phone without a seat of its own."""

    names: Mapping[str, str]
    asker: Seat | None

    @property
    def seats(self) -> list[Seat]:
        return [Seat(each) for each in self.names]

    def who(self, seat: Seat) -> str:
        """Begins a sentence or stands in one: "you", "Gold"."""
        return "you" if seat is self.asker else self.names[seat.value]

    def whose(self, seat: Seat) -> str:
        return "your" if seat is self.asker else f"{self.names[seat.value]}'s"

    def has(self, seat: Seat) -> str:
        """Who has something: "you have", "Gold has"."""
        return "you have" if seat is self.asker else f"{self.names[seat.value]} has"

    def does(self, seat: Seat, verb: str) -> str:
        """ "you win", "Gold wins"."""
        if seat is self.asker:
            return f"you {verb}"
        return f"{self.names[seat.value]} {verb}{'es' if verb.endswith('o') else 's'}"

    def each(self, said: Sequence[tuple[Seat, str]]) -> str:
        """What holds for each seat, by name where it is more than one, or not the one who asks."""
        if len(said) == 1 and said[0][0] is self.asker:
            return said[0][1]
        return " ".join(f"{sentence(self.who(seat))}: {inside(text)}" for seat, text in said)


def sentence(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def inside(text: str) -> str:
    """An answer behind the name of whom or what it is about: "Gold: not yet, Blue 10 makes a wedge of 27"."""
    first, *_ = text.split(" ", 1)
    small = text[:1].lower() + text[1:] if first.rstrip(":.,") in _OPENERS else text
    verdict, colon, why = small.partition(": ")
    return f"{verdict}, {why}" if colon and verdict in _VERDICTS else small


def listed(names: Sequence[str], last: str = "and") -> str:
    """ "A", "A and B", "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(number: int, thing: str) -> str:
    """ "1 card", "2 cards", "no cards"."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"
