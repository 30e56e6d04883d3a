"""What an organiser can find out of what players sealed, with every message at hand and all the time in the world."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.games import all_games
from companion.hall.strongbox import CardBox
from companion.journal import chain
from companion.journal.journal import Row
from companion.journal.reader import Written
from companion.wartime.match.events import Ticked
from tests.companion.hall.archive import Kept
from tests.companion.hall.test_adopting import card
from tests.companion.table.recorded_games import GAMES, Played

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
