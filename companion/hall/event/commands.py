"""What an organiser does with an event. Each returns the next one, or raises Refused, NotHere or Invalid, in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.hall.event.event import (
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_ROUNDS,
    Event,
    First,
    Pairing,
    Player,
    Quality,
    Result,
    Scoring,
    Tiebreak,
    key,
    named,
    tidied,
)
from companion.hall.event.standings import records
from companion.hall.event.swiss import floats, next_round
from companion.names import looks
from companion.table.errors import NotHere, Refused


def set_up(
    event: Event,
    *,
    name: str,
    scoring: Scoring,
    tiebreaks: Sequence[Tiebreak],
    tables: Sequence[str],
    first: First,
    apart_rounds: int,
    seed: int,
) -> Event:
    """The event's own choices. They hold from now on: pairings that are there stay."""
    if len(set(tiebreaks)) < len(tiebreaks):
        raise Invalid("tiebreaks", "must not have one twice")
    tidy = tuple(tidied("tables", table) for table in tables)
    if len({key(table) for table in tidy}) < len(tidy):
        raise Invalid("tables", "must not have one twice")
    _told_apart("tables", (), tidy)
    if len(tidy) > MOST_PLAYERS:
        raise Invalid("tables", f"must have at most {MOST_PLAYERS} entries, got {len(tidy)}")
    return replace(
        event,
        name=name,
        scoring=scoring,
        tiebreaks=tuple(tiebreaks),
        tables=tidy,
        first=first,
        apart_rounds=apart_rounds,
        seed=seed,
    )


def with_players(event: Event, players: Iterable[Player]) -> Event:
    """These as well; whoever is there already, however capitalised, is now as they are here. Who comes late has no
    points."""
    known = event.by_key
    players = tuple(players)
    new = (player.name for player in players if key(player.name) not in known)
    _told_apart("name", [player.name for player in event.players], new)
    for player in players:
        spelt = known.get(key(player.name), player).name
        known[key(player.name)] = replace(player, name=spelt)
    if len(known) > MOST_PLAYERS:
        raise Invalid("players", f"must be at most {MOST_PLAYERS}, got {len(known)}")
    return replace(event, players=tuple(known.values()))


def add(event: Event, name: str, *, club: str = "", table: str = "") -> Event:
    player = named(name, club=club, table=table)
    if key(player.name) in event.by_key:
        raise Invalid("name", f"{player.name} plays already")
    return with_players(event, [player])


def drop(event: Event, name: str) -> Event:
    """Paired no more; a match that is being played stays."""
    return _changed(event, name, lambda player: replace(player, dropped=True))


def back(event: Event, name: str) -> Event:
    """Dropped out no longer."""
    return _changed(event, name, lambda player: replace(player, dropped=False))


def remove(event: Event, name: str) -> Event:
    """As if never put down, which goes before the player's first round."""
    player = event.player(name)
    if any(player.name in pairing.players for round in event.rounds for pairing in round.pairings):
        raise Refused(f"{player.name} has been paired: drop {player.name} instead.")
    return replace(event, players=tuple(each for each in event.players if each != player))


def rename(event: Event, name: str, to: str) -> Event:
    """In every round, too."""
    old, new = event.player(name).name, named(to).name
    if event.by_key.get(key(new), event.player(old)).name != old:
        raise Invalid("name", f"{new} plays already")
    _told_apart("name", [player.name for player in event.players if player.name != old], [new])

    def renamed(player: str) -> str:
        return new if player == old else player

    rounds = (
        replace(
            round,
            pairings=tuple(replace(each, players=tuple(map(renamed, each.players))) for each in round.pairings),
            floats=tuple(
                replace(each, player=renamed(each.player), opponent=renamed(each.opponent)) for each in round.floats
            ),
        )
        for round in event.rounds
    )
    return replace(_changed(event, old, lambda player: replace(player, name=new)), rounds=tuple(rounds))


def pair_next(event: Event) -> Event:
    """A round more, when the newest has all its results."""
    if event.rounds and (lacking := [each for each in event.rounds[-1].pairings if not each.done]):
        rest = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        raise Refused(f"Round {event.number} still lacks the result of table {lacking[0].table}{rest}.")
    if len(event.playing) < 2:
        raise Refused(f"A round needs two players, and there {_are(len(event.playing))}.")
    if event.number == MOST_ROUNDS:
        raise Refused(f"An event has at most {MOST_ROUNDS} rounds.")
    return replace(event, rounds=(*event.rounds, next_round(event)))


def unpair(event: Event) -> Event:
    """The newest round taken back, as long as it has no result."""
    if not event.rounds:
        raise Refused("There is no round to take back.")
    if any(each.result is not None for each in event.rounds[-1].pairings):
        raise Refused(f"Round {event.number} has results: take those back first.")
    return replace(event, rounds=event.rounds[:-1])


def repair(event: Event, pairings: Sequence[Pairing]) -> Event:
    """The newest round with these pairings in place of its own: everybody who has not dropped out in one of them, no
    table twice. Pairs that stay keep their results; a pair that has one cannot go."""
    if not event.rounds:
        raise Refused("There is no round yet: pair the first one.")
    old = {frozenset(each.players): each for each in event.rounds[-1].pairings}
    _complete(event, pairings, {name for each in old.values() for name in each.players})
    kept = []
    for each in pairings:
        was = old.pop(frozenset(each.players), None)
        kept.append(each if was is None else replace(was, table=each.table))
    for each in old.values():
        if each.result is not None:
            raise Refused(f"{' and '.join(each.players)} have played already: take their result back first.")
    before = replace(event, rounds=event.rounds[:-1])
    ordered = tuple(sorted(kept, key=lambda each: each.bye))
    round = replace(
        event.rounds[-1], pairings=ordered, floats=floats(ordered, records(before)), quality=Quality.BY_HAND
    )
    return replace(before, rounds=(*before.rounds, round))


def with_result(
    event: Event, number: int, table: str, winner: int | None, score: Sequence[int] = (0, 0), *, told: bool = False
) -> Event:
    """How the match at that table ended, in place of what was said before: `winner` is a place in the order of play,
    and so go the two numbers of `score`. `told`: see Result."""
    return with_results(event, {(number, table): a_result(winner, score, told=told)})


def a_result(winner: int | None, score: Sequence[int], *, told: bool = False) -> Result:
    """As `with_result` is asked for it. Raises Invalid."""
    if winner not in (None, 0, 1):
        raise Invalid("winner", f"must be 0, 1 or nobody, got {winner}")
    if len(score) != 2:
        raise Invalid("score", f"must have two numbers, got {len(score)}")
    for each in score:
        if abs(each) > MOST_POINTS:
            raise Invalid("score", f"must be {-MOST_POINTS} to {MOST_POINTS}, got {each}")
    return Result(winner=winner, score=(score[0], score[1]), told=told)


def without_result(event: Event, number: int, table: str) -> Event:
    """As if it were still being played."""
    return with_results(event, {(number, table): None})


def with_results(event: Event, results: Mapping[tuple[int, str], Result | None]) -> Event:
    """Many at once, by round and table; None where a match is still being played."""
    rounds = list(event.rounds)
    for number in {number for number, _ in results}:
        pairings = list(event.round(number).pairings)
        places = {key(each.table): place for place, each in enumerate(pairings) if not each.bye}
        for table, result in ((table, result) for (of, table), result in results.items() if of == number):
            if (place := places.get(key(table))) is None:
                raise NotHere("table", table)
            pairings[place] = replace(pairings[place], result=result)
        rounds[number - 1] = replace(rounds[number - 1], pairings=tuple(pairings))
    return replace(event, rounds=tuple(rounds))


def _changed(event: Event, name: str, change: Callable[[Player], Player]) -> Event:
    player = event.player(name)
    return replace(event, players=tuple(change(each) if each == player else each for each in event.players))


def _complete(event: Event, pairings: Sequence[Pairing], here: set[str]) -> None:
    """Raises Invalid where somebody is missing, or is there twice, or had dropped out before: `here` are those who are
    in the round."""
    seen: set[str] = set()
    tables: set[str] = set()
    known = event.by_key
    for pairing in pairings:
        for name in pairing.players:
            player = known.get(key(name))
            if player is None:
                raise NotHere("player", name)
            if player.name in seen:
                raise Invalid("pairings", f"{player.name} is there twice")
            if player.dropped and player.name not in here:
                raise Invalid("pairings", f"{player.name} has dropped out")
            seen.add(player.name)
        if not pairing.bye and key(pairing.table) in tables:
            raise Invalid("pairings", f"table {pairing.table} is there twice")
        tables.add(key(pairing.table))
    for player in event.playing:
        if player.name not in seen:
            raise Invalid("pairings", f"{player.name} is missing: pair or drop {player.name}")


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}" if number else "are none"


def _told_apart(field: str, known: Iterable[str], new: Iterable[str]) -> None:
    """Raises Invalid for the first of the new ones that looks like another name."""
    seen = {look: name for name in known for look in looks(name)}
    for name in new:
        other = next((seen[look] for look in looks(name) if look in seen), None)
        if other is not None and key(other) != key(name):
            raise Invalid(field, f"{name} looks like {other}: add a word that tells them apart")
        seen |= dict.fromkeys(looks(name), name)
