"""Whichever screens are silent, and whatever else is on the bus: each is told once, nobody is blamed for another."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config import load_config
from hardware.doctor.installation import CheckVerdict, Finding, Installation
from hardware.doctor.screens import check_screens
from tests.hardware.doctor.fake_machine import FULL, FakeMachine
from tests.hardware.doctor.faults import stray

SCREENS = [screen.id for screen in FULL.screens]


def found(machine: FakeMachine) -> dict[str, Finding]:
    at = Installation(machine=machine, source=None, config=load_config(None), trouble="", state=Path("/"))
    return {finding.subject: finding for finding in check_screens(at)}


@settings(max_examples=25)
@given(missing=st.sets(st.sampled_from(SCREENS)), before=st.sets(st.sampled_from([0x20, 0x3F, 0x68, 0x76])))
def test_silent_screens_are_told_and_others_are_not(missing: set[str], before: set[int]) -> None:
    """What sits before the multiplexer answers on each channel, and is no screen of any."""
    machine, alone = FakeMachine(), FakeMachine()
    for each in (machine, alone):
        each.missing(*missing)
    for address in before:
        stray(machine, address, channel=None)
    told = found(machine)
    assert told == found(alone)
    for screen in SCREENS:
        assert (told[screen].verdict is CheckVerdict.OK) == (screen not in missing)
    failures = [finding for finding in told.values() if finding.verdict is CheckVerdict.FAIL]
    assert bool(failures) == bool(missing)
    assert len(failures) <= len(missing)
    for screen in missing:
        pointed_to = told[screen].found.removeprefix("as ").removesuffix(", above")
        everything = told["0x70, bus 1"].verdict is CheckVerdict.FAIL
        assert told[screen].verdict is CheckVerdict.FAIL or everything or told[pointed_to].verdict is CheckVerdict.FAIL
