"""A tone made by a thread: its flanks go by the clock."""

import threading
from itertools import pairwise

import pytest

from hardware.pins import gpiod as pulses
from hardware.pins.gpiod import Pulses


class Time:
    """A clock that sleeping moves on; each sleep takes a little longer than asked, and sometimes a lot."""

    def __init__(self, *, late: float, much_later: dict[int, float]) -> None:
        self.now = 0.0
        self._late = late
        self._much_later = much_later
        self._slept = 0

    def monotonic(self) -> float:
        self.now += 1e-6
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds + self._late + self._much_later.get(self._slept, 0.0)
        self._slept += 1


def flanks_of(monkeypatch: pytest.MonkeyPatch, time: Time, *, hz: float, duty: float, count: int) -> list[float]:
    """When the pin went high."""
    monkeypatch.setattr(pulses, "time", time)
    rises: list[float] = []

    def write(high: bool) -> None:
        if high:
            rises.append(time.now)
        if len(rises) == count:
            tone.change(duty=0)

    tone = Pulses(write, hz=hz)
    tone.change(duty=duty)
    tone._thread.join(0)
    while tone.duty:
        pass
    tone.close()
    return rises


def test_late_sleepers_do_not_make_a_tone_lower(monkeypatch: pytest.MonkeyPatch) -> None:
    rises = flanks_of(monkeypatch, Time(late=60e-6, much_later={}), hz=2000, duty=0.5, count=201)
    assert (rises[-1] - rises[0]) / 200 == pytest.approx(1 / 2000, rel=0.01)


@pytest.mark.parametrize("late", [20, 21])
def test_pulses_that_were_missed_are_not_made_up_for(monkeypatch: pytest.MonkeyPatch, late: int) -> None:
    rises = flanks_of(monkeypatch, Time(late=0.0, much_later={late: 0.01}), hz=2000, duty=0.5, count=60)
    gaps = [after - before for before, after in pairwise(rises)]
    assert min(gaps) == pytest.approx(1 / 2000, rel=0.05)
    assert max(gaps) > 0.01


@pytest.mark.parametrize("duty", [0, 1])
def test_a_flat_wave_is_one_level_and_no_flanks(duty: int) -> None:
    written: list[bool] = []
    tone = Pulses(written.append, hz=2000)
    tone.change(duty=duty)
    tone.close()
    assert set(written) <= {bool(duty), False}
    assert len(written) <= 3
    assert written[-1] is False


def test_it_ends_though_it_is_ended_while_it_looks_for_news(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(threading.Event):
        """Whoever clears it is late: meanwhile it is set."""

        def __init__(self) -> None:
            super().__init__()
            self._was_set = threading.Event()

        def clear(self) -> None:
            self._was_set.wait()
            super().clear()

        def set(self) -> None:
            super().set()
            self._was_set.set()

    monkeypatch.setattr(pulses, "Event", Late)
    tone = Pulses(lambda high: None, hz=2000)
    tone.close()
    assert not tone._thread.is_alive()
