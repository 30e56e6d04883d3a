"""What an organiser can find out of what players sealed, with every message at hand and all the time in the world."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.games import all_games
from companion.hall import adopting as bounds
from companion.hall.rows import CardBox, Where, log_row
from companion.hall.wire.messages import Answer, Done, LogRow, NotDone, Restore
from companion.journal import store as chain
from companion.journal.journal import Row
from companion.journal.reader import Written
from companion.wartime.match.setup import Ticked
from tests.companion.hall.archive import Kept, adopting, over
from tests.companion.hall.test_adopting import card
from tests.companion.table.recorded_games import GAMES, Played
from tests.support import Players

WORDS = ("Archer", "Charge", "Drill", "Fireball", "Haste", "March", "Oath")


@pytest.fixture
def played(tmp_path: Path) -> Played:
    players = Played(tmp_path / "t.sqlite")
    GAMES["wartime_in_secret"](players)
    return players


def guesses(written: Written, seq: int, ticked: Ticked) -> Iterator[tuple[str, bytes]]:
    """Each word for that card, and how the journal's chain would end with it."""
    assert written.match is not None
    match = written.match
    begins = (match.id, match.game, match.setup, match.wall)

    def rows(word: str) -> Iterator[Row]:
        for row in written.rows:
            yield replace(row, event=msgspec.json.encode(replace(ticked, card=word))) if row.seq == seq else row

    for word in WORDS:
        yield word, chain.end(begins, map(msgspec.structs.astuple, rows(word)))


def test_no_link_of_the_chain_tells_a_card_to_whoever_tries_them_all(played: Played) -> None:
    """He even has every other row as its own table has it: more than any archive."""
    number = played.table.glance().number
    archived = Kept(played.table, number, box=CardBox(card()))
    written = played.table.written(number, after=0, most=1000, size=10**7)
    read_event = all_games()["wartime"].read_event
    events = [(row.seq, read_event(row.event)) for row in written.rows]
    seq, ticked = next((seq, event) for seq, event in reversed(events) if isinstance(event, Ticked) and event.card)
    fits = [word for word, end in guesses(written, seq, ticked) if end == written.links[-1]]
    assert fits == [ticked.card], "whoever has the last link knows the card"
    told = msgspec.json.encode([archived.chain, archived.opening, archived.rows])
    forms = itertools.chain.from_iterable((link.hex(), str(list(link))) for link in written.links)
    assert not any(form.encode() in told for form in forms)
    assert Kept(played.table, number, box=CardBox(card())).chain != archived.chain, "the same twice does not look it"


# An organiser who does more than listen: the table itself must not tell whether a guess is right.


def guessed(archived: Kept, seq: int, event: bytes) -> list[LogRow]:
    """The archive's rows, but for one that says openly what its side may have sealed."""
    return [replace(row, event=msgspec.Raw(event), sealed=None) if row.seq == seq else row for row in archived.rows]


def answers(players: Players, asks: list[Restore]) -> list[Answer]:
    taken = adopting(players, box=CardBox(card()))
    return [taken.take(over(ask)) for ask in asks]


def last_secret(played: Played) -> tuple[int, Ticked]:
    read_event = all_games()["wartime"].read_event
    written = played.table.written(played.table.glance().number, after=0, most=1000, size=10**7)
    events = [(row.seq, read_event(row.event)) for row in written.rows]
    return next((seq, event) for seq, event in reversed(events) if isinstance(event, Ticked) and event.card)


def said_by_word(played: Played, tmp_path: Path, asks: Callable[[Kept, int, bytes], list[Restore]]) -> set[str]:
    """What a table with the same card answers to each guess, in all."""
    archived = Kept(played.table, played.table.glance().number, box=CardBox(card()))
    seq, ticked = last_secret(played)
    said = set()
    for word in WORDS:
        players = Players(tmp_path / f"{word}.sqlite")
        event = msgspec.json.encode(replace(ticked, card=word))
        said.add(str(answers(players, asks(archived, seq, event))))
        players.table.close()
    return said


def test_no_table_tells_whether_a_guess_is_the_row_that_it_was_sent_too(played: Played, tmp_path: Path) -> None:
    def asks(archived: Kept, seq: int, event: bytes) -> list[Restore]:
        (whole,) = archived.cut(100)
        open, shut = guessed(archived, seq, event)[seq - 1], archived.rows[seq - 1]
        return [replace(whole, opening=None, rows=(shut, open)), replace(whole, opening=None, rows=(open, shut))]

    assert len(said_by_word(played, tmp_path, asks)) == 1


def test_no_table_tells_whether_a_guess_is_what_the_chain_ends_with(played: Played, tmp_path: Path) -> None:
    def asks(archived: Kept, seq: int, event: bytes) -> list[Restore]:
        (whole,) = archived.cut(100)
        return [replace(whole, rows=tuple(guessed(archived, seq, event)))]

    assert len(said_by_word(played, tmp_path, asks)) == 1


def test_no_table_says_what_was_sealed_where_the_rest_was_changed(played: Played, tmp_path: Path) -> None:
    """Without a link that vouches for it, an archive could have what was sealed read in any game of its own making."""
    archived = Kept(played.table, played.table.glance().number, box=CardBox(card()))
    _, ticked = last_secret(played)
    (whole,) = archived.cut(100)
    assert whole.opening is not None
    setup = bytes(whole.opening.setup).replace(ticked.card.encode(), b"Nothing")
    opening = replace(whole.opening, setup=msgspec.Raw(setup))
    for chain_ in ("", "00", "bm9uY2U=", archived.rows[0].sealed or ""):
        players = Players(tmp_path / f"{len(chain_)}.sqlite")
        number = players.table.glance().number
        (answer,) = answers(players, [replace(whole, opening=opening, chain=chain_[:100])])
        assert isinstance(answer, NotDone)
        assert ticked.card not in answer.why
        assert players.table.glance().number == number
        players.table.close()


def test_how_much_a_table_takes_does_not_tell_how_long_a_secret_is(
    played: Played, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else an archive could fill it up with rows of its own until the one more fits, or does not."""
    archived = Kept(played.table, played.table.glance().number, box=CardBox(card()))
    seq, ticked = last_secret(played)
    where = Where(archived.cut(1)[0].journal, archived.match)
    read_event = all_games()["wartime"].read_event
    (whole,) = archived.cut(100)
    told = []
    for word in WORDS:
        row = Row(seq, 0, 0, "", msgspec.json.encode(replace(ticked, card=word)))
        shut = log_row(row, where, read_event=read_event, box=CardBox(card()))
        part = over(replace(whole, opening=None, rows=(shut,)))
        fits = []
        for most in range(2000):
            monkeypatch.setattr(bounds, "MOST_BYTES", most)
            fits.append(adopting(players, box=CardBox(card())).take(part) == Done())
        told.append(fits)
    assert all(fits == told[0] for fits in told)
    assert not told[0][0]
    assert told[0][-1]
