"""Every pairing that up to eight players could have, weighed a second time from the event's own rounds: none is better
than the one that is made."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.event.at_hall import told
from companion.hall.event.commands import pair_next
from companion.hall.event.event import Event, First, Quality
from companion.hall.event.swiss import lot, rematches
from tests.companion.hall.event.playing import ended, played

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

    def __init__(self, event: Event) -> None:
        self.names = [player.name for player in event.players if not player.dropped]
        self.club = {player.name: player.club.casefold() for player in event.players}
        self.points = {player.name: 0 for player in event.players}
        self.met: list[frozenset[str]] = []
        self.byes: list[str] = []
        for round in event.rounds:
            for pairing in round.pairings:
                self._add(event, pairing.players, pairing.result)
        self.floated = {each.player for each in event.rounds[-1].floats} if event.rounds else set()
        number = event.number + 1
        self.apart = number <= event.apart_rounds
        self.listed = number == 1 and event.first is First.LISTED
        self.order = list(self.names)
        if not self.listed:
            self.order.sort(key=lambda name: lot(event, number, name))
            self.order.sort(key=lambda name: self.points[name], reverse=True)

    def _add(self, event: Event, players: Sequence[str], result: object) -> None:
        if len(players) == 1:
            self.byes.append(players[0])
            self.points[players[0]] += event.scoring.bye
            return
        self.met.append(frozenset(players))
        for seat, name in enumerate(players):
            winner = result.winner  # type: ignore[attr-defined]
            worth = {None: event.scoring.draw, seat: event.scoring.win, 1 - seat: event.scoring.loss}[winner]
            self.points[name] += worth

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
            sum(name in self.floated for pair in floats for name in pair),
            sum((abs(place[one] - place[other]) - half) ** 2 for one, other in pairs)
            + sum((len(self.order) - 1 - place[name]) ** 2 for name in byes),
        )


def held_to_all(event: Event) -> Event:
    told = Told(event)
    after = pair_next(event)
    made = tuple(each.players for each in after.rounds[-1].pairings)
    assert after.rounds[-1].quality is Quality.BEST
    assert told.weighed(made) == min(map(told.weighed, all_pairings(told.names)))
    return after


@given(
    size=st.integers(2, 8),
    rounds=st.integers(0, 7),
    seed=st.integers(0, 10**6),
    ways=st.fixed_dictionaries({"draws": st.booleans(), "drops": st.booleans(), "clubs": st.integers(0, 4)}),
)
def test_no_pairing_is_better(size: int, rounds: int, seed: int, ways: dict[str, Any]) -> None:
    held_to_all(played(size, rounds, seed, **ways))


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
        said = "No pairing goes without a rematch; this one has the fewest." in told(event, event.number)
        assert said == bool(none)
        forced += none
        event = ended(event, chance)
    assert forced


def test_the_oracle_lists_each_pairing_once() -> None:
    for size, many in ((2, 1), (3, 3), (4, 3), (5, 15), (7, 105), (8, 105)):
        found = list(all_pairings("ABCDEFGH"[:size]))
        assert len(found) == len({frozenset(map(frozenset, each)) for each in found}) == many
