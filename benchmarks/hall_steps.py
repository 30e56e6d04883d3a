"""A hall of more and more tables: what a change of the round's clock weighs on the wire, and whether broker and
organiser keep up. Each step is a hall of its own, with hall_crowd.py's tables over TLS.

Before tables had their pairings by a topic of their own, the round carried everybody's, as it does to tables of an
earlier Warglass. So the rival is a hall of such tables: measured where it is small, and on paper beyond.
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.figures import Figure, Missing, median_p99
from benchmarks.hall_load import Room, late_ms, notes
from benchmarks.running import cpu_s, memory_mb, wait_until
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import Pairing, Round
from companion.hall.wire.topics import round_topic
from tests.attack.halls.club import HALL
from tests.hall.broker import MOSQUITTO

SHORT = {"steps": (2,), "measured": 0, "seconds": 0.5, "presses": 20.0}
CLOCK = "a change of the round’s clock at 40 / 1,000 / 10,000 tables, bytes to all of them"
THERE, SHARE, MEMORY = (
    "10,000 tables: until all were there and paired",
    "10,000 tables: share of a core, broker / organiser / crowd",
    "10,000 tables: memory, broker / organiser / crowd",
)
"""Names what is published: the last step's. Earlier steps are named by their own size."""
AROUND = 2 + 2
"""Bytes of a message beside its topic and what it carries: the topic's length, and the message's number."""
GONE = "has exceeded timeout"
"""What the broker's log says of a client that has not said anything for too long."""


def measure(
    folder: Path,
    *,
    steps: Sequence[int] = (40, 1_000, 10_000),
    measured: int = 1_000,
    seconds: float = 30,
    presses: float = 250,
) -> Iterator[Figure]:
    """`measured`: the largest hall of tables of an earlier Warglass that is not on paper."""
    if MOSQUITTO is None:
        raise Missing("Mosquitto")
    now, before = [], []
    for tables in steps:
        own = "10,000" if tables == steps[-1] else f"{tables:,}"
        room = Room(folder / f"{tables}", tables=tables, presses=presses, results=0, seconds=seconds)
        with room.ends:
            begun = time.monotonic()
            room.ready()
            yield Figure.of(THERE.replace("10,000", own), [time.monotonic() - begun], "s")
            busy = room.processes
            used, begun = {name: cpu_s(each) for name, each in busy.items()}, time.time()
            room.play()
            room.played()
            took = [100 * (cpu_s(each) - used[name]) / (time.time() - begun) for name, each in busy.items()]
            yield Figure.of(SHARE.replace("10,000", own), took, "%")
            weigh = [memory_mb(each) for each in busy.values()]
            yield Figure.of(MEMORY.replace("10,000", own), weigh, "MB")
            now.append(clock_bytes(room))
            gone = sum(GONE in line for line in (room.place / "broker" / "mosquitto.log").read_text().splitlines())
            yield Figure.of(f"{tables:,} tables: connections that the broker gave up", [gone])
            room.leave()
        pressed = [each for each in notes(room.job.notes) if each[2] >= begun]
        late, never = late_ms(pressed, notes(f"{room.job.notes}.ear"), end=time.time())
        yield Figure.of(f"{tables:,} tables: a press to a listener, median / p99", median_p99(late), "ms")
        yield Figure.of(f"{tables:,} tables: presses that were not heard", [never])
        before.append(paper_bytes(tables))
        if tables <= measured:
            old = Room(folder / f"{tables}-old", tables=tables, presses=0, results=0, seconds=0, old=True)
            with old.ends:
                old.ready()
                old.play()
                old.played()
                before[-1] = clock_bytes(old)
                old.leave()
    yield Figure.of(
        CLOCK,
        now,
        rival=f"everybody’s pairings in the round, on paper beyond {measured:,}",
        rivals=before,
    )


def clock_bytes(room: Room) -> int:
    """Begins the round's clock once all that was said before is heard, and waits until all tables have heard of it."""
    before = _quiet(room, above=-1)
    room.act("hall/round/start", {})
    return _quiet(room, above=before) - before


def _quiet(room: Room, *, above: int) -> int:
    """Returns how many bytes of the round all tables have heard, once no more come."""
    last = [above]

    def quiet() -> bool:
        last.append(room.heard().get("round", 0))
        return last[-1] > above and last[-1] == last[-2]

    wait_until(quiet, every_s=2)
    return last[-1]


def paper_bytes(tables: int) -> int:
    """What the round weighs with everybody's pairings, to as many tables."""
    names = [f"Player {number}" for number in range(2 * tables)]
    pairs = (
        Pairing(table=f"table-{number + 1}", players=(names[2 * number], names[2 * number + 1]))
        for number in range(tables)
    )
    ms = round(time.time() * 1000)
    round_ = Round(version=ms, number=1, title="Round 1", deadline_ms=ms, left_ms=3_600_000, pairings=tuple(pairs))
    body = AROUND + len(round_topic(HALL)) + len(codec.written(round_))
    return tables * (1 + (body.bit_length() + 6) // 7 + body)
