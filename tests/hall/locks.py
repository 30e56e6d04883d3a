"""Writes down in which order threads take locks: two that are ever taken both ways round can wait for each other for
ever, however seldom they do."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import networkx
import pytest

_REAL = {"Lock": threading.Lock, "RLock": threading.RLock}


class BothWays(Exception):
    """A lock was about to be waited for under one that has been waited for under it."""


class Order:
    """By the line that makes a lock, what was waited for while it was held. `wrong` are those of them that could have
    two threads wait for each other: empty where none can stand still."""

    def __init__(self) -> None:
        self._held = threading.local()
        self._writing = threading.Lock()
        self._waits: networkx.DiGraph[str] = networkx.DiGraph()
        self.wrong: set[tuple[str, str]] = set()

    @property
    def waits(self) -> set[tuple[str, str]]:
        """First what was held, then what was waited for."""
        return set(self._waits.edges)

    def after(self, module: str) -> set[str]:
        """The modules of whose locks one was waited for under that module's."""
        return {there.partition(":")[0] for here, there in self.waits if here.startswith(f"{module}:")}

    def made(self, kind: str) -> "Watched":
        frame = sys._getframe(2)
        return Watched(self, f"{frame.f_globals['__name__']}:{frame.f_lineno}", _REAL[kind]())

    def know(self, name: str) -> None:
        with self._writing:
            self._waits.add_node(name)

    def waiting(self, lock: "Watched") -> None:
        """Raises BothWays instead of what might last for ever."""
        held = self.held
        if lock in held:
            return
        with self._writing:
            for each in held:
                if not self._waits.has_edge(each.name, lock.name):
                    if networkx.has_path(self._waits, lock.name, each.name):
                        self.wrong.add((each.name, lock.name))
                    else:
                        self._waits.add_edge(each.name, lock.name)
                if (each.name, lock.name) in self.wrong:
                    raise BothWays(f"{lock.name} under {each.name}")

    @property
    def held(self) -> list["Watched"]:
        """The calling thread's."""
        if not hasattr(self._held, "locks"):
            self._held.locks = []
        return self._held.locks  # type: ignore[no-any-return]

    @contextmanager
    def watched(self, monkeypatch: pytest.MonkeyPatch, *modules: str) -> Iterator[None]:
        """Every lock that those packages make meanwhile."""
        with monkeypatch.context() as patch:
            for name, module in sorted(sys.modules.items()):
                if not name.startswith(modules):
                    continue
                for kind, real in _REAL.items():
                    if getattr(module, kind, None) is real:
                        patch.setattr(module, kind, lambda kind=kind: self.made(kind))
                if getattr(module, "threading", None) is threading:
                    patch.setattr(module, "threading", self._threading())
            yield

    def _threading(self) -> ModuleType:
        shown = ModuleType("threading")
        shown.__dict__.update(vars(threading))
        for kind in _REAL:
            setattr(shown, kind, lambda kind=kind: self.made(kind))
        return shown


class Watched:
    """A lock that is written down before it is waited for."""

    def __init__(self, order: Order, name: str, lock: Any) -> None:
        self.name = name
        self._order = order
        self._lock = lock
        order.know(name)

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        if blocking:
            self._order.waiting(self)
        taken = bool(self._lock.acquire(blocking, timeout))
        if taken:
            self._order.held.append(self)
        return taken

    def release(self) -> None:
        held = self._order.held
        # The last time that it was taken.
        del held[len(held) - 1 - held[::-1].index(self)]
        self._lock.release()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()
