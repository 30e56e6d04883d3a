"""The short forms of what `make attack` does to the disk."""

from tests.attack import faults, flips


def test_whatever_is_flipped_or_cut_off_is_reported() -> None:
    counts = flips.run(100, seed=20261122)
    assert counts["told"] > 10
    assert (counts["silent"], counts["changed"], counts["crashed"]) == (0, 0, 0)


def test_wherever_a_write_fails_everything_is_there_once_the_disk_is_well_again() -> None:
    counts = faults.run(60, seed=20261122)
    assert counts["kept"] + counts.get("none", 0) == counts["faults"] == 60
    assert counts["kept"] > 40
