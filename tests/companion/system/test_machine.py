"""Which start of the machine it is, as systemd or the kernel says."""

from pathlib import Path

from companion.system.state import STARTED, started

HEX = "0f" * 16


def test_systemd_and_the_kernel_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "boot_id"
    file.write_text(f"{HEX[:8]}-{HEX[8:12]}-{HEX[12:16]}-{HEX[16:20]}-{HEX[20:]}\n")
    assert started({}, file=file) == HEX
    assert started({STARTED: HEX}, file=tmp_path / "none") == HEX


def test_where_nobody_says_nothing_is_known(tmp_path: Path) -> None:
    assert started({}, file=tmp_path / "none") == ""
    (tmp_path / "odd").write_bytes(b"\xff\xfe")
    assert started({}, file=tmp_path / "odd") == ""
