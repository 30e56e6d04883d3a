"""What somebody looks for on the shelf, in words: "anna won", "wartime november", "2026-11"."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

import msgspec

from companion.shelf.words import folded, words

LONGEST = 200
"""So many characters of what was typed are looked at."""
_AROUND = ".,;:!?()[]\"'“”‘’„«»…"
"""What stands around a word and is no part of it: "vs.", "(anna)"."""
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?")
_YEAR_LAST = re.compile(r"(?:(?P<day>\d{1,2})[-/.])?(?P<month>\d{1,2})[-/.](?P<year>\d{4})")
_WON = {"won", "win", "wins", "winner"}
_LOST = {"lost", "lose", "loses", "loser"}
_BEAT = {"beat", "beats", "defeated", "defeats"}
_DRAWN = {"draw", "drawn", "draws", "tie", "tied"}
_NOBODY = {"nobody", "noone"}
_DECIDING = _WON | _LOST | _BEAT
_FILLERS = {
    "a", "against", "and", "at", "by", "from", "game", "games", "in", "match", "matches", "of", "on", "played", "the",
    "to", "v", "versus", "vs", "with",
}  # fmt: skip


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """All of it has to hold. `words` are beginnings of words that a match is known by, `won` of its winner's, `lost` of
    a loser's; `decided` wants any winner, `drawn` an end with none, and `days` are beginnings of the day on which it
    was last played, "2026-11". `game` is one by its name; `put_away` wants those alone that were put away."""

    words: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    decided: bool = False
    drawn: bool = False
    days: tuple[str, ...] = ()
    game: str | None = None
    put_away: bool = False


EVERYTHING = Search()


def understood(text: str, *, today: date, game: str | None = None, put_away: bool = False) -> Search:
    """What is meant by that. Whoever is said right before "won" or "lost" is who did, else whoever right behind it;
    who stands before "beat" did, whoever behind it was beaten."""
    typed = [word.strip(_AROUND) for word in folded(text[:LONGEST]).split()]
    said = [word for word in typed if word and word not in _FILLERS]
    days = [day for word in said if (day := _day(word, today))]
    rest = [word for word in said if not _day(word, today)]
    away = _of_two(rest, {"put"}, {"away"})
    drawn = _of_two(rest, _NOBODY, _DECIDING) or _of_two(rest, _DECIDING, _NOBODY)
    drawn = any(word in _DRAWN for word in rest) or drawn
    rest = [word for word in rest if word not in _DRAWN]
    won, lost, others = _told_apart(rest)
    return Search(
        words=words(*others),
        won=words(*won),
        lost=words(*lost),
        decided=any(word in _DECIDING for word in rest),
        drawn=drawn,
        days=tuple(days),
        game=game,
        put_away=put_away or away,
    )


def _of_two(said: list[str], first: set[str], second: set[str]) -> bool:
    """Whether a word of the first is said right before one of the second: both are taken out then."""
    at = next((at for at in range(len(said) - 1) if said[at] in first and said[at + 1] in second), None)
    if at is not None:
        del said[at : at + 2]
    return at is not None


def _told_apart(said: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Who is said to have won, who to have lost, and all other words."""
    won: list[str] = []
    lost: list[str] = []
    taken: set[int] = set()

    def take(side: list[str], *places: int) -> None:
        """The first of these places that has a name."""
        names = (each for each in places if 0 <= each < len(said) and each not in taken)
        name = next((each for each in names if said[each] not in _DECIDING), None)
        if name is not None:
            taken.add(name)
            side.append(said[name])

    for at, word in enumerate(said):
        if word in _DECIDING:
            taken.add(at)
        if word in _BEAT:
            take(won, at - 1)
            take(lost, at + 1)
        elif word in _DECIDING:
            take(won if word in _WON else lost, at - 1, at + 1)
    return won, lost, [word for at, word in enumerate(said) if at not in taken]


def _day(word: str, today: date) -> str | None:
    """The beginning of the day that a word says; of three numbers that begin with a day, as Europe writes it."""
    if word in ("today", "yesterday"):
        return (today - timedelta(days=word == "yesterday")).isoformat()
    found = next(filter(None, (each.fullmatch(word) for each in (_YEAR_FIRST, _YEAR_LAST))), None)
    return found and "-".join(part.zfill(2) for part in found.group("year", "month", "day") if part)
