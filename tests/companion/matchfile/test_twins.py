"""Two tables that differ in nothing but what is not everyone's write the same match file, to the byte."""

from collections.abc import Callable

import msgspec
import pytest

from companion.games import all_games
from companion.journal.journal import Row
from companion.journal.reader import Played
from companion.matchfile.files import written
from companion.table.events import Event, JudgeCalled, SatDown, Upkeep
from tests.companion.matchfile.test_match_file import stored
from tests.companion.table.test_recorded import NAMES

EVERY = all_games()
SECRET = {
    "ticked": {"card": "Thunder", "on": False},
    "dealt": {"cards": ["Thunder", "Mist"]},
    "sealed": {"owner": "phone 77", "picks": ["escort", "hold_ground"]},
    "primarysealed": {"owner": "phone 77", "pick": "left"},
}
"""By an event's type, what nobody else may know, as another side might have sealed it."""


def twin(played: Played, change: Callable[[Row], Row]) -> Played:
    return msgspec.structs.replace(played, rows=tuple(map(change, played.rows)))


def other_secrets(row: Row) -> Row:
    event = msgspec.json.decode(row.event)
    if event["type"] in SECRET:
        event |= {name: value for name, value in SECRET[event["type"]].items() if name in event}
    if event["type"] == "mustered" and event.get("cards"):
        event["cards"] = ["Thunder"]
    return msgspec.structs.replace(row, event=msgspec.json.encode(event))


def other_phones(row: Row) -> Row:
    kind, _, rest = row.source.partition(" ")
    number, *more = rest.split(", ")
    return (
        msgspec.structs.replace(row, source=", ".join((f"{kind} {int(number) + 40}", *more)))
        if kind == "phone"
        else row
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", [other_secrets, other_phones])
def test_secrets_and_phones(name: str, change: Callable[[Row], Row]) -> None:
    played = stored(name)
    other, game = twin(played, change), EVERY[played.match.game]
    assert written(played, game) == written(other, game)


def test_the_secrets_of_some_recorded_games_were_changed() -> None:
    """Else the property above says nothing."""
    changed = {name for name in NAMES if twin(stored(name), other_secrets) != stored(name)}
    assert {"wartime_in_secret", "warzone"} <= changed
    assert any(twin(stored(name), other_phones) != stored(name) for name in NAMES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SatDown(seat="gold"), SatDown(seat="red")),
        (JudgeCalled(call=1, words="Anna moved my Orc"), SatDown(seat="gold")),
    ],
)
def test_what_was_done_about_the_table(one: Upkeep, other: Upkeep) -> None:
    played = stored("battleline")
    last = played.rows[-1]

    def file(event: Event) -> bytes:
        row = Row(last.seq + 1, last.wall, last.mono, "phone 3, gold", msgspec.json.encode(event))
        return written(msgspec.structs.replace(played, rows=(*played.rows, row)), EVERY["battleline"])

    assert file(one) == file(other)
