"""What somebody looks for on the shelf, in words: "anna won", "wartime november", "2026-11"."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

import msgspec

from companion.shelf.words import folded, words

LONGEST = 200
"""So many characters of what was typed are looked at."""
_ISO = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
_WON = {"won", "wins", "winner"}
_LOST = {"lost", "loses", "loser"}
_FILLERS = {
    "a", "against", "and", "at", "by", "from", "game", "games", "in", "match", "matches", "of", "on", "played", "the",
    "v", "versus", "vs", "with",
}  # fmt: skip


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """All of it has to hold. `words` are beginnings of words that a match is known by, `won` of its winner's, `lost` of
    a loser's; `decided` wants any winner, and `days` are beginnings of the day on which it was last played, "2026-11".
    `game` is one by its name; `put_away` wants those alone that were put away."""

    words: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    decided: bool = False
    days: tuple[str, ...] = ()
    game: str | None = None
    put_away: bool = False


EVERYTHING = Search()


def understood(text: str, *, today: date, game: str | None = None, put_away: bool = False) -> Search:
    """What is meant by that. Whoever is said right before "won" or "lost" is who did, else whoever right behind it."""
    said = [word for word in folded(text[:LONGEST]).split() if word not in _FILLERS]
    days = [day for word in said if (day := _day(word, today))]
    rest = [word for word in said if not _day(word, today)]
    won, lost, others = _told_apart(rest)
    return Search(
        words=words(*others),
        won=words(*won),
        lost=words(*lost),
        decided=any(word in _WON | _LOST for word in rest),
        days=tuple(days),
        game=game,
        put_away=put_away,
    )


def _told_apart(said: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Who is said to have won, who to have lost, and all other words."""
    won: list[str] = []
    lost: list[str] = []
    others: list[str] = []
    taken: set[int] = set()
    for at, word in enumerate(said):
        if word in _WON | _LOST:
            taken.add(at)
            names = (each for each in (at - 1, at + 1) if 0 <= each < len(said) and each not in taken)
            name = next((each for each in names if said[each] not in _WON | _LOST), None)
            if name is not None:
                taken.add(name)
                (won if word in _WON else lost).append(said[name])
    others += [word for at, word in enumerate(said) if at not in taken]
    return won, lost, others


def _day(word: str, today: date) -> str | None:
    """The beginning of the day that a word says."""
    if word in ("today", "yesterday"):
        return (today - timedelta(days=word == "yesterday")).isoformat()
    found = _ISO.fullmatch(word)
    return None if found is None else "-".join(part.zfill(2) for part in found.groups() if part is not None)
