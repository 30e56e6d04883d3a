"""The units beside the table's: each has one power, and its number is small."""

import shutil
import subprocess

import pytest

from tests.support import PATIENCE_S
from tests.systemd.pi import ROOT

WORST_EXPOSURE = 15
"""Tenths: 1.5 of 10 on the scale of `systemd-analyze security`."""
POWERS = {"warglass-hotspot.service": "CAP_NET_ADMIN", "warglass-clock.service": "CAP_SYS_TIME"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")
@pytest.mark.parametrize("unit", POWERS)
def test_exposes_little(unit: str) -> None:
    place = str(ROOT / "systemd" / unit)
    asked = ["systemd-analyze", "security", "--offline=true", f"--threshold={WORST_EXPOSURE}", "--no-pager", place]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("unit", POWERS)
def test_has_one_power_and_runs_isolated(unit: str) -> None:
    lines = (ROOT / "systemd" / unit).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("CapabilityBoundingSet=")] == [
        f"CapabilityBoundingSet={POWERS[unit]}"
    ]
    (start,) = (line for line in lines if line.startswith("ExecStart="))
    assert start.startswith("ExecStart=/opt/warglass/bin/python -I -m companion.")
