"""An alarm that the kernel keeps: setting it and putting it off wake nobody."""

import ctypes
import errno
import os
import time

from companion.clock import SECOND


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class _Timer(ctypes.Structure):
    _fields_ = (("every", _Timespec), ("first", _Timespec))


class Alarm:
    """Goes off once, some time after it was set. Any thread sets it and puts it off; one waits.

    timerfd_create(2), which Python has of its own from 3.13 on. Where there is none, which is no Linux and has no buses
    either, the alarm never goes off.
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
        """Nobody may be waiting."""
        if self._timer is not None:
            os.close(self._timer)
            self._timer = None


def _failed() -> OSError:
    number = ctypes.get_errno() or errno.EINVAL
    return OSError(number, os.strerror(number))
