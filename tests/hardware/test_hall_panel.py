"""The panel of a table that stands in a hall: from a held button to the hall's desk, and back to the screens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.service import open_panel
from companion.clock import SystemClock
from companion.config import shipped_panel
from companion.games import FIRST, all_games
from companion.hall.card import HallCard
from companion.hall.desk import Desk
from companion.hall.wire import messages as h
from companion.hall.wire.messages import Done
from companion.journal.journal import Journal
from companion.panel.config import RestConfig
from companion.table.table import Table
from hardware.faces.face import placed
from hardware.faces.words import MessageFace
from hardware.oled.driver import packed
from tests.hardware.rig import Rig
from tests.hardware.rig_screens import Screens
from tests.support import PATIENCE_S, Players

CARD = HallCard(
    host="localhost", port=1883, hall="club", table="table-4", called="Table 4", password="", ca=b"", key=bytes(32)
)
CALLED = MessageFace("Judge called")


def asked(desk: Desk, id: str, ask: h.Ask) -> None:
    def never(*_: object) -> Done:
        raise AssertionError

    assert desk.do_ask(id, ask, rulings=lambda game, text: (), rule=lambda rule: None, restored=never) == Done()


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Screens]:
    players = Players(tmp_path / "t.sqlite")
    desk = Desk(table=players.table, clock=players.clock, card=CARD)
    rig = Rig(players, shipped_panel("full"), judge="neutral-600", hall=desk)
    yield Screens(rig)
    rig.close()


def test_a_call_from_the_box_and_what_comes_of_it(screens: Screens) -> None:
    rig = screens.rig
    desk = rig.hall
    assert isinstance(desk, Desk)
    rig.players.begin()
    rig.tap("gold-30")
    rig.hold("neutral-120")
    at = rig.clock.now()
    rig.hold("neutral-600")
    assert "Button neutral-600 called a judge" in rig.players.texts()
    here = rig.players.table.view().hall
    assert here is not None
    assert here.call is not None
    assert here.call.ms == at // 1_000_000
    rig.hold("neutral-600")
    assert rig.players.texts().count("Button neutral-600 called a judge") == 1
    screens.rounds()
    assert not screens.shows("neutral-120", CALLED), "why not is read first"
    asked(desk, "a1", h.Judge(until_ms=2**50, call=1, judging=h.Judging.COMING, who="Dana"))
    screens.rounds(ms=2100)
    assert screens.shows("neutral-120", MessageFace("Dana is coming"))
    asked(desk, "a2", h.Judge(until_ms=2**50, call=1, judging=h.Judging.ANSWERED, who="Dana", text="It is in range."))
    screens.rounds(ms=100)
    assert screens.shows("neutral-120", MessageFace("Dana: It is in range.", urgent=True))
    asked(desk, "a3", h.Announce(until_ms=2**50, text="Lunch"))
    screens.rounds(ms=100)
    assert screens.shows("neutral-120", MessageFace("Lunch", urgent=True))
    rig.hold("neutral-600")
    rig.hold("neutral-600")
    assert rig.players.texts().count("Button neutral-600 called a judge") == 2, "answered: another may be called"


def test_a_panel_as_the_service_opens_it(tmp_path: Path) -> None:
    """In its own threads."""
    clock = SystemClock()
    table = Table(clock=clock, journal=Journal(tmp_path / "table.sqlite"), games=all_games(), game=FIRST)
    desk = Desk(table=table, clock=clock, card=CARD)
    panel = open_panel(
        replace(shipped_panel("starter"), rest=RestConfig(shift_s=0)),
        simulate=True,
        scratch=tmp_path,
        table=table,
        clock=clock,
        invite=lambda: None,
        judge="gold-spell",
        hall=lambda: desk,
    )
    captions = {each.id: each.label for each in panel.describe().controls}
    assert captions["gold-spell"] == "Valyance spell. Judge!, held"
    assert captions["red-spell"] == "Firebrand spell"
    panel.start()
    panel.push("gold-spell")
    called = packed(placed(CALLED, (128, 64)), rotate=0, size=(128, 64))
    waited_until = clock.now() + PATIENCE_S * 1_000_000_000
    while panel.ram("gold") != called and clock.now() < waited_until:
        table.wait(table.version, 0.05)
    assert desk.call is not None
    assert panel.ram("gold") == called
    panel.let_go("gold-spell")
    table.stop()
    panel.stop()
    table.close()
