"""The input thread goes on, whatever goes wrong with a press."""

from pathlib import Path
from typing import Any

import pytest

from tests.hardware.rig import Rig
from tests.support import PATIENCE_S, Says


def test_a_press_that_goes_wrong_costs_no_other_and_is_said_until_the_next_goes_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    table, handle = rig.players.begin().table, rig.input._controls.handle
    wrong = {"gold-30"}

    def stumbles(gesture: Any, *, held: frozenset[str]) -> None:
        if gesture.control in wrong:
            raise RuntimeError("something that nobody thought of")
        handle(gesture, held=held)

    monkeypatch.setattr(rig.input._controls, "handle", stumbles)
    said: list[tuple[str, str | None]] = []
    monkeypatch.setattr(table, "fault", lambda part, text: said.append((part, text)))
    version = table.version
    for control in ("gold-30", "red-30"):
        rig.stray_edge(control, at=rig.clock.now(), pressed=True)
    rig.input.start()
    assert table.wait(version, PATIENCE_S) is not None
    rig.input.stop()
    assert rig.players.timer("red-30").flip == 1
    assert said[0] == ("input", Says("button", "went wrong", "log"))
    assert said[-1] == ("input", None)
    rig.close()
