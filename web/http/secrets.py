"""What the service keeps secret: the join code and the key that signs the phones' cookies."""

import fcntl
import logging
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.clock import SECOND, Clock

CODE_LENGTH = 6
ALPHABET = "ACDEFHJKMNPQRTUVWXY34679"
"""No letter here is taken for another, nor for a digit: 24 symbols, 191 million codes."""
LIFETIME_S = 12 * 3600

_NAME = "access.json"
_logger = logging.getLogger(__name__)


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """`made_ns` is the wall clock when the code was made; `generation` counts codes, so that a cookie tells which one
    let it in; `next_phone` is the number of the next phone that joins; `asked` are the phones that were asked to leave
    since the code was made, each with who asked."""

    key: str
    code: str
    made_ns: int
    generation: int = 1
    next_phone: int = 1
    asked: dict[int, str] = {}


def read_code(state_dir: Path) -> str | None:
    """The join code of the service with this state directory; None where there is none yet. From any process."""
    found = _load(state_dir)
    return None if found is None else found.code


def renew_code(state_dir: Path, clock: Clock) -> str:
    """Makes a new join code, which un-joins every phone, and returns it. From any process."""
    with _locked(state_dir):
        return _renewed(state_dir, _load(state_dir), clock).code


class SecretsFile:
    """The secrets in their file, which another process may renew at any time. Any thread may call."""

    def __init__(self, state_dir: Path, clock: Clock) -> None:
        """Makes what is missing, and a new code where the old one is from another night."""
        self._dir = state_dir
        self._clock = clock
        state_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _locked(state_dir):
            found = _load(state_dir)
            if found is None or clock.wall() - found.made_ns > LIFETIME_S * SECOND:
                found = _renewed(state_dir, found, clock)
        self._seen, self._held = self._stamp(), found

    def read(self) -> Secrets:
        """The secrets now. Costs one stat where nothing has changed."""
        stamp = self._stamp()
        if stamp != self._seen:
            self._held = _load(self._dir) or self._held
            self._seen = stamp
        return self._held

    def renew(self) -> str:
        return renew_code(self._dir, self._clock)

    def next_phone(self) -> int:
        """The number of a phone that joins now; no other gets it."""
        return self.change(lambda held: msgspec.structs.replace(held, next_phone=held.next_phone + 1)).next_phone - 1

    def change(self, change: Callable[[Secrets], Secrets]) -> Secrets:
        """Writes what `change` makes of the secrets, and returns it; no other process or thread comes between."""
        with _locked(self._dir):
            held = _load(self._dir) or self._held
            changed = change(held)
            if changed != held:
                _save(self._dir, changed)
            return changed

    def _stamp(self) -> tuple[int, int] | None:
        try:
            status = (self._dir / _NAME).stat()
        except FileNotFoundError:
            return None
        return status.st_mtime_ns, status.st_ino


def renewed(held: Secrets, clock: Clock) -> Secrets:
    """With a new code, which un-joins every phone."""
    made = {"code": _new_code(), "made_ns": clock.wall(), "generation": held.generation + 1}
    return msgspec.structs.replace(held, asked={}, **made)


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _renewed(state_dir: Path, found: Secrets | None, clock: Clock) -> Secrets:
    if found is None:
        fresh = Secrets(key=secrets.token_hex(32), code=_new_code(), made_ns=clock.wall())
    else:
        fresh = renewed(found, clock)
    _save(state_dir, fresh)
    return fresh


def _load(state_dir: Path) -> Secrets | None:
    path = state_dir / _NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=Secrets)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError:
        _logger.warning("%s could not be read: every phone has to join again", path)
        return None


def _save(state_dir: Path, new: Secrets) -> None:
    """All or nothing: a power cut leaves the old file or the new one, never half of one."""
    path, draft = state_dir / _NAME, state_dir / f"{_NAME}.new"
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        if os.geteuid() == 0:
            # Root may renew the code of a service that runs as somebody else, who has to be able to read it.
            owner = state_dir.stat()
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        file.write(msgspec.json.encode(new))
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    folder = os.open(state_dir, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _locked(state_dir: Path) -> Iterator[None]:
    """One process and thread at a time between reading the file and writing it."""
    descriptor = os.open(state_dir, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
