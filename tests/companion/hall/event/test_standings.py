"""Standings, held against sums written down by hand and against a second, plainer reckoning."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.hall.event.commands import add
from companion.hall.event.event import Event, Pairing, Player, Result, Round, Scoring, Tiebreak
from companion.hall.event.standings import Standing, standings
from tests.companion.hall.event.playing import played
from tests.support import examples


def of(*rounds: str, tiebreaks: tuple[Tiebreak, ...] = ()) -> Event:
    """Rounds as "A>B 5:3", "A=B 2:2", "C" (a bye), parted by commas; the score may be left out."""
    made, names = [], set()
    for text in rounds:
        pairings = []
        for number, match in enumerate(text.split(", "), start=1):
            players, _, score = match.partition(" ")
            two = tuple(players.replace("=", ">").split(">"))
            names |= set(two)
            if len(two) == 1:
                pairings.append(Pairing(table="", players=two))
                continue
            one, other = map(int, score.split(":")) if score else (0, 0)
            result = Result(winner=0 if ">" in players else None, score=(one, other))
            pairings.append(Pairing(table=str(number), players=two, result=result))
        made.append(Round(pairings=tuple(pairings)))
    players = tuple(Player(name=name) for name in sorted(names))
    return Event(players=players, rounds=tuple(made), tiebreaks=tiebreaks)


EVENT = ("A>B 10:4, C=D 6:6, E", "A>C 8:7, E>B 9:1, D", "D>A 5:4, E=C 3:3, B")
"""Points: A 6, B 3, C 2, D 7, E 7."""


def table(found: "list[Standing] | tuple[Standing, ...]") -> dict[str, tuple[int, Fraction]]:
    return {each.player.name: (each.rank, each.breaks[0]) for each in found}


@pytest.mark.parametrize(
    ("tiebreak", "expected"),
    [
        # D met C (2) and A (6); E met B (3) and C (2)
        (Tiebreak.BUCHHOLZ, {"D": (1, 8), "E": (2, 5), "A": (3, 12), "B": (4, 13), "C": (5, 20)}),
        # D drew with C and beat A: 1 + 6; E beat B and drew with C: 3 + 1; A beat B and C; C drew with D and E
        (Tiebreak.SONNEBORN_BERGER, {"D": (1, 7), "E": (2, 4), "A": (3, 5), "B": (4, 0), "C": (5, 7)}),
        # parts won: A 2/3, B 0/2, C 1/3, D 3/4, E 3/4
        (
            Tiebreak.OPPONENTS_WINS,
            {
                "D": (1, Fraction(1, 2)),
                "E": (2, Fraction(1, 6)),
                "A": (3, Fraction(13, 36)),
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
    playing = Round(pairings=(Pairing(table="1", players=("A", "C")), Pairing(table="2", players=("B", "D"))))
    later = replace(now, rounds=(*now.rounds, playing), tiebreaks=tuple(Tiebreak))
    now = replace(now, tiebreaks=tuple(Tiebreak))
    assert [(each.rank, each.breaks) for each in standings(now)] == [
        (each.rank, each.breaks) for each in standings(later)
    ]


@settings(max_examples=examples(25))
@given(
    size=st.integers(2, 12),
    rounds=st.integers(1, 5),
    seed=st.integers(0, 10**6),
    order=st.permutations(list(Tiebreak)),
    scoring=st.builds(Scoring, win=st.integers(2, 5), draw=st.integers(0, 2), bye=st.integers(0, 3)),
)
def test_as_a_plainer_reckoning_has_it(
    size: int, rounds: int, seed: int, order: list[Tiebreak], scoring: Scoring
) -> None:
    now = replace(played(size, rounds, seed, drops=True), tiebreaks=tuple(order), scoring=scoring)
    matches = [
        (
            name,
            pairing.players[1 - seat],
            None if (won := pairing.result.winner) is None else won == seat,
            pairing,
            seat,
        )
        for round in now.rounds
        for pairing in round.pairings
        if pairing.result is not None
        for seat, name in enumerate(pairing.players)
    ]
    points = {player.name: 0 for player in now.players}
    for name, _, won, _, _ in matches:
        points[name] += scoring.draw if won is None else scoring.win if won else scoring.loss
    for round in now.rounds:
        for pairing in round.pairings:
            if pairing.bye:
                points[pairing.players[0]] += scoring.bye

    def part(name: str) -> Fraction:
        mine = [won for one, _, won, _, _ in matches if one == name]
        return (
            Fraction(sum(2 if won else 1 if won is None else 0 for won in mine), 2 * len(mine)) if mine else Fraction(0)
        )

    def value(tiebreak: Tiebreak, name: str) -> Fraction:
        mine = [each for each in matches if each[0] == name]
        match tiebreak:
            case Tiebreak.BUCHHOLZ:
                return Fraction(sum(points[each[1]] for each in mine))
            case Tiebreak.SONNEBORN_BERGER:
                return sum(
                    (
                        Fraction(points[each[1]]) / (2 if each[2] is None else 1)
                        for each in mine
                        if each[2] in (None, True)
                    ),
                    Fraction(0),
                )
            case Tiebreak.OPPONENTS_WINS:
                return sum((part(each[1]) for each in mine), Fraction(0)) / len(mine) if mine else Fraction(0)
            case _:
                return Fraction(sum(each[3].result.score[each[4]] - each[3].result.score[1 - each[4]] for each in mine))

    found = standings(now)
    assert {each.player.name: each.record.points for each in found} == points
    for each in found:
        for tiebreak, broken in zip(order, each.breaks, strict=True):
            if tiebreak is not Tiebreak.HEAD_TO_HEAD:
                assert broken == value(tiebreak, each.player.name)
    keys = [(each.record.points, *each.breaks) for each in found]
    assert keys == sorted(keys, reverse=True)
    for each, mine in zip(found, keys, strict=True):
        assert each.rank == 1 + sum(other > mine for other in keys)
        assert each.level == (keys.count(mine) > 1)
