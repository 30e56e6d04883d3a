"""The state directory on a disk that fails."""

import errno
import os
from pathlib import Path

import pytest

from companion.system import state
from companion.system.state import StateError, claim, running, scratch_directory


def failing(code: int) -> object:
    def fails(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise OSError(code, os.strerror(code))
        return real(path, flags, mode)

    real = os.open
    return fails


@pytest.mark.parametrize("code", [errno.EROFS, errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("before", [False, True])
def test_a_disk_that_takes_no_lock_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, before: bool
) -> None:
    if before:
        os.close(claim(tmp_path))
    monkeypatch.setattr("companion.system.state.os.open", failing(code))
    lock = claim(tmp_path)
    assert running(tmp_path) is before, "a lock of an earlier start is taken all the same"
    if before:
        with pytest.raises(StateError, match="running already"):
            claim(tmp_path)
    os.close(lock)


def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.system.state.os.open", failing(errno.EACCES))
    with pytest.raises(StateError, match="choose another with --state"):
        claim(tmp_path)


def test_who_asks_whether_a_table_runs_changes_nothing(tmp_path: Path) -> None:
    assert not running(tmp_path)
    assert list(tmp_path.iterdir()) == []
    lock = claim(tmp_path)
    assert running(tmp_path)
    os.close(lock)
    assert not running(tmp_path)


def test_scratch_is_in_memory_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert scratch_directory(tmp_path) == tmp_path
    monkeypatch.setattr(state.os, "access", lambda *_: False)
    assert scratch_directory(tmp_path) == Path("/dev/shm")


@pytest.mark.parametrize("umask", [0, 0o022])
def test_what_is_kept_is_its_owner_s_alone_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        earlier = tmp_path / "table.sqlite"
        earlier.touch(0o666)
        os.close(claim(tmp_path))
        (tmp_path / "later").touch()
        assert {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {
            "table.sqlite": 0o600,
            "lock": 0o600,
            "later": 0o600,
        }
    finally:
        os.umask(before)
