"""libgpiod's chip and its requests, with real descriptors to wait for. The rest of `gpiod` is the real package's."""

import errno
import os
import time
from collections import deque
from types import TracebackType
from typing import Self

from gpiod import EdgeEvent, LineSettings
from gpiod.line import Bias, Direction, Edge, Value

from hardware.pins.library import GpioChip, LineUser
from tests.hardware.pins.board import Board

_WANTED = {Edge.NONE: set(), Edge.RISING: {True}, Edge.FALLING: {False}, Edge.BOTH: {True, False}}


class FakeRequest:
    """One line, had by us. As with libgpiod, a read waits for an edge unless the descriptor was told not to."""

    def __init__(self, board: Board, offset: int, settings: LineSettings, consumer: str) -> None:
        # A semaphore's count is how many edges wait.
        self.fd = os.eventfd(0, os.EFD_SEMAPHORE | os.EFD_CLOEXEC)
        self._board = board
        self._offset = offset
        self._events: deque[EdgeEvent] = deque()
        self.settings = settings
        self.gone = False
        self.flanks = 0
        board.users[offset] = consumer
        board.moved.append(self._moved)
        self.reconfigure_lines({offset: settings})

    def reconfigure_lines(self, config: dict[int, LineSettings]) -> None:
        self.settings = config[self._offset]
        output = self.settings.output_value is Value.ACTIVE
        self._board.configure(
            self._offset,
            output=output if self.settings.direction is Direction.OUTPUT else None,
            pulled_up=self.settings.bias is Bias.PULL_UP,
        )

    def _moved(self, gpio: int, at: int, high: bool) -> None:
        if gpio == self._offset and high in _WANTED[self.settings.edge_detection]:
            self.stamped(at, high=high)

    def stamped(self, at: int, *, high: bool) -> None:
        """An edge at an instant of the test's choice."""
        kind = EdgeEvent.Type.RISING_EDGE if high else EdgeEvent.Type.FALLING_EDGE
        self._events.append(EdgeEvent(kind.value, at, self._offset, 0, 0))
        os.eventfd_write(self.fd, 1)

    def read_edge_events(self) -> list[EdgeEvent]:
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        os.eventfd_read(self.fd)
        events = [self._events.popleft()]
        while self._events:
            os.eventfd_read(self.fd)
            events.append(self._events.popleft())
        return events

    def lose(self) -> None:
        """The chip is taken out of the machine: its lines are ready for ever, and nothing can be read."""
        self.gone = True
        os.eventfd_write(self.fd, 1)

    def get_value(self, offset: int) -> Value:
        return Value.ACTIVE if self._board.level(offset) else Value.INACTIVE

    def set_value(self, offset: int, value: Value) -> None:
        self._board.outputs[offset] = value is Value.ACTIVE
        self.flanks += 1

    def pulsing(self) -> bool:
        """Whether the line has had several flanks lately."""
        before = self.flanks
        time.sleep(0.05)
        return self.flanks > before + 1

    def release(self) -> None:
        self._board.moved.remove(self._moved)
        del self._board.users[self._offset]
        os.close(self.fd)


class FakeChips:
    """What stands for `gpiod.Chip` and for what the kernel tells of chips, each a path and a label; all lines are the
    board's."""

    def __init__(self, board: Board, labels: dict[str, str]) -> None:
        self.board = board
        self.labels = labels
        self.forbidden: set[str] = set()
        self.requests: dict[int, FakeRequest] = {}
        self.asked: list[str] = []

    def chip_at(self, path: str) -> GpioChip:
        if path in self.forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        if path not in self.labels:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return GpioChip(path=path, label=self.labels[path], lines=32)

    def user_of_line(self, path: str, line: int) -> LineUser | None:
        return LineUser(name=self.board.users[line]) if line in self.board.users else None

    def __call__(self, path: str) -> "FakeChip":
        return FakeChip(self, path)


class FakeChip:
    def __init__(self, chips: FakeChips, path: str) -> None:
        self._chips = chips
        self._path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        pass

    def request_lines(self, config: dict[int, LineSettings], consumer: str, event_buffer_size: int) -> FakeRequest:
        ((offset, settings),) = config.items()
        self._chips.asked.append(self._path)
        if offset in self._chips.board.users:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        request = FakeRequest(self._chips.board, offset, settings, consumer)
        self._chips.requests[offset] = request
        return request
