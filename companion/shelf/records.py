"""Adds up the summaries of past games into players' records, by their names."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from companion.shelf.summary import SideSummary, Summary

MINUTE_MS = 60_000


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Counts finished games. `drawn` are those without a winner."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0


class Against(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one player's games against another, `name`, in one game. `row` of the last ones were won in a row;
    below zero, lost."""

    name: str
    game: str
    tally: Tally
    row: int


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a player, by the name as it was last spelt. `actions_a_minute` and `idle`, the share of the time for
    which timers were idle, are of games with timers, and None without any. `paces` has by a game's name the actions a
    minute, where it took time. `rulings` counts those asked for. `last_ms` is when they last played (wall ms since
    1970). `matches` are the numbers of all, the newest first."""

    name: str
    tally: Tally
    games: dict[str, Tally]
    actions_a_minute: float | None
    paces: dict[str, float]
    idle: float | None
    rulings: int
    last_ms: int
    against: tuple[Against, ...]
    matches: tuple[int, ...]


class Records(msgspec.Struct, frozen=True, kw_only=True):
    """Describes every player of a season, the one with most wins first. `nameless` games of it name no player.
    `seasons` are all years and months in which a game ended, the newest first: "2026-11"."""

    players: tuple[PlayerRecord, ...]
    nameless: int
    seasons: tuple[str, ...]


def season(summary: Summary) -> str:
    """Returns the month in which it was last played, by the table's local time: "2026-11"."""
    return f"{datetime.fromtimestamp(summary.last_ms // 1000):%Y-%m}"


def records(shelf: Iterable[Summary], *, within: str = "") -> Records:
    """Returns the records of the games that ended in that year, that month, or ever. A name means one player, however
    it is spelt. A player at both sides of a game plays against no other, so it does not count."""
    over = sorted((each for each in shelf if each.over), key=lambda each: (-each.last_ms, -each.match))
    of_it = [each for each in over if season(each).startswith(within)]
    mine: defaultdict[str, list[tuple[Summary, SideSummary]]] = defaultdict(list)
    nameless = 0
    for each in of_it:
        named = [side for side in each.sides if side.person]
        nameless += not named
        for side in named:
            if sum(same(side.person, other.person) for other in named) == 1:
                mine[key(side.person or "")].append((each, side))
    months = {season(each) for each in over}
    return Records(
        players=tuple(sorted(map(_record, mine.values()), key=_rank)),
        nameless=nameless,
        seasons=tuple(sorted(months | {month[:4] for month in months}, reverse=True)),
    )


def _rank(record: PlayerRecord) -> tuple[int, int, str]:
    return -record.tally.won, -record.tally.games, key(record.name)


def key(name: str) -> str:
    """Returns what two spellings of a name have alike: case and spaces do not count."""
    return " ".join(name.split()).casefold()


def same(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and key(one) == key(other)


def _record(played: Sequence[tuple[Summary, SideSummary]]) -> PlayerRecord:
    """Returns a player's record. `played` has the newest game first."""
    timed = [(each, side) for each, side in played if side.idle is not None and each.played_ms]
    time_ms = sum(each.played_ms for each, _ in timed)
    games = {game: [one for one in played if one[0].game == game] for game in sorted({each.game for each, _ in played})}
    paces = {game: _pace(those) for game, those in games.items()}
    return PlayerRecord(
        name=played[0][1].person or "",
        tally=_tally(played),
        games={game: _tally(those) for game, those in games.items()},
        actions_a_minute=_pace(timed),
        paces={game: pace for game, pace in paces.items() if pace is not None},
        idle=sum((side.idle or 0) * each.played_ms for each, side in timed) / time_ms if time_ms else None,
        rulings=sum(side.rulings for _, side in played),
        last_ms=played[0][0].last_ms,
        against=tuple(_against(played)),
        matches=tuple(each.match for each, _ in played),
    )


def _pace(played: Sequence[tuple[Summary, SideSummary]]) -> float | None:
    """Returns the actions a minute, or None where no time passed."""
    time_ms = sum(each.played_ms for each, _ in played)
    return sum(side.actions for _, side in played) * MINUTE_MS / time_ms if time_ms else None


def _tally(played: Sequence[tuple[Summary, SideSummary]]) -> Tally:
    counts = Counter(_result(*each) for each in played)
    return Tally(games=len(played), won=counts[1], lost=counts[-1], drawn=counts[0])


def _result(summary: Summary, side: SideSummary) -> int:
    """Returns 1 for a win, -1 for a loss, 0 for a draw."""
    return 0 if summary.winner is None else 1 if side.won else -1


def _against(played: Sequence[tuple[Summary, SideSummary]]) -> Iterable[Against]:
    pairs: defaultdict[tuple[str, str], list[tuple[Summary, SideSummary]]] = defaultdict(list)
    names: dict[str, str] = {}
    for summary, side in played:
        for other in summary.sides:
            if other.person and other.seat != side.seat:
                names.setdefault(key(other.person), other.person)
                pairs[key(other.person), summary.game].append((summary, side))
    for (whom, game), mine in sorted(pairs.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        results = [_result(*each) for each in mine]
        first = results[0]
        row = next((at for at, result in enumerate(results) if result != first), len(results)) * first
        yield Against(name=names[whom], game=game, tally=_tally(mine), row=row)
