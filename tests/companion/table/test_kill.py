import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import PATIENCE_S


@pytest.mark.parametrize("rounds", [30, pytest.param(200, marks=pytest.mark.deep)])
def test_no_acknowledged_event_is_lost_when_the_process_is_killed(tmp_path: Path, rounds: int) -> None:
    script = Path(__file__).with_name("kill_minus_nine.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), str(rounds), "20261121"],
        check=True, capture_output=True, text=True, timeout=10 * PATIENCE_S,
    )  # fmt: skip
    counted = json.loads(done.stdout)
    assert counted["rounds"] == rounds
    assert counted["acknowledged"] > 10 * rounds, "the rounds were too short to show anything"
    assert counted["lost"] == 0
    assert counted["damaged"] == 0, "a kill is no damage"
