"""Makes the next event of what an organiser does. Each function raises Refused, NotHere or Invalid, in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.hall.event.event import (
    CUTS,
    MOST_ONCE,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_START,
    Away,
    Bye,
    EventPairing,
    EventResult,
    EventRound,
    EventScoring,
    First,
    HallEvent,
    How,
    Player,
    Quality,
    Tiebreak,
    at_table,
    named,
    tidied,
)
from companion.hall.event.standings import records
from companion.hall.event.swiss import asked_bye, bracket, floats, next_cut, next_round
from companion.names import key, looks
from companion.table.errors import NotHere, Refused


def set_up(
    event: HallEvent,
    *,
    name: str,
    scoring: EventScoring,
    tiebreaks: Sequence[Tiebreak],
    tables: Sequence[str],
    first: First,
    apart_rounds: int,
    seed: int,
) -> HallEvent:
    """Sets the event's own choices. They hold from now on: pairings that are there stay."""
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


def with_players(event: HallEvent, players: Iterable[Player]) -> HallEvent:
    """Adds these players. One who is there already, in any capitals, changes to what is given here.

    A late player has no points.
    """
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


def add(event: HallEvent, name: str, *, club: str = "", table: str = "") -> HallEvent:
    player = named(name, club=club, table=table)
    if key(player.name) in event.by_key:
        raise Invalid("name", f"{player.name} plays already")
    return with_players(event, [player])


def drop(event: HallEvent, name: str) -> HallEvent:
    """Pairs the player no more; a match that is being played stays."""
    return _changed(event, name, lambda player: replace(player, dropped=True))


def back(event: HallEvent, name: str) -> HallEvent:
    """Takes back that the player has dropped out."""
    return _changed(event, name, lambda player: replace(player, dropped=False))


def remove(event: HallEvent, name: str) -> HallEvent:
    """Deletes the player as if never entered. Raises Refused after the player's first round."""
    player = event.player(name)
    if any(player.name in pairing.players for round in event.rounds for pairing in round.pairings):
        raise Refused(f"{player.name} has been paired: drop {player.name} instead.")
    return replace(event, players=tuple(each for each in event.players if each != player))


def rename(event: HallEvent, name: str, to: str) -> HallEvent:
    """Renames the player, in every round too."""
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
    changed = _changed(event, old, lambda player: replace(player, name=new, once=(*player.once, old)[-MOST_ONCE:]))
    return replace(changed, rounds=tuple(rounds))


def ask_bye(event: HallEvent, name: str, number: int, bye: Bye | None) -> HallEvent:
    """Has the player sit that round out; None takes that back. Raises Refused once the round is paired."""
    if number <= event.number:
        raise Refused(f"Round {number} is paired already: ask for a bye in a later one.")
    if number > MOST_ROUNDS:
        raise Refused(f"An event has at most {MOST_ROUNDS} rounds.")
    if bye is Bye.ALLOCATED:
        raise Invalid("bye", "must be full, half or zero: a player cannot ask for an allocated one")

    def with_bye(player: Player) -> Player:
        others = [each for each in player.away if each.round != number]
        away = others if bye is None else [*others, Away(number, bye)]
        return replace(player, away=tuple(sorted(away, key=lambda each: each.round)))

    return _changed(event, name, with_bye)


def start_with(event: HallEvent, name: str, points: int) -> HallEvent:
    """Sets the points that a late player begins with, in place of the rounds that were missed."""
    if not 0 <= points <= MOST_START:
        raise Invalid("points", f"must be 0 to {MOST_START}, got {points}")
    return _changed(event, name, lambda player: replace(player, start=points))


def pair_next(event: HallEvent) -> HallEvent:
    """Pairs one more round, when the newest has all its results. After a top cut it is the next round of that."""
    _all_in(event)
    if event.number == MOST_ROUNDS:
        raise Refused(f"An event has at most {MOST_ROUNDS} rounds.")
    if event.rounds and event.rounds[-1].cut:
        return _next_cut(event)
    ready = [player for player in event.playing if asked_bye(player, event.number + 1) is None]
    if len(ready) < 2:
        raise Refused(f"A round needs two players, and there {_are(len(ready))}.")
    return replace(event, rounds=(*event.rounds, next_round(event)))


def cut(event: HallEvent, size: int) -> HallEvent:
    """Pairs the first round for the top places, among the best of the Swiss. Raises Refused."""
    if size not in CUTS:
        raise Invalid("size", f"must be {', '.join(map(str, CUTS[:-1]))} or {CUTS[-1]}, got {size}")
    _all_in(event)
    if not event.rounds:
        raise Refused("The top cut comes after the Swiss: pair a round first.")
    if event.rounds[-1].cut:
        raise Refused("The rounds for the top places have begun already.")
    if len(event.playing) < size:
        raise Refused(f"A top {size} needs {size} players, and there {_are(len(event.playing))}.")
    return replace(event, rounds=(*event.rounds, bracket(event, size)))


def _next_cut(event: HallEvent) -> HallEvent:
    if event.rounds[-1].cut == 2:
        raise Refused("The final has been played.")
    for each in event.rounds[-1].pairings:
        if each.result is not None and each.result.winner is None:
            raise Refused(f"Somebody has to win at {at_table(each.table)}: the winner plays on.")
    return replace(event, rounds=(*event.rounds, next_cut(event)))


def _all_in(event: HallEvent) -> None:
    """Raises Refused while the newest round lacks a result."""
    if event.rounds and (lacking := [each for each in event.rounds[-1].pairings if not each.done]):
        rest = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        raise Refused(f"Round {event.number} still lacks the result of {at_table(lacking[0].table)}{rest}.")


def unpair(event: HallEvent) -> HallEvent:
    """Takes back the newest round. Raises Refused where it has a result."""
    if not event.rounds:
        raise Refused("There is no round to take back.")
    after = replace(event, rounds=event.rounds[:-1])
    kept_results(event, after)
    return after


def kept_results(before: HallEvent, after: HallEvent) -> None:
    """Raises Refused where a match that has a result in `before` is not a match of `after`.

    The organiser takes results back one by one.
    """
    for number, round in enumerate(before.rounds, start=1):
        there = after.rounds[number - 1].pairings if number <= after.number else ()
        players, results = {each.players for each in there}, {each.table: each.result for each in there}
        lost = [
            each.table
            for each in round.pairings
            if each.result is not None and each.players not in players and not each.result.same(results.get(each.table))
        ]
        if lost:
            rest = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            raise Refused(f"Round {number} has results: take back that of {at_table(lost[0])}{rest} first.")


def repair(event: HallEvent, pairings: Sequence[EventPairing]) -> HallEvent:
    """Gives the newest round these pairings: each player who has not dropped out in one of them, each table once.

    Pairs that stay keep their results. A pair that has one cannot go.
    """
    if not event.rounds:
        raise Refused("There is no round yet: pair the first one.")
    if event.rounds[-1].cut:
        raise Refused("Who plays for the top places follows from the results: correct those instead.")
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
    event: HallEvent,
    number: int,
    table: str,
    winner: int | None,
    score: Sequence[int] = (0, 0),
    *,
    told: bool = False,
    how: How | None = None,
) -> HallEvent:
    """Sets how the match at that table ended, in place of an earlier result.

    `winner` is a place in the order of play, and the two numbers of `score` follow that order.
    `told` and `how`: see EventResult.
    """
    return with_results(event, {(number, table): a_result(winner, score, told=told, how=how)})


def a_result(winner: int | None, score: Sequence[int], *, told: bool = False, how: How | None = None) -> EventResult:
    """Makes a result as `with_result` takes it. Raises Invalid."""
    if winner not in (None, 0, 1):
        raise Invalid("winner", f"must be 0, 1 or null, got {winner}")
    if how is How.BOTH_LOST and winner is not None:
        raise Invalid("winner", "must be null where both lose")
    if how is How.FORFEIT and winner is None:
        raise Invalid("winner", "must be who did not give up")
    if len(score) != 2:
        raise Invalid("score", f"must have two numbers, got {len(score)}")
    for each in score:
        if abs(each) > MOST_POINTS:
            raise Invalid("score", f"must be {-MOST_POINTS} to {MOST_POINTS}, got {each}")
    return EventResult(winner=winner, score=(score[0], score[1]), told=told, how=msgspec.UNSET if how is None else how)


def without_result(event: HallEvent, number: int, table: str) -> HallEvent:
    """Takes that result back: the match is being played again."""
    return with_results(event, {(number, table): None})


def with_results(event: HallEvent, results: Mapping[tuple[int, str], EventResult | None]) -> HallEvent:
    """Sets many results at once, by round and table; None where a match is still being played.

    A round that was paired by another result stays as it is and says so.
    A round for the top places cannot stay, because its players would be others: raises Refused.
    """
    rounds = list(event.rounds)
    for number in {number for number, _ in results}:
        pairings = list(event.round(number).pairings)
        places = {key(each.table): place for place, each in enumerate(pairings) if not each.bye}
        for table, result in ((table, result) for (of, table), result in results.items() if of == number):
            if (place := places.get(key(table))) is None:
                raise NotHere("table", table)
            was = pairings[place].result
            pairings[place] = replace(pairings[place], result=result)
            if number < event.number and was is not None and not was.same(result):
                _correct(rounds, number, was, result)
        rounds[number - 1] = replace(rounds[number - 1], pairings=tuple(pairings))
    return replace(event, rounds=tuple(rounds))


def _correct(rounds: list[EventRound], number: int, was: EventResult, now: EventResult | None) -> None:
    """Has the later rounds say that they were paired by another result.

    Raises Refused where their players would be others.
    """
    if any(each.cut for each in rounds[number:]) and (now is None or was.winner != now.winner):
        raise Refused("Players for the top places were chosen by this result: take those rounds back first.")
    for later in range(number, len(rounds)):
        corrected = tuple(sorted({*rounds[later].corrected, number}))
        rounds[later] = replace(rounds[later], corrected=corrected)


def _changed(event: HallEvent, name: str, change: Callable[[Player], Player]) -> HallEvent:
    player = event.player(name)
    return replace(event, players=tuple(change(each) if each == player else each for each in event.players))


def _complete(event: HallEvent, pairings: Sequence[EventPairing], here: set[str]) -> None:
    """Raises Invalid where a player is missing, is there twice, or had dropped out before.

    `here` are the players of the round.
    """
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
            raise Invalid("pairings", f"{at_table(pairing.table)} is there twice")
        tables.add(key(pairing.table))
    for player in event.playing:
        if player.name not in seen:
            raise Invalid("pairings", f"{player.name} is missing: pair or drop {player.name}")


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}" if number else "are none"


def _told_apart(field: str, known: Iterable[str], new: Iterable[str]) -> None:
    """Raises Invalid for the first of the new names that looks like another name."""
    seen = {look: name for name in known for look in looks(name)}
    for name in new:
        other = next((seen[look] for look in looks(name) if look in seen), None)
        if other is not None and key(other) != key(name):
            raise Invalid(field, f"{name} looks like {other}: add a word that tells them apart")
        seen |= dict.fromkeys(looks(name), name)
