"""Keeps the service's secrets: the join code and the key that signs the phones' cookies."""

import contextlib
import fcntl
import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND, Clock
from companion.fields.decode import decoder_of
from companion.journal.store import in_words
from companion.system import state as files

CODE_LENGTH = 6
ALPHABET = "ACDEFHJKMNPQRTUVWXY34679"
"""Has no letter that is taken for another, nor for a digit: 24 symbols, 191 million codes."""
LIFETIME_S = 12 * 3600
AGAIN_S = 5
"""Says how soon after a failure the disk is tried again."""

_NAME = "access.json"
_logger = logging.getLogger(__name__)


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the secrets. `made_ns` is the wall clock when the code was made. `generation` counts codes, so that a
    cookie says which one let it in.

    `next_phone` is the number of the next phone that joins. `asked` has the phones that were asked to leave since the
    code was made, each with who asked.
    """

    key: str
    code: str
    made_ns: int
    generation: int = 1
    next_phone: int = 1
    asked: dict[int, str] = {}


def read_code(state_dir: Path) -> str | None:
    """Returns the join code of the service with this state directory; None where it has no code yet. From any process.
    Raises OSError."""
    found = _load(state_dir)
    return None if found is None else found.code


def renew_code(state_dir: Path, clock: Clock) -> str:
    """Makes a new join code, which un-joins every phone, and returns it. From any process. Raises OSError."""
    with _locked(state_dir):
        found = _load(state_dir)
        new = _fresh(clock) if found is None else renewed(found, clock)
        _save(state_dir, new)
        return new.code


class SecretsFile:
    """Keeps the secrets in their file, which another process may renew at any time. Any thread may call any method.

    Where the disk does not give or take them, those in memory hold, and are saved as soon as it does.
    """

    def __init__(self, state_dir: Path, clock: Clock) -> None:
        """Makes what is missing, and a new code where the old one is from another night."""
        self._dir = state_dir
        self._clock = clock
        self._lock = threading.Lock()
        self._held = _fresh(clock)
        self._failed: OSError | None = None
        self._tried_ns = clock.now()
        self._seen: tuple[int, int] | None = None
        try:
            state_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            found = _load(state_dir)
        except OSError as error:
            _logger.warning("%s cannot be read (%s): every phone has to join again", state_dir / _NAME, error)
            found = None
        self._held = found or self._held
        if found is None:
            self.change(lambda held: held)
        elif clock.wall() - found.made_ns > LIFETIME_S * SECOND:
            self.renew()

    @property
    def trouble(self) -> str | None:
        """Returns what keeps the secrets from being saved, as the end of a sentence; None where they are saved."""
        failed = self._failed
        return None if failed is None else in_words(failed)

    def read(self) -> Secrets:
        """Returns the secrets now. Costs one stat where the file has not changed."""
        if self._failed is not None and self._clock.now() - self._tried_ns >= AGAIN_S * SECOND:
            self.change(lambda held: held)
        stamp = self._stamp()
        if stamp != self._seen:
            with self._lock, contextlib.suppress(OSError):
                self._held = self._newest()
                self._seen = stamp
        return self._held

    def renew(self) -> str:
        """Makes a new join code and returns it."""
        return self.change(lambda held: renewed(held, self._clock)).code

    def next_phone(self) -> int:
        """Returns the number of a phone that joins now. No other phone gets it."""
        return self.change(lambda held: replace(held, next_phone=held.next_phone + 1)).next_phone - 1

    def change(self, change: Callable[[Secrets], Secrets]) -> Secrets:
        """Writes what `change` makes of the secrets, and returns it. It shuts out every other process and thread
        meanwhile.

        It may call `change` twice: what that returns last counts.
        """
        with self._lock:
            self._tried_ns = self._clock.now()
            try:
                with _locked(self._dir):
                    changed = change(self._newest())
                    _save(self._dir, changed)
            except OSError as error:
                if self._failed is None:
                    _logger.warning("%s cannot be saved: %s", self._dir / _NAME, error)
                self._failed, self._held = error, change(self._held)
            else:
                self._failed, self._held, self._seen = None, changed, self._stamp()
            return self._held

    def _newest(self) -> Secrets:
        """Returns the file's secrets. Those in memory count where they could not be saved, unless a newer code was made
        since. Raises OSError."""
        found, held = _load(self._dir), self._held
        if found is None:
            return held
        if self._failed is None or found.generation > held.generation:
            return replace(found, next_phone=max(found.next_phone, held.next_phone))
        return replace(held, next_phone=max(found.next_phone, held.next_phone))

    def _stamp(self) -> tuple[int, int] | None:
        try:
            status = (self._dir / _NAME).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_ino


def renewed(held: Secrets, clock: Clock) -> Secrets:
    """Returns the secrets with a new code, which un-joins every phone."""
    return replace(held, code=_new_code(), made_ns=clock.wall(), generation=held.generation + 1, asked={})


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _fresh(clock: Clock) -> Secrets:
    return Secrets(key=secrets.token_hex(32), code=_new_code(), made_ns=clock.wall())


def _load(state_dir: Path) -> Secrets | None:
    """Returns the file's secrets. None where there are none, or none that can be understood. Raises OSError."""
    path = state_dir / _NAME
    try:
        return decoder_of(Secrets).decode(path.read_bytes())
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError):
        _logger.warning("%s could not be read: every phone has to join again", path)
        return None


def _save(state_dir: Path, new: Secrets) -> None:
    """Saves the secrets. Root may renew the code of a service that runs as another user. Raises OSError."""
    files.replace(state_dir / _NAME, msgspec.json.encode(new))


@contextlib.contextmanager
def _locked(state_dir: Path) -> Iterator[None]:
    """Lets in one process and thread at a time between reading the file and writing it. Raises OSError."""
    descriptor = os.open(state_dir, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
