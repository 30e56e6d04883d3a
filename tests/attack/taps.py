"""One honest phone taps while strangers do all that the other parts do, from other processes and addresses.

A tap is timed from the phone's side of the wire: the request written until the answer is read, on a connection that is
kept open. The strangers are processes of this machine, but yield to the service (`nice`), for they are not on the Pi.
"""

import itertools
import json
import multiprocessing
import statistics
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.running import RunningService
from tests.attack import strangers
from tests.attack.caller import Caller
from tests.attack.found import Found

SLOWEST_P99_MS, MOST_TIMES = 30, 5
"""Under fire a tap's p99 may be that slow, or so many times what it is alone: a slow machine is slow in both."""
PACE_S = 0.04
"""How long a player's thumb rests between two taps."""
PHONES, IN_A_ROW = 4, 250
"""So many players, each with a new phone after so many taps: no phone may change the table faster than players do."""
LONG_LOG = 3000
"""So many events are in the log that strangers read."""


def run(count: int, seed: int) -> Found:
    """`count` taps on a table that is left alone, and as many under fire."""
    found = Found()
    with TemporaryDirectory() as folder, RunningService(Path(folder)) as service:
        service.join()
        service.post("/api/table/begin")
        players = Players(service)
        players.tap(min(LONG_LOG, count * 3), pace_s=0)
        alone = players.tap(count, pace_s=PACE_S)
        fork = multiprocessing.get_context("fork")
        floods = strangers.floods(service.port, service.cookie, seed)
        processes = [fork.Process(target=strangers.begin, args=(flood, service.port)) for flood in floods]
        for each in processes:
            each.start()
        try:
            players.tap(count // 5, pace_s=PACE_S)
            fired = players.tap(count, pace_s=PACE_S)
        finally:
            for each in processes:
                each.kill()
                each.join()
        found.counts |= {"taps": count, "processes of strangers": len(processes)}
    for when, taken in (("alone", alone), ("under fire", fired)):
        found.counts |= {
            f"ms {when}, median": statistics.median(taken),
            f"ms {when}, p99": _p99(taken),
            f"ms {when}, worst": max(taken),
        }
    if _p99(fired) > (most := max(SLOWEST_P99_MS, MOST_TIMES * _p99(alone))):
        found.wrong(f"a tap's p99 is over {most:.0f} ms under fire", f"{_p99(fired):.1f} ms")
    return found


class Players:
    """Phones that tap one after another, each as often as a phone may in a row."""

    def __init__(self, service: RunningService) -> None:
        self._code = json.loads((service.state / "access.json").read_text())["code"]
        self._acts = itertools.cycle(["gold-30/flip", "red-30/flip", "gold-30/free", "red-30/free"])
        self._phones = [Caller(service.port, address=f"127.0.0.{number + 2}") for number in range(PHONES)]

    def tap(self, count: int, *, pace_s: float) -> list[float]:
        """How long each took, in milliseconds."""
        taken = []
        for number, act in enumerate(itertools.islice(self._acts, count)):
            phone = self._phones[number % PHONES]
            if number % (PHONES * IN_A_ROW) < PHONES:
                phone.cookie = ""
                phone.join(self._code)
            begun = time.perf_counter()
            answer = phone.post(f"/api/timers/{act}")
            taken.append((time.perf_counter() - begun) * 1000)
            assert answer.status == 200, answer
            threading.Event().wait(pace_s)
        return taken


def _p99(taken: Sequence[float]) -> float:
    return sorted(taken)[len(taken) * 99 // 100]
