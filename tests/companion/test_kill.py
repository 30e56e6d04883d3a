import json
import subprocess
import sys
from pathlib import Path


def test_no_acknowledged_event_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    script = Path(__file__).with_name("kill_minus_nine.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), "200", "20261121"],
        check=True, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    counted = json.loads(done.stdout)
    assert counted["rounds"] == 200
    assert counted["acknowledged"] > 2000, "the rounds were too short to show anything"
    assert counted["lost"] == 0
