"""What is found on the shelf is what a search through every summary by hand would find."""

from datetime import date, datetime

from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.shelf.index import EVERYTHING, Index, Search, ShelfPlace, Shelved, understood
from companion.shelf.summary import SideSummary, Summary, folded, known, words

TODAY = date(2026, 11, 23)
NAMES = ("Anna", "Änne", "Ben", "Ben Hur", "O'Neill", "won", "Zoë", "March", "7")
GAMES = ("wartime", "warzone", "battleline", "chess")
DAY_MS = 24 * 3600 * 1000


@st.composite
def summaries(draw: st.DrawFn) -> list[Shelved]:
    found = []
    for match in range(1, draw(st.integers(0, 12)) + 1):
        names = draw(st.lists(st.sampled_from(NAMES), min_size=0, max_size=3, unique=True))
        seats = ("gold", "red", "azure")[: len(names)]
        winner = draw(st.sampled_from((None, *seats)))
        people = [draw(st.sampled_from((None, *NAMES))) for _ in names]
        last_ms = datetime(2026, 11, 23, 12).timestamp() * 1000 - draw(st.integers(0, 400)) * DAY_MS
        summary = Summary(
            match=match,
            game=draw(st.sampled_from(GAMES)),
            called=draw(st.sampled_from(("", "Open game", "Duel 7"))),
            opened_ms=int(last_ms),
            last_ms=int(last_ms),
            rows=3,
            size=draw(st.integers(0, 99)),
            over=(over := winner is not None or draw(st.booleans())),
            winner=winner,
            how="Somebody wins" if winner else "Nobody wins" if over else "",
            sides=tuple(
                SideSummary(seat=seat, name=name, person=person, won=seat == winner)
                for seat, name, person in zip(seats, names, people, strict=True)
            ),
        )
        found.append(Shelved(summary=summary, place=draw(st.sampled_from(ShelfPlace)), told=draw(st.booleans())))
    return found


ASKED = st.lists(
    st.sampled_from(
        (*NAMES, "an", "be", "gold", "red won", "lost", "won", "wins", "by", "wartime", "battle line", "chess", "2026",
         "2026-11", "2026-3", "2025-12-24", "today", "yesterday", "november", "nov", "3", "unfinished", "7", "%", "_",
         "beat", "vs.", "nobody won", "drawn", "put away")
    ),
    max_size=4,
).map(" ".join)  # fmt: skip


def meant(shelved: Shelved, search: Search) -> bool:
    """Whether that match is looked for, by its summary alone."""
    summary = shelved.summary
    played = datetime.fromtimestamp(summary.last_ms / 1000)
    game = all_games().get(summary.game)

    def of(sides: list[SideSummary]) -> list[str]:
        return [word for side in sides for word in words(side.seat, side.name, side.person)]

    own = [
        *words(game.title if game else "", summary.game, summary.called, summary.how),
        "ended" if summary.over else "unfinished",
        *words(f"{played.day} {played:%B} {played.year}"),
        *of(list(summary.sides)),
    ]

    def has(found: list[str], word: str) -> bool:
        return word in found if word.isdecimal() else any(each.startswith(word) for each in found)

    decided = summary.winner is not None
    return (
        all(has(own, word) for word in search.words)
        and all(decided and has(of([each for each in summary.sides if each.won]), word) for word in search.won)
        and all(decided and has(of([each for each in summary.sides if not each.won]), word) for word in search.lost)
        and (decided or not search.decided)
        and ((summary.over and not decided) or not search.drawn)
        and all(f"{played:%Y-%m-%d}".startswith(day) for day in search.days)
        and search.game in (None, summary.game)
        and (shelved.place is ShelfPlace.AWAY or not search.put_away)
    )


def indexed(shelf: list[Shelved]) -> Index:
    index = Index(None)
    index.put(
        (known(each.summary, mark=b"", title=game.title if (game := all_games().get(each.summary.game)) else ""), each)
        for each in shelf
    )
    return index


@given(summaries(), ASKED, st.sampled_from((None, *GAMES)), st.booleans(), st.integers(1, 5))
def test_it_finds_what_is_meant_the_newest_first_page_by_page(
    shelf: list[Shelved], asked: str, game: str | None, put_away: bool, most: int
) -> None:
    index, search = indexed(shelf), understood(asked, today=TODAY, game=game, put_away=put_away)
    expected = sorted(
        (each for each in shelf if meant(each, search)),
        key=lambda each: (each.summary.last_ms, each.summary.match),
        reverse=True,
    )
    pages = [index.find(search, skip=skip, most=most) for skip in range(0, len(shelf) + 1, most)]
    assert [each for page in pages for each in page] == expected
    total = index.sum(search)
    assert (total.matches, total.size) == (len(expected), sum(each.summary.size for each in expected))
    index.close()


@given(summaries(), st.integers(0, 420))
def test_what_is_older_is_what_was_played_before_and_lies_not_on_the_table(shelf: list[Shelved], days: int) -> None:
    index = indexed(shelf)
    before_ms = int(datetime(2026, 11, 23, 18).timestamp() * 1000) - days * DAY_MS
    expected = sorted(
        (each.summary.last_ms, each.summary.match)
        for each in shelf
        if each.summary.last_ms < before_ms and each.place is not ShelfPlace.TABLE
    )
    assert index.older(before_ms, most=5) == [match for _, match in expected][:5]
    assert index.sum_older(before_ms).matches == len(expected)
    index.drop([match for _, match in expected])
    assert index.sum(EVERYTHING).matches == len(shelf) - len(expected)
    index.close()


@given(st.text(max_size=300))
def test_whatever_is_typed_is_a_search(asked: str) -> None:
    index = indexed([])
    assert index.find(understood(asked, today=TODAY), most=5) == []
    index.close()


def test_whoever_is_said_beside_the_word_has_won_or_lost() -> None:
    for asked, won, lost, others in (
        ("anna won", ("anna",), (), ()),
        ("won by anna", ("anna",), (), ()),
        ("team gold won", ("gold",), (), ("team",)),
        ("wartime anna won november", ("anna",), (), ("wartime", "november")),
        ("anna won ben lost", ("anna",), ("ben",), ()),
        ("ben lost", (), ("ben",), ()),
        ("won", (), (), ()),
        ("anna against ben", (), (), ("anna", "ben")),
        ("anna vs. ben", (), (), ("anna", "ben")),
        ("(Anna, Ben)", (), (), ("anna", "ben")),
        ("anna beat ben", ("anna",), ("ben",), ()),
        ("who beat ben, november", ("who",), ("ben",), ("november",)),
        ("ben lost to anna", (), ("ben",), ("anna",)),
        ("who will win?", ("will",), (), ("who",)),
    ):
        search = understood(asked, today=TODAY)
        assert (search.won, search.lost, search.words) == (won, lost, others), asked
        assert search.decided == any(word in asked for word in ("won", "lost", "beat", "win"))
        assert not search.drawn


def test_what_nobody_won_is_a_draw_however_it_is_said() -> None:
    for asked in ("nobody won", "Nobody wins.", "won by nobody", "draw", "drawn", "a tie"):
        assert understood(asked, today=TODAY) == Search(drawn=True), asked
    assert understood("anna drawn", today=TODAY) == Search(drawn=True, words=("anna",))
    assert understood("nobody", today=TODAY) == Search(words=("nobody",))


def test_what_was_put_away_is_found_by_that() -> None:
    assert understood("wartime, put away", today=TODAY) == Search(words=("wartime",), put_away=True)
    assert understood("away", today=TODAY) == Search(words=("away",))


def test_a_day_is_found_as_people_write_it() -> None:
    for asked, day in (
        ("2026-1-3", "2026-01-03"),
        ("2026/01/03", "2026-01-03"),
        ("03.01.2026", "2026-01-03"),
        ("3/1/2026,", "2026-01-03"),
        ("3-1-2026", "2026-01-03"),
        ("01/2026", "2026-01"),
        ("2026.01", "2026-01"),
    ):
        assert understood(asked, today=TODAY) == Search(days=(day,)), asked


def test_accents_and_case_are_nothing_that_anybody_types() -> None:
    assert folded("ÄNNE Zoë Straße") == "anne zoe strasse"
