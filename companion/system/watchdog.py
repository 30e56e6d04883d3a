"""Feeds systemd's watchdog, sends it notices, and keeps an alarm in the kernel."""

import contextlib
import ctypes
import errno
import logging
import os
import socket
import time
from collections.abc import Callable, Iterable, Mapping

import msgspec

from companion.clock import SECOND, Clock
from companion.fields.numbers import whole

# Telling systemd how the service is doing: the sd_notify protocol, which is one datagram.


def notify(*lines: str) -> None:
    """Sends lines such as READY=1 or STATUS=… to systemd, where systemd has asked for them.

    A systemd that does not listen must not stop the table. Any thread may call.
    """
    place = os.environ.get("NOTIFY_SOCKET")
    if not place:
        return
    address = "\0" + place[1:] if place.startswith("@") else place
    kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, kind) as to_systemd:
        to_systemd.connect(address)
        to_systemd.sendall("\n".join(lines).encode())


# An alarm that the kernel keeps: no thread wakes as it is set or put off.


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class _Timer(ctypes.Structure):
    _fields_ = (("every", _Timespec), ("first", _Timespec))


class Alarm:
    """Goes off once, some time after it was set. Any thread sets it and puts it off; one waits.

    It is timerfd_create(2), which Python itself has from 3.13 on. Where there is none, which is no Linux and has no
    buses either, the alarm never goes off.
    """

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._timer: int | None = None
        if hasattr(self._libc, "timerfd_create"):
            self._timer = self._libc.timerfd_create(time.CLOCK_MONOTONIC, os.O_CLOEXEC)
            if self._timer < 0:
                raise _failed()

    def set(self, ns: int) -> None:
        """Has it go off in so many nanoseconds, at least one, and not before. 0 puts it off."""
        if self._timer is not None:
            seconds, nanoseconds = divmod(ns, SECOND)
            timer = _Timer(every=_Timespec(0, 0), first=_Timespec(seconds, nanoseconds))
            if self._libc.timerfd_settime(self._timer, 0, ctypes.byref(timer), None):
                raise _failed()

    def wait(self) -> bool:
        """Sleeps until it goes off; at once False where it never does."""
        if self._timer is None:
            return False
        os.read(self._timer, 8)
        return True

    def close(self) -> None:
        """Closes it. No thread may be waiting."""
        if self._timer is not None:
            os.close(self._timer)
            self._timer = None


def _failed() -> OSError:
    number = ctypes.get_errno() or errno.EINVAL
    return OSError(number, os.strerror(number))


# systemd's watchdog: fed while the threads that the table lives by do their work, left to bite when one does not.

_logger = logging.getLogger(__name__)

FAIR_NS = 20 * SECOND
"""One screen may keep its bus this long: the kernel gives a transfer up after a second.

The first one that fails ends the screen's turn, so this is not a slow bus but a thread that does not come back.
"""
NEVER_S = 3600.0
_HOUR_US = 3600 * 1_000_000


class Vital(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a thread that the table cannot do without.

    `busy_since` is the monotonic instant (ns) since which it has been at one piece of work, None while it waits for
    some.
    """

    name: str
    alive: bool
    busy_since: int | None = None


def ailment(vitals: Iterable[Vital], *, now: int) -> str | None:
    """Returns what is wrong with the first thread that does not do its work, in words; None where all do."""
    for vital in vitals:
        if not vital.alive:
            return f"the thread {vital.name!r} has ended"
        if vital.busy_since is not None and now - vital.busy_since > FAIR_NS:
            return f"the thread {vital.name!r} has been stuck for {(now - vital.busy_since) // SECOND} s"
    return None


def feeding_ns(environment: Mapping[str, str], *, pid: int) -> int | None:
    """Returns how often this process must notify systemd: half its patience, as sd_watchdog_enabled(3) advises.

    Returns None where systemd did not ask this process.
    """
    asked_us = whole(environment.get("WATCHDOG_USEC", ""), least=1, most=_HOUR_US)
    if asked_us is None or environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    return asked_us * 1000 // 2


class Watchdog:
    """Feeds systemd's watchdog when it is due. For the table's loop alone, whose own life is vouched for by calling."""

    def __init__(self, *, every_ns: int | None, clock: Clock, vitals: Callable[[], Iterable[Vital]]) -> None:
        """`every_ns` is None where systemd does not want to be fed."""
        self._every_ns = every_ns
        self._clock = clock
        self._vitals = vitals
        self._due = clock.now()
        self._ailment: str | None = None

    def beat(self) -> float:
        """Feeds if it is time and all is well. Returns the seconds until it wants to be called again."""
        if self._every_ns is None:
            return NEVER_S
        now = self._clock.now()
        if now >= self._due:
            self._due = now + self._every_ns
            found = ailment(self._vitals(), now=now)
            if found is None:
                notify("WATCHDOG=1")
            elif self._ailment is None:
                _logger.error("%s: systemd starts Warglass again unless that ends", found)
            self._ailment = found
        return (self._due - now) / SECOND
