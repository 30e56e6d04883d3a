"""A player's record is what adding up the shelf by hand comes to."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion.shelf.records import key, records, season
from companion.shelf.summary import SideSummary, Summary

NOVEMBER_MS, MONTH_MS = 1_794_000_000_000, 30 * 24 * 3600 * 1000
NAMES = ("Anna", "anna ", "ANNA", "Ben", "Zoë", None)
SEATS = ("gold", "red", "azure")


def game(match: int, winner: str | None, *names: str | None, over: bool = True, **more: object) -> Summary:
    sides = tuple(
        SideSummary(seat=seat, name=f"Team {seat}", person=name, won=seat == winner, actions=10 * match, idle=0.5)
        for seat, name in zip(SEATS, names, strict=False)
    )
    values = {"opened_ms": 0, "last_ms": NOVEMBER_MS + match, "rows": 1, "size": 1, "played_ms": 60_000} | more
    return Summary(match=match, game="wartime", over=over, winner=winner, sides=sides, **values)  # type: ignore[arg-type]


@st.composite
def shelves(draw: st.DrawFn) -> list[Summary]:
    return [
        game(
            match,
            draw(st.sampled_from((*SEATS[:2], None))),
            *draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=3)),
            over=draw(st.booleans()),
            last_ms=NOVEMBER_MS - draw(st.integers(0, 20)) * MONTH_MS,
        )
        for match in range(1, draw(st.integers(0, 12)) + 1)
    ]


@given(shelves())
def test_sums_by_hand(shelf: list[Summary]) -> None:
    found = records(shelf)
    for player in found.players:
        results: Counter[str] = Counter()
        for each in shelf:
            mine = [side for side in each.sides if side.person and key(side.person) == key(player.name)]
            if each.over and len(mine) == 1:
                results["drawn" if each.winner is None else "won" if mine[0].seat == each.winner else "lost"] += 1
        tally = player.tally
        assert (tally.won, tally.lost, tally.drawn) == (results["won"], results["lost"], results["drawn"])
        assert tally.games == results.total() == len(player.matches) > 0
    assert len({key(each.name) for each in found.players}) == len(found.players)


@given(shelves())
def test_months_come_to_years_and_years_to_all(shelf: list[Summary]) -> None:
    def games(within: str) -> Counter[str]:
        return Counter({key(each.name): each.tally.games for each in records(shelf, within=within).players})

    seasons = records(shelf).seasons
    years = [each for each in seasons if len(each) == 4]
    assert sum((games(year) for year in years), Counter()) == games("")
    for year in years:
        assert sum((games(each) for each in seasons if each.startswith(f"{year}-")), Counter()) == games(year)


def test_actions_a_minute_are_told_of_every_game_that_took_time() -> None:
    """By game: a card laid and a timer flipped are not the same pace."""
    line = structs.replace(game(1, "gold", "Anna"), game="battleline", played_ms=300_000)
    sides = tuple(structs.replace(side, idle=None) for side in line.sides)
    anna = records([structs.replace(line, sides=sides), game(2, "gold", "Anna"), game(3, "gold", "Anna", played_ms=0)])
    [found] = anna.players
    assert found.paces == {"battleline": 2.0, "wartime": 50.0}


@given(shelves())
def test_what_one_won_the_other_lost(shelf: list[Summary]) -> None:
    two = [
        game(each.match, each.winner, *(side.person for side in each.sides[:2]), last_ms=each.last_ms)
        for each in shelf
        if each.winner != "azure"
    ]
    found = {key(each.name): each for each in records(two).players}
    for player in found.values():
        for pair in player.against:
            back = next(each for each in found[key(pair.name)].against if key(each.name) == key(player.name))
            assert (pair.tally.won, pair.tally.lost, pair.tally.drawn) == (
                back.tally.lost,
                back.tally.won,
                back.tally.drawn,
            )
            assert pair.row == -back.row


def test_a_record() -> None:
    found = records(
        [
            game(1, "red", "Anna", "Ben"),
            game(2, "gold", "Anna", "Ben"),
            game(3, "gold", "anna", "Ben", played_ms=180_000),
            game(4, None, None, None),
            game(5, "gold", "Anna", "Anna"),
            game(6, None, "Anna", "Ben", over=False),
        ]
    )
    anna, ben = found.players
    assert (anna.name, anna.tally.won, anna.tally.lost, anna.matches) == ("anna", 2, 1, (3, 2, 1))
    assert (anna.against[0].name, anna.against[0].row, ben.against[0].row) == ("Ben", 2, -2)
    assert (anna.actions_a_minute, anna.idle) == (60 / 5, 0.5)
    assert (found.nameless, found.seasons[0]) == (1, season(game(1, None)))
