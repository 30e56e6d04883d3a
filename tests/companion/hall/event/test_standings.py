"""Standings, held against sums written down by hand and against a second, plainer reckoning."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.hall.event.commands import a_result, add, cut, drop, pair_next, with_results
from companion.hall.event.event import (
    CUTS,
    Bye,
    EventPairing,
    EventResult,
    EventRound,
    EventScoring,
    HallEvent,
    How,
    Player,
    Tiebreak,
)
from companion.hall.event.standings import Standing, standings, swiss_standings
from companion.table.errors import Refused
from tests.companion.hall.event.playing import ended, played
from tests.support import examples


def of(*rounds: str, tiebreaks: tuple[Tiebreak, ...] = ()) -> HallEvent:
    """Rounds as "A>B 5:3", "A=B 2:2", "C" (a bye), parted by commas; the score may be left out."""
    made, names = [], set()
    for text in rounds:
        pairings = []
        for number, match in enumerate(text.split(", "), start=1):
            players, _, score = match.partition(" ")
            two = tuple(players.replace("=", ">").split(">"))
            names |= set(two)
            if len(two) == 1:
                pairings.append(EventPairing(table="", players=two))
                continue
            one, other = map(int, score.split(":")) if score else (0, 0)
            result = EventResult(winner=0 if ">" in players else None, score=(one, other))
            pairings.append(EventPairing(table=str(number), players=two, result=result))
        made.append(EventRound(pairings=tuple(pairings)))
    players = tuple(Player(name=name) for name in sorted(names))
    return HallEvent(players=players, rounds=tuple(made), tiebreaks=tiebreaks)


EVENT = ("A>B 10:4, C=D 6:6, E", "A>C 8:7, E>B 9:1, D", "D>A 5:4, E=C 3:3, B")
"""Points: A 6, B 3, C 2, D 7, E 7."""


def table(found: "list[Standing] | tuple[Standing, ...]") -> dict[str, tuple[int, Fraction]]:
    return {each.player.name: (each.rank, each.breaks[0]) for each in found}


@pytest.mark.parametrize(
    ("tiebreak", "expected"),
    [
        # For others byes are draws: A 6, B 1, C 2, D 5, E 5. A virtual opponent: of D in round 2, 1 + 0 + 1; of E in
        # round 1, 0 + 0 + 2; of B in round 3, 0. D met C and A; E met B and C; A met B, C and D; B met A and E
        (Tiebreak.BUCHHOLZ, {"D": (1, 10), "E": (2, 5), "A": (3, 8), "B": (4, 11), "C": (5, 16)}),
        (Tiebreak.BUCHHOLZ_CUT_1, {"D": (1, 8), "E": (2, 4), "A": (3, 7), "B": (4, 11), "C": (5, 11)}),
        (Tiebreak.MEDIAN, {"D": (1, 2), "E": (1, 2), "A": (3, 2), "B": (4, 5), "C": (5, 5)}),
        # D drew with C, had a bye and beat A: 1 + 2 + 6; E had a bye, beat B and drew with C: 2 + 1 + 1
        (Tiebreak.SONNEBORN_BERGER, {"D": (1, 9), "E": (2, 4), "A": (3, 3), "B": (4, 0), "C": (5, 5)}),
        (Tiebreak.WINS, {"D": (1, 1), "E": (1, 1), "A": (3, 2), "B": (4, 0), "C": (5, 0)}),
        # a round: A 2, B 1, C 2/3, D 7/3, E 7/3
        (
            Tiebreak.STRENGTH_OF_SCHEDULE,
            {
                "D": (1, Fraction(4, 3)),
                "E": (2, Fraction(5, 6)),
                "A": (3, Fraction(4, 3)),
                "B": (4, Fraction(13, 6)),
                "C": (5, Fraction(20, 9)),
            },
        ),
        # parts won: A 2/3, B 0/2 and so a third, C 1/3 of its three draws, D 3/4, E 3/4
        (
            Tiebreak.OPPONENTS_WINS,
            {
                "D": (1, Fraction(1, 2)),
                "E": (2, Fraction(1, 3)),
                "A": (3, Fraction(17, 36)),
                "B": (4, Fraction(17, 24)),
                "C": (5, Fraction(13, 18)),
            },
        ),
        (Tiebreak.DIFFERENCE, {"E": (1, 8), "D": (2, 1), "A": (3, 6), "B": (4, -14), "C": (5, -1)}),
        # D and E have not met
        (Tiebreak.HEAD_TO_HEAD, {"D": (1, 0), "E": (1, 0), "A": (3, 0), "B": (4, 0), "C": (5, 0)}),
    ],
)
def test_each_tiebreak_by_hand(tiebreak: Tiebreak, expected: dict[str, tuple[int, Fraction]]) -> None:
    assert table(list(standings(of(*EVENT, tiebreaks=(tiebreak,))))) == expected


def test_head_to_head_counts_among_those_who_are_level() -> None:
    """A, B and C have six points each; among them A beat B, B beat C and A drew with C, or C did not play A at all."""
    all_met = ("A>B, C>D, E>F", "B>C, A=D, E>F", "C=A, B>D, E>F", "B>F, C>E, A=F", "D>A, F>B, E>C")
    found = standings(of(*all_met, tiebreaks=(Tiebreak.HEAD_TO_HEAD,)))
    points = {each.player.name: each.record.points for each in found}
    assert points == {"A": 6, "B": 9, "C": 7, "D": 4, "E": 12, "F": 4}
    level = of("A>B, C>D", "B>C, D>A", "A=C, B=D", tiebreaks=(Tiebreak.HEAD_TO_HEAD,))
    among = {each.player.name: each.breaks[0] for each in standings(level)}
    assert among == {"A": 4, "B": 4, "C": 4, "D": 4}, "all four are level and have met: their points as they are"
    two = of("A>B, C>D", "C>A, B>D", "C>B, A>D", tiebreaks=(Tiebreak.HEAD_TO_HEAD,))
    assert [each.rank for each in standings(two)] == [1, 2, 3, 4]
    pair = of("A>B, C>D", "C>A, D>B", "B>C, A>D", "A, B, C, D", tiebreaks=(Tiebreak.HEAD_TO_HEAD,))
    ranks = [(each.player.name, each.record.points, each.rank, each.level) for each in standings(pair)]
    assert ranks == [("C", 9, 1, False), ("A", 9, 2, False), ("D", 6, 3, False), ("B", 6, 4, False)]


def test_equal_ranks_are_told_and_the_next_one_counts_them() -> None:
    found = standings(of("A>B, C>D", "E"))
    assert [(each.player.name, each.rank, each.level) for each in found] == [
        ("A", 1, True),
        ("C", 1, True),
        ("E", 1, True),
        ("B", 4, True),
        ("D", 4, True),
    ]


def test_the_order_of_tiebreaks_is_the_events() -> None:
    one = standings(of(*EVENT, tiebreaks=(Tiebreak.BUCHHOLZ, Tiebreak.DIFFERENCE)))
    other = standings(of(*EVENT, tiebreaks=(Tiebreak.DIFFERENCE, Tiebreak.BUCHHOLZ)))
    assert [each.player.name for each in one] == ["D", "E", "A", "B", "C"]
    assert [each.player.name for each in other] == ["E", "D", "A", "B", "C"]


def test_who_dropped_out_or_came_late_is_in_it() -> None:
    found = standings(add(of(*EVENT), "Late"))
    assert found[-1].player.name == "Late"
    assert found[-1].breaks == ()


def test_a_match_without_a_result_counts_nothing() -> None:
    now = of("A>B 5:1, C>D 7:7")
    playing = EventRound(
        pairings=(EventPairing(table="1", players=("A", "C")), EventPairing(table="2", players=("B", "D")))
    )
    later = replace(now, rounds=(*now.rounds, playing), tiebreaks=tuple(Tiebreak))
    now = replace(now, tiebreaks=tuple(Tiebreak))
    assert [(each.rank, each.breaks) for each in standings(now)] == [
        (each.rank, each.breaks) for each in standings(later)
    ]


class Plain:
    """An event's sums worked out round by round from its own pages, as somebody with a pencil would."""

    def __init__(self, event: HallEvent) -> None:
        self.event, scoring = event, event.scoring
        worth = {"won": scoring.win, "drawn": scoring.draw, "lost": scoring.loss}
        self.draw = scoring.draw
        self.days: dict[str, list[tuple[str, str, int, int]]] = {player.name: [] for player in event.players}
        """Of each round: how it ended, against whom ("" for nobody at the table), what it was worth, the difference."""
        for round in event.rounds:
            seen = set()
            for pairing in round.pairings:
                for seat, name in enumerate(pairing.players):
                    seen.add(name)
                    if len(pairing.players) == 1:
                        points = {Bye.HALF: scoring.draw, Bye.ZERO: 0}.get(pairing.kind, scoring.bye)
                        how = {Bye.HALF: "drawn", Bye.ZERO: "lost"}.get(pairing.kind, "won")
                        self.days[name].append((how, "", points, 0))
                        continue
                    result = pairing.result
                    assert result is not None
                    how = "won" if result.winner == seat else "lost"
                    if result.winner is None and not isinstance(result.how, How):
                        how = "drawn"
                    opponent = "" if result.how is How.NO_SHOW else pairing.players[1 - seat]
                    made = result.score[seat] - result.score[1 - seat]
                    self.days[name].append((how, opponent, worth[how], made))
            for name in self.days.keys() - seen:
                self.days[name].append(("lost", "", 0, 0))
        self.worth = worth

    def points(self, name: str) -> int:
        start = next(player.start for player in self.event.players if player.name == name)
        return start + sum(day[2] for day in self.days[name])

    def for_others(self, name: str) -> int:
        return sum(day[2] if day[1] else self.draw for day in self.days[name])

    def opposite(self, name: str) -> list[tuple[str, int]]:
        """How each round ended and what its opponent had, or would have had."""
        found = []
        had = self.points(name) - sum(day[2] for day in self.days[name])
        for number, (how, opponent, points, _) in enumerate(self.days[name]):
            virtual = had + self.worth[{"won": "lost", "drawn": "drawn", "lost": "won"}[how]]
            virtual += self.draw * (len(self.days[name]) - number - 1)
            found.append((how, self.for_others(opponent) if opponent else virtual))
            had += points
        return found

    def won(self, name: str) -> Fraction:
        halves = [{"won": 2, "drawn": 1, "lost": 0}[how] for how, opponent, _, _ in self.days[name] if opponent]
        return Fraction(sum(halves), 2 * len(halves))

    def value(self, tiebreak: Tiebreak, name: str) -> Fraction:
        opposite = sorted(points for _, points in self.opposite(name))
        met = [opponent for _, opponent, _, _ in self.days[name] if opponent]
        parts: list[Fraction] = []
        match tiebreak:
            case Tiebreak.BUCHHOLZ:
                return Fraction(sum(opposite))
            case Tiebreak.BUCHHOLZ_CUT_1:
                return Fraction(sum(opposite[1:]))
            case Tiebreak.MEDIAN:
                return Fraction(sum(opposite[1:-1]))
            case Tiebreak.SONNEBORN_BERGER:
                halves = {"won": 2, "drawn": 1, "lost": 0}
                return Fraction(sum(halves[how] * points for how, points in self.opposite(name)), 2)
            case Tiebreak.OPPONENTS_WINS:
                parts = [max(self.won(each), Fraction(1, 3)) for each in met]
            case Tiebreak.STRENGTH_OF_SCHEDULE:
                parts = [Fraction(self.points(each), len(self.days[each])) for each in met]
            case Tiebreak.WINS:
                return Fraction(sum(how == "won" and bool(opponent) for how, opponent, _, _ in self.days[name]))
            case _:
                return Fraction(sum(day[3] for day in self.days[name]))
        return sum(parts, Fraction(0)) / len(parts) if parts else Fraction(0)

    def among(self, group: list[str], name: str) -> Fraction:
        """Match points against the others of a group who have all met each other; nothing where some have not."""
        met = {each: {day[1] for day in self.days[each]} for each in group}
        if any(other not in met[each] for each in group for other in group if other != each):
            return Fraction(0)
        return Fraction(sum(day[2] for day in self.days[name] if day[1] in group))


@settings(max_examples=examples(60))
@given(
    size=st.integers(2, 12),
    rounds=st.integers(1, 5),
    seed=st.integers(0, 10**6),
    order=st.permutations(list(Tiebreak)),
    scoring=st.builds(EventScoring, win=st.integers(2, 5), draw=st.integers(0, 2), bye=st.integers(0, 3)),
)
def test_as_a_plainer_reckoning_has_it(
    size: int, rounds: int, seed: int, order: list[Tiebreak], scoring: EventScoring
) -> None:
    now = replace(played(size, rounds, seed, drops=True, odd=True), tiebreaks=tuple(order), scoring=scoring)
    plain, found = Plain(now), standings(now)
    for each in found:
        assert each.record.points == plain.points(each.player.name)
        for tiebreak, broken in zip(order, each.behind, strict=True):
            if tiebreak is Tiebreak.HEAD_TO_HEAD:
                so_far = order.index(tiebreak)
                mine = (each.record.points, each.breaks[:so_far])
                level = [one.player.name for one in found if (one.record.points, one.breaks[:so_far]) == mine]
                assert broken.value == plain.among(level, each.player.name)
            else:
                assert broken.value == plain.value(tiebreak, each.player.name), (tiebreak, each.player.name)
            counting = [line.value for line in broken.lines if not line.out]
            total = sum(counting, Fraction(0))
            assert broken.value == (total / len(counting) if broken.mean and counting else total)
    keys = [(each.record.points, *each.breaks) for each in found]
    assert keys == sorted(keys, reverse=True)
    for each, mine in zip(found, keys, strict=True):
        assert each.rank == 1 + sum(other > mine for other in keys)
        assert each.level == (keys.count(mine) > 1)


@settings(max_examples=examples(15))
@given(size=st.sampled_from(CUTS), more=st.integers(0, 5), rounds=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_the_top_cut_is_played_as_its_places_have_it(size: int, more: int, rounds: int, seed: int) -> None:
    """Of n who are left the one in place p meets the one in place n + 1 - p, and the winner takes the better place."""
    swiss = played(size + more + 2, rounds, seed, odd=True)
    if seed % 2:
        swiss = drop(swiss, swiss_standings(swiss)[0].player.name)
    ranked = [each.player.name for each in swiss_standings(swiss)]
    playing = {player.name for player in swiss.playing}
    place = dict(enumerate([name for name in ranked if name in playing][:size], start=1))
    now, chance, out, left = cut(swiss, size), Random(seed), [], size
    while left > 1:
        meet = {p: frozenset((place[p], place[left + 1 - p])) for p in range(1, left // 2 + 1)}
        assert {frozenset(each.players) for each in now.rounds[-1].pairings} == {*meet.values()}
        assert now.rounds[-1].cut == left
        now = ended(now, chance, draws=False)
        won = {each.players[each.result.winner or 0] for each in now.rounds[-1].pairings if each.result is not None}
        out.append([name for name in ranked if any(name in two for two in meet.values()) and name not in won])
        place = {p: next(iter(two & won)) for p, two in meet.items()}
        left //= 2
        now = pair_next(now) if left > 1 else now
    places = [place[1], *(name for lost in reversed(out) for name in lost)]
    expected = [*places, *(name for name in ranked if name not in places)]
    assert [each.player.name for each in standings(now)] == expected
    with pytest.raises(Refused, match="The final has been played"):
        pair_next(now)


def test_the_rounds_for_the_top_places_come_before_the_rest() -> None:
    now = cut(played(9, 3, 5), 4)
    swiss = [each.player.name for each in swiss_standings(now)]
    first = now.rounds[-1].pairings
    assert [{*each.players} for each in first] == [{swiss[0], swiss[3]}, {swiss[1], swiss[2]}]
    now = with_results(now, {(4, first[0].table): a_result(1, (2, 5)), (4, first[1].table): a_result(0, (5, 2))})
    now = pair_next(now)
    (final,) = now.rounds[-1].pairings
    assert {*final.players} == {first[0].players[1], first[1].players[0]}
    with pytest.raises(Refused, match="Players for the top places were chosen by this result"):
        with_results(now, {(4, first[0].table): a_result(0, (5, 2))})
    with pytest.raises(Refused, match="Players for the top places"):
        with_results(now, {(1, now.rounds[0].pairings[0].table): None})
    drawn = with_results(now, {(5, final.table): a_result(None, (3, 3))})
    with pytest.raises(Refused, match="The final has been played"):
        pair_next(drawn)
    now = with_results(now, {(5, final.table): a_result(1, (1, 4))})
    found = standings(now)
    assert [each.player.name for each in found[:2]] == [final.players[1], final.players[0]]
    assert [each.top for each in found[:5]] == ["Won the final", "Lost the final", *["Lost the semi-final"] * 2, ""]
    assert [each.rank for each in found] == [*range(1, 5), *(each.rank for each in found[4:])]
    assert [each.record for each in found] == [each.record for each in standings(now)]
    assert {each.player.name: each.record.points for each in found} == {
        each.player.name: each.record.points for each in swiss_standings(now)
    }
