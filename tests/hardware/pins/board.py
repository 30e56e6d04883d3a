"""The pins of a machine that is not there: what drives them, who has them, and what happens when they move."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Moved = Callable[[int, int, bool], None]
"""Hears of a pin, an instant in nanoseconds, and the level."""


class Board:
    """32 lines. A contact to ground is stronger than any pull."""

    def __init__(self) -> None:
        self.outputs: dict[int, bool] = {}
        self.pulled_up: set[int] = set()
        self.closed: set[int] = set()
        self.users: dict[int, str] = {}
        self.moved: list[Moved] = []

    def level(self, gpio: int) -> bool:
        return self.outputs.get(gpio, gpio in self.pulled_up and gpio not in self.closed)

    def drive(self, gpio: int, *, high: bool) -> None:
        before = self.level(gpio)
        (self.closed.discard if high else self.closed.add)(gpio)
        if self.level(gpio) is not before:
            for moved in self.moved:
                moved(gpio, time.monotonic_ns(), self.level(gpio))

    def configure(self, gpio: int, *, output: bool | None, pulled_up: bool = False) -> None:
        """`output` is the level where the line is one."""
        self.outputs.pop(gpio, None)
        self.pulled_up.discard(gpio)
        if output is not None:
            self.outputs[gpio] = output
        elif pulled_up:
            self.pulled_up.add(gpio)

    @contextmanager
    def taken(self, gpio: int, by: str = "somebody") -> Iterator[str]:
        self.users[gpio] = by
        try:
            yield by
        finally:
            del self.users[gpio]
