"""The secrets on a disk that fails: phones get in, it is said, and all is saved later."""

import errno
import os
from pathlib import Path

import pytest

from companion.clock import ManualClock
from web.http import secrets
from web.http.access import Access
from web.http.secrets import AGAIN_S, read_code, renew_code


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def joined(access: Access) -> int:
    cookie = access.join(access.code, address="192.0.2.1")
    seating = access.seating(cookie)
    assert seating is not None
    return seating.phone


def test_a_full_disk_lets_phones_in_and_saves_them_later(
    tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = Access(tmp_path, clock)
    assert (access.trouble, joined(access)) == (None, 1)
    with monkeypatch.context() as patched:
        patched.setattr(secrets, "_save", _full)
        assert [joined(access), joined(access)] == [2, 3]
        assert access.trouble == "the disk is full"
    clock.advance(seconds=AGAIN_S)
    assert access.code == read_code(tmp_path)
    assert access.trouble is None
    assert joined(Access(tmp_path, clock)) == 4


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_start_without_a_place_for_secrets_makes_a_code_and_keeps_it(tmp_path: Path, clock: ManualClock) -> None:
    place = tmp_path / "state"
    place.write_text("")
    access = Access(place, clock)
    code, phone = access.code, joined(access)
    assert access.trouble is not None
    place.unlink()
    place.mkdir()
    clock.advance(seconds=AGAIN_S)
    assert access.code == code == read_code(place)
    assert access.trouble is None
    assert joined(Access(place, clock)) == phone + 1


def test_a_code_that_somebody_made_meanwhile_holds(
    tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = Access(tmp_path, clock)
    with monkeypatch.context() as patched:
        patched.setattr(secrets, "_save", _full)
        phone = joined(access)
    made = renew_code(tmp_path, clock)
    clock.advance(seconds=AGAIN_S)
    assert access.code == made
    assert joined(access) == phone + 1


@pytest.mark.parametrize("held", [b"", b"\xff\xfe", b'{"key": "\xff"}', b"[]"])
def test_secrets_that_nobody_can_read_are_made_anew(tmp_path: Path, clock: ManualClock, held: bytes) -> None:
    (tmp_path / "access.json").write_bytes(held)
    access = Access(tmp_path, clock)
    assert joined(access) == 1
    assert access.code == read_code(tmp_path)


def test_what_cannot_be_opened_stays_for_later(tmp_path: Path, clock: ManualClock) -> None:
    """Secrets that the disk does not give are not written over as if there were none."""
    old = Access(tmp_path, clock)
    cookie = old.join(old.code, address="192.0.2.1")
    (tmp_path / "access.json").rename(tmp_path / "elsewhere")
    (tmp_path / "access.json").mkdir()
    access = Access(tmp_path, clock)
    assert access.trouble is not None
    assert access.seating(cookie) is None
    assert joined(access) == 1
    os.rmdir(tmp_path / "access.json")  # noqa: PTH106
    clock.advance(seconds=AGAIN_S)
    assert access.code == read_code(tmp_path)
