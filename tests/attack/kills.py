"""The whole service killed with -9 under load, again and again on the same state; then it is asked what it still knows.

One phone plays everything that can be acknowledged: taps, undos, new games, games put away and taken out, joins, house
rulings, scenarios that are kept. A second one only taps, a third reads the stream. Whatever one of them was told, or
has seen, has to be there when the service is back; what was under way at the kill may be there or not, but whole.
"""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.running import RunningService
from tests.attack.caller import GONE, Caller
from tests.attack.found import Found
from tests.attack.ledger import Ledger
from tests.attack.player import Player

AT_ONCE = 3
"""Services beside each other: a start is mostly work of a processor, the play mostly waiting."""
PATIENCE_S = 60


def run(count: int, seed: int) -> Found:
    """`count` kills, over AT_ONCE services."""
    found = Found()
    lanes = min(AT_ONCE, count)
    shares = [count // lanes + (lane < count % lanes) for lane in range(lanes)]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(lanes) as pool:
        states = [Path(folder, str(lane)) for lane in range(lanes)]
        nights = [
            pool.submit(_night, state, share, random.Random(seed * 1000 + lane))
            for lane, (state, share) in enumerate(zip(states, shares, strict=True))
        ]
        for night in nights:
            found.take(night.result())
    return found


def _night(state: Path, kills: int, chance: random.Random) -> Found:
    """One service, killed so many times, and what it had acknowledged by then."""
    found = Found()
    ledger = Ledger(found)
    service = RunningService(state)
    for number in range(kills):
        _play_until_killed(service, ledger, chance)
        found.add("kills")
        service = RunningService(state)
        with Caller(service.port, cookie=ledger.cookie) as phone:
            ledger.hold(phone, way=f"after kill {number + 1} of {kills}")
    with Caller(service.port, cookie=ledger.cookie) as phone:
        ledger.take_all_out(phone)
    service.kill()
    return found


def _play_until_killed(service: RunningService, ledger: Ledger, chance: random.Random) -> None:
    code = ledger.code_of(service.state)
    with (
        Caller(service.port, cookie=ledger.cookie) as phone,
        Caller(service.port) as other,
        Caller(service.port) as listener,
        ThreadPoolExecutor(3) as pool,
    ):
        other.join(code)
        player = Player(phone, ledger, code, random.Random(chance.random()))
        ways = (player.act, lambda: player.tap(other), lambda: listener.get("/api/events"))
        threads = [pool.submit(_until_gone, way) for way in ways]
        try:
            player.wait_for(chance.randint(3, 25), PATIENCE_S)
            threading.Event().wait(chance.random() * 0.02)
        finally:
            service.kill()
        for thread in threads:
            thread.result(PATIENCE_S)


def _until_gone(act: Callable[[], object]) -> None:
    try:
        while True:
            act()
    except GONE:
        return
