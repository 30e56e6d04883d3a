"""Every pairing that up to eight players could have, weighed a second time from the event's own rounds: none is better
than the one that is made."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hall.event.at_hall import pairing_notes
from companion.hall.event.commands import pair_next
from companion.hall.event.event import Bye, EventPairing, First, HallEvent, How, Quality
from companion.hall.event.swiss import lot, rematches
from tests.companion.hall.event.playing import ended, played
from tests.support import examples

Groups = tuple[tuple[str, ...], ...]


def all_pairings(names: Sequence[str]) -> Iterator[Groups]:
    if not names:
        yield ()
    elif len(names) % 2:
        for out in names:
            for rest in all_pairings([name for name in names if name != out]):
                yield (*rest, (out,))
    else:
        first, *others = names
        for other in others:
            for rest in all_pairings([name for name in others if name != other]):
                yield ((first, other), *rest)


class Told:
    """An event as its rounds tell it, added up in the plainest way."""

    def __init__(self, event: HallEvent) -> None:
        number = event.number + 1
        away = {player.name for player in event.players if any(each.round == number for each in player.away)}
        self.names = [player.name for player in event.players if not player.dropped and player.name not in away]
        self.club = {player.name: player.club.casefold() for player in event.players}
        self.points = {player.name: player.start for player in event.players}
        self.turns: dict[str, list[int]] = {player.name: [] for player in event.players}
        self.met: list[frozenset[str]] = []
        self.byes: list[str] = []
        for round in event.rounds:
            for pairing in round.pairings:
                self._add(event, pairing)
        self.floated = {each.player for each in event.rounds[-1].floats} if event.rounds else set()
        self.apart = number <= event.apart_rounds
        self.listed = number == 1 and event.first is First.LISTED
        self.order = list(self.names)
        if not self.listed:
            self.order.sort(key=lambda name: lot(event, number, name))
            self.order.sort(key=lambda name: self.points[name], reverse=True)

    def _add(self, event: HallEvent, pairing: EventPairing) -> None:
        win, draw, loss = event.scoring.win, event.scoring.draw, event.scoring.loss
        if len(pairing.players) == 1:
            (name,) = pairing.players
            self.points[name] += {Bye.HALF: draw, Bye.ZERO: 0}.get(pairing.kind, event.scoring.bye)
            self.byes += [name] if pairing.kind in (Bye.ALLOCATED, Bye.FULL) else []
            return
        result = pairing.result
        assert result is not None
        one, other = pairing.players
        came = result.how is not How.NO_SHOW
        if came:
            self.met.append(frozenset(pairing.players))
            self.turns[one].append(+1)
            self.turns[other].append(-1)
        for name in (one, other):
            if result.winner is not None and pairing.players[result.winner] == name:
                self.points[name] += win
                self.byes += [] if came else [name]
            elif result.winner is None and not isinstance(result.how, How):
                self.points[name] += draw
            else:
                self.points[name] += loss

    def weighed(self, groups: Groups) -> tuple[int, ...]:
        pairs = [group for group in groups if len(group) == 2]
        byes = [group[0] for group in groups if len(group) == 1]
        least = min(self.points[name] for name in self.names)
        place = {name: number for number, name in enumerate(self.order)}
        floats = [pair for pair in pairs if self.points[pair[0]] != self.points[pair[1]]]
        half = len(self.order) // 2 if self.listed else 0
        return (
            sum(frozenset(pair) in self.met for pair in pairs),
            sum(self.met.count(frozenset(pair)) for pair in pairs),
            sum(self.byes.count(name) for name in byes),
            sum(self.points[name] - least for name in byes),
            sum((self.points[one] - self.points[other]) ** 2 for one, other in pairs),
            sum(self.apart and self.club[one] == self.club[other] != "" for one, other in pairs),
            sum(min(self.uneven(one, other), self.uneven(other, one)) for one, other in pairs)
            + sum(sum(self.turns[name]) ** 2 for name in byes),
            sum(name in self.floated for pair in floats for name in pair),
            sum((abs(place[one] - place[other]) - half) ** 2 for one, other in pairs)
            + sum((len(self.order) - 1 - place[name]) ** 2 for name in byes),
        )

    def uneven(self, one: str, other: str) -> int:
        """How unevenly the two have been first and second once the one is first."""
        return (sum(self.turns[one]) + 1) ** 2 + (sum(self.turns[other]) - 1) ** 2


def held_to_all(event: HallEvent) -> HallEvent:
    told = Told(event)
    after = pair_next(event)
    round = after.rounds[-1]
    asked = {each.players[0] for each in round.pairings if each.kind is not Bye.ALLOCATED}
    made = tuple(each.players for each in round.pairings if each.players[0] not in asked)
    assert {name for players in made for name in players} == {*told.names}
    assert {*told.names} | asked == {player.name for player in event.players if not player.dropped}
    assert round.quality is Quality.BEST
    assert told.weighed(made) == min(map(told.weighed, all_pairings(told.names)))
    for pair in (each for each in made if len(each) == 2):
        assert told.uneven(*pair) <= told.uneven(*reversed(pair)), "who has been second more often is first"
        if told.uneven(*pair) == told.uneven(*reversed(pair)):
            was_first = [told.turns[name][-1:] == [+1] for name in pair]
            assert was_first != [True, False], "between equals it is who was second last"
    return after


@settings(max_examples=examples(60))
@given(
    size=st.integers(2, 8),
    rounds=st.integers(0, 7),
    seed=st.integers(0, 10**6),
    ways=st.fixed_dictionaries({"draws": st.booleans(), "drops": st.booleans(), "clubs": st.integers(0, 4)}),
)
def test_no_pairing_is_better(size: int, rounds: int, seed: int, ways: dict[str, Any]) -> None:
    held_to_all(played(size, rounds, seed, **ways))


@settings(max_examples=examples(40))
@given(size=st.integers(3, 6), rounds=st.integers(0, 5), seed=st.integers(0, 10**6))
def test_nor_with_byes_asked_for_late_players_and_matches_that_nobody_wins(size: int, rounds: int, seed: int) -> None:
    held_to_all(played(size, rounds, seed, drops=True, odd=True))


@pytest.mark.parametrize("size", [4, 5, 6])
def test_rematches_come_when_nothing_goes_without_and_are_told(size: int) -> None:
    """Once everybody has met everybody, whoever is paired has met before."""
    event = played(size, 0, 1)
    chance = Random(size)
    forced = 0
    for _ in range(2 * size):
        none = min(Told(event).weighed(each)[0] for each in all_pairings(Told(event).names))
        event = held_to_all(event)
        again = rematches(event, event.number)
        assert len(again) == none
        said = "No pairing goes without a rematch; this one has the fewest." in pairing_notes(event, event.number)
        assert said == bool(none)
        forced += none
        event = ended(event, chance)
    assert forced


def test_the_oracle_lists_each_pairing_once() -> None:
    for size, many in ((2, 1), (3, 3), (4, 3), (5, 15), (7, 105), (8, 105)):
        found = list(all_pairings("ABCDEFGH"[:size]))
        assert len(found) == len({frozenset(map(frozenset, each)) for each in found}) == many
