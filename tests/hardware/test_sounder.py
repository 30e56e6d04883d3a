"""What is heard and lit, and that it never keeps anyone waiting."""

import threading
from pathlib import Path

from companion.table.view import TableView
from companion.wartime import commands as c
from hardware.signals import Signals
from hardware.sounder import BEGUN, ENDED, RAN_OUT, REFUSED, Pattern, Sounder, sounds
from tests.support import Players


class Switchboard:
    """Something to switch that notes it, and lets a test wait for so many notes."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._noted = threading.Condition()

    def on(self) -> None:
        self._note("on")

    def off(self) -> None:
        self._note("off")

    def _note(self, note: str) -> None:
        with self._noted:
            self.notes.append(note)
            self._noted.notify_all()

    def wait_for(self, notes: list[str]) -> None:
        with self._noted:
            assert self._noted.wait_for(lambda: self.notes == notes, 5), self.notes


def heard(players: Players, before: TableView) -> list[Pattern]:
    return sounds(before, players.table.view())


def test_each_sides_sand_sounds_its_own_way(players: Players) -> None:
    players.begin().flip("gold-30")
    players.flip("red-30")
    before = players.table.view()
    players.wait(30)
    assert heard(players, before) == [RAN_OUT["gold"], RAN_OUT["red"]]
    assert len(set(RAN_OUT.values())) == len(RAN_OUT)


def test_what_is_taken_back_has_not_run_out(players: Players) -> None:
    players.begin().flip("gold-30")
    before = players.table.view()
    players.do(c.Free(timer="gold-30"))
    assert heard(players, before) == []


def test_the_start_and_the_end_are_heard(players: Players) -> None:
    before = players.table.view()
    players.begin()
    assert heard(players, before) == [BEGUN]
    before = players.table.view()
    players.do(c.End())
    assert heard(players, before) == [ENDED]


def test_a_pattern_ends_in_silence() -> None:
    switch = Switchboard()
    sounder = Sounder(switch)
    sounder.start()
    sounder.refused()
    switch.wait_for(["on", "off", "on", "off"])
    assert len(REFUSED) == 3
    sounder.stop()


def test_a_panel_without_a_sounder_is_silent() -> None:
    sounder = Sounder(None)
    sounder.start()
    sounder.refused()
    sounder.stop()


def test_the_light_follows_the_game(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    light = Switchboard()
    signals = Signals(table=players.table, sounder=Sounder(None), light=light)
    signals.start()
    light.wait_for(["off"])
    players.begin()
    light.wait_for(["off", "on"])
    players.do(c.Pause())
    light.wait_for(["off", "on", "off"])
    players.table.stop()
    signals.join()
    players.table.close()


def test_a_light_that_breaks_is_a_fault_and_stops_nothing(tmp_path: Path) -> None:
    class Broken(Switchboard):
        def on(self) -> None:
            super().on()
            raise OSError(5, "no light")

    players = Players(tmp_path / "t.sqlite")
    light = Broken()
    signals = Signals(table=players.table, sounder=Sounder(None), light=light)
    signals.start()
    light.wait_for(["off"])
    players.begin()
    light.wait_for(["off", "on"])
    players.do(c.Pause())
    light.wait_for(["off", "on", "off"])
    assert "light does not work" in players.table.view().faults[0]
    players.table.stop()
    signals.join()
    players.table.close()
