"""A table that died goes on at another box, over the real Mosquitto: box, archive, box."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.clock import SystemClock
from companion.hall.organiser.broker_client import Account, BrokerClient
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.view import Archived
from companion.table.commands import Begin, Pause, Undo
from companion.table.opening import SCENARIO, New
from companion.table.seats import Side
from tests.companion.table.recorded_games import WARTIME_SECRETS
from tests.companion.wartime import acts as w
from tests.hall.broker import Broker
from tests.hall.seated import HALL, TABLE, Seated, until
from tests.support import PHONE, ask_table


@pytest.fixture
def hall(broker: Broker, tmp_path: Path) -> Iterator[Hall]:
    account = Account(host="127.0.0.1", port=broker.port)
    hall = Hall(
        tmp_path / "hall",
        hall=HALL,
        name="The club",
        clock=SystemClock(),
        client=lambda inbox: BrokerClient(inbox, hall=HALL, account=account),
        tables={TABLE: "Table 3"},
    )
    hall.start()
    yield hall
    hall.close()


def archived(hall: Hall, table: Seated) -> Archived | None:
    """What lies on that table now, once the archive has all of it."""
    now = table.table.glance()
    there = [each for each in hall.archived(TABLE) if (each.journal, each.match) == (table.desk.journal, now.number)]
    return next((each for each in there if each.whole and each.rows == now.seq), None)


def test_a_replacement_goes_on_with_what_the_hall_has_and_cannot_read(
    hall: Hall, broker: Broker, seat: Callable[..., Seated]
) -> None:
    one = seat(broker.port)
    until(lambda: one.online)
    one.table.keep("wartime", SCENARIO, "secrets", WARTIME_SECRETS)
    for command in (
        New(scenario="secrets"),
        w.Deal(side=Side.GOLD, lot=5),
        w.Tick(side=Side.RED, choose="Haste"),
        Begin(),
    ):
        ask_table(one.table, command, source=PHONE)
    for _ in range(110):
        one.flip()
    one.table.dispatch(w.Flip(timer="red-90"), source=PHONE)
    one.table.dispatch(Pause(), source=PHONE)
    until(lambda: archived(hall, one))
    before = archived(hall, one)
    assert before is not None
    assert before.rows > 100
    kept, view = one.table.match.state, one.table.view()
    one.close()

    other = seat(broker.port, folder="other")
    until(lambda: hall.view().tables[0].anew is not None)
    assert hall.view().tables[0].anew == before
    hall.set_up_anew(TABLE, journal=before.journal, match=before.match)
    until(lambda: other.table.game == "wartime" and other.table.glance().seq == before.rows + 1)
    assert replace(other.table.match.state, refusal=None) == replace(kept, refusal=None)
    assert [timer.remaining_ms for timer in other.table.view().timers] == [timer.remaining_ms for timer in view.timers]
    assert other.table.view().last[-1].text.endswith("archive of Table 7: same match, same sand")
    assert other.table.view().undo == view.undo
    other.table.dispatch(Undo(), source=PHONE)
    assert not other.table.view().paused, "the pause is taken back"
    other.flip()
    until(lambda: archived(hall, other))
    assert hall.view().faults == ()
    with hall._archive.reading() as journals:
        rows = journals.rows(TABLE, before.journal, before.match, after=0, most=1000)
    assert sum(row.sealed is not None for row in rows) == 2
    assert not any(b"Haste" in bytes(row.event) for row in rows)
