"""Tables by the thousand, each with a connection of its own, that say what a table says: `python -m
benchmarks.hall_crowd JOB`, and the same with `ear` for one who only listens and notes when each press came. See
hall_load.py for the job.

What is known of a table here is a number a press: there is no game behind it, no journal, and no phone.
"""

import asyncio
import itertools
import json
import random
import resource
import ssl
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.clock import MS
from companion.hall.wire import messages as codec
from companion.hall.wire import messages as h
from companion.hall.wire import messages as t
from companion.hall.wire.topics import TopicPart, everything, placed, round_topic, topic

JOURNAL = "00000000000000aa"
AT_ONCE = 20
"""Tables that connect at the same time."""
CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, PINGREQ = 0x10, 0x20, 0x30, 0x40, 0x82, 0xC0
CLEAN, WILL, WILL_RETAINED, PASSWORD, USER = 0x02, 0x04 | 0x08, 0x20, 0x40, 0x80
KEEPALIVE_S = 30
Heard = Callable[[str, bytes], None]


class Speaker:
    """MQTT 3.1.1 over TLS for a thousand clients in one process: as little of it as a table needs, and no thread each.
    Everything in the loop's own thread."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._number = 0
        self.bytes: Counter[str] = Counter()
        """Of all messages that came, as they were on the wire, by what they are: "round", "ask"."""

    async def connect(
        self, port: int, context: ssl.SSLContext, *, user: str, password: str, will: tuple[str, bytes] | None = None
    ) -> None:
        """Raises OSError; ConnectionError where the broker refuses."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        flags = CLEAN | PASSWORD | USER | (WILL | WILL_RETAINED if will else 0)
        said = _text("MQTT") + bytes([4, flags]) + struct.pack(">H", KEEPALIVE_S) + _text(user)
        if will is not None:
            said += _text(will[0]) + _bytes(will[1])
        self._send(CONNECT, said + _text(user) + _text(password))
        kind, answer = await self._packet()
        if kind != CONNACK or answer[1]:
            raise ConnectionError(f"the broker says {answer!r} to {user}")
        self._reading = asyncio.create_task(self._read())
        self._pinging = asyncio.create_task(self._ping())

    def subscribe(self, *topics: str) -> None:
        self._number += 1
        self._send(SUBSCRIBE, struct.pack(">H", self._number) + b"".join(_text(each) + b"\1" for each in topics))

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """With QoS 1, as tables do."""
        self._number = self._number % 60_000 + 1
        said = _text(topic) + struct.pack(">H", self._number) + payload
        self._send(PUBLISH | 0x02 | retain, said)

    async def leave(self) -> None:
        self._pinging.cancel()
        self._writer.transport.abort()
        await asyncio.gather(self._reading, self._pinging, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            kind, body = await self._packet()
            if kind & 0xF0 != PUBLISH:
                continue
            (length,) = struct.unpack_from(">H", body)
            topic, rest = body[2 : 2 + length].decode(), body[2 + length :]
            self.bytes[topic.split("/")[3:][:2][-1]] += 1 + (len(body).bit_length() + 6) // 7 + len(body)
            if kind & 0x06:
                self._send(PUBACK, rest[:2])
                rest = rest[2:]
            self._heard(topic, rest)

    async def _packet(self) -> tuple[int, bytes]:
        (kind,) = await self._reader.readexactly(1)
        length = shift = 0
        while True:
            (byte,) = await self._reader.readexactly(1)
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind, await self._reader.readexactly(length)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(KEEPALIVE_S / 2)
            self._send(PINGREQ, b"")

    def _send(self, kind: int, body: bytes) -> None:
        left, length = len(body), bytearray()
        while True:
            left, byte = left >> 7, left & 127
            length.append(byte | (128 if left else 0))
            if not left:
                break
        self._writer.write(bytes([kind]) + bytes(length) + body)


def _text(text: str) -> bytes:
    return _bytes(text.encode())


def _bytes(data: bytes) -> bytes:
    return struct.pack(">H", len(data)) + data


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """`presses` a second of all tables together, for so many `seconds` from the instant at which `go` is there, and as
    many `results`, of round 1. Notes go to `notes`, a line each: table, number, time. `old`: the tables are of the
    Warglass before this one, and look for their players in the round."""

    hall: str
    port: int
    ca: str
    tables: dict[str, str]
    reader: tuple[str, str]
    presses: float
    results: float
    seconds: float
    go: str
    notes: str
    seed: int
    old: bool = False


class Crowded:
    """One table."""

    def __init__(self, job: Job, table: str) -> None:
        self.table, self._job, self._number = table, job, 0
        self._results = 0
        self._rows: list[t.LogRow] = []
        self._players: tuple[str, ...] = ()
        self._speaker = Speaker(self._asked)

    async def come(self, context: ssl.SSLContext) -> None:
        job, speaker = self._job, self._speaker
        await speaker.connect(
            job.port,
            context,
            user=self.table,
            password=job.tables[self.table],
            will=(self._topic(TopicPart.LINK), codec.written(self._link(online=False))),
        )
        own = (self._topic(part) for part in (TopicPart.LINK, TopicPart.HERE))
        speaker.subscribe(*own, round_topic(job.hall), f"{self._topic(TopicPart.ASK)}/+")
        speaker.publish(self._topic(TopicPart.LINK), codec.written(self._link(online=True)), retain=True)
        self._state()

    def press(self) -> int:
        """Another flag is claimed, so to say; which one it is."""
        self._number += 1
        event = msgspec.Raw(b'{"type":"laid","sand_ns":%d,"side":"gold","card":"R8","flag":4}' % time.monotonic_ns())
        self._rows.append(
            t.LogRow(
                seq=self._number,
                wall=time.time_ns(),
                mono=time.monotonic_ns(),
                source="phone 1, gold, Ana",
                event=event,
            )
        )
        self._state()
        self._log(self._number - 1)
        return self._number

    def settle(self) -> None:
        """Both sides have confirmed it; each time it is the other's."""
        self._results += 1
        result = t.Result(
            boot=1,
            connection=1,
            version=self._results,
            round=1,
            match=1,
            winner=("gold", "red")[self._results % 2],
            title="5 flags to 2",
            score={"gold": 5, "red": 2},
            names=self._names(),
            agreed={"gold": "phone 1, gold, Ana", "red": "phone 2, red, Ben"},
            players=dict(zip(("gold", "red"), self._players, strict=False)),
        )
        self._speaker.publish(self._topic(TopicPart.RESULT), codec.written(result), retain=True)

    async def leave(self) -> None:
        await self._speaker.leave()

    @property
    def bytes(self) -> Counter[str]:
        return self._speaker.bytes

    def _names(self) -> dict[str, str]:
        return {"gold": f"Ana {self.table[6:]}", "red": f"Ben {self.table[6:]}"}

    def _asked(self, where: str, payload: bytes) -> None:
        place = placed(self._job.hall, where)
        if place is not None and place.part is TopicPart.HERE and (here := codec.read(payload, h.Here)) is not None:
            self._players = here.players
        if place is None or place.part is not TopicPart.ASK:
            return
        ask = codec.read_ask(payload)
        answer: t.Answer = t.Done()
        if isinstance(ask, h.Clock):
            answer = t.Time(ms=_ms())
        elif isinstance(ask, h.Resend):
            self._log(ask.after)
        self._speaker.publish(self._topic(TopicPart.ANSWER, place.id), codec.written(answer))

    def _link(self, *, online: bool) -> t.Link:
        name = self.table.replace("-", " ").title()
        return t.Link(boot=1, connection=1, online=online, journal=JOURNAL, name=name, here=not self._job.old)

    def _state(self) -> None:
        state = t.State(
            boot=1,
            connection=1,
            version=self._number,
            ms=_ms(),
            match=1,
            seq=len(self._rows),
            game="battleline",
            phase="running",
            acted_ms=_ms() if self._number else None,
            names=self._names(),
            score={"gold": self._number, "red": 0},
            standing=f"{self._number} flags to 0",
        )
        self._speaker.publish(self._topic(TopicPart.STATE), codec.written(state), retain=True)

    def _log(self, after: int) -> None:
        rows = tuple(self._rows[after : after + t.MOST_ROWS])
        opening = t.Opening(game="battleline", setup=msgspec.Raw(b"{}"), wall=time.time_ns()) if not after else None
        log = t.Log(journal=JOURNAL, match=1, last=len(self._rows), rows=rows, opening=opening)
        self._speaker.publish(self._topic(TopicPart.LOG), codec.written(log))

    def _topic(self, part: TopicPart, id: str = "") -> str:
        return topic(self._job.hall, self.table, part, id)


def _ms() -> int:
    return time.monotonic_ns() // MS


async def crowd(job: Job, context: ssl.SSLContext) -> None:
    tables = [Crowded(job, name) for name in job.tables]
    for at in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(each.come(context) for each in tables[at : at + AT_ONCE]))
    await _go(job)
    chance, notes, late = random.Random(job.seed), [], []
    settling = asyncio.create_task(_settle(job, tables))
    begun = due = time.time()
    while job.presses and due < begun + job.seconds:
        await asyncio.sleep(max(0, due - time.time()))
        table = chance.choice(tables)
        late.append(time.time() - due)
        at = time.time()
        notes.append((table.table, table.press(), at))
        due += chance.expovariate(job.presses)
    settling.cancel()
    _write(job.notes, notes)
    late.sort()
    used = resource.getrusage(resource.RUSAGE_SELF)
    said = {"late_ms": 1000 * late[len(late) * 99 // 100] if late else 0, "cpu_s": used.ru_utime + used.ru_stime}
    print(json.dumps(said), flush=True)
    while (await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)).strip():
        print(json.dumps(sum((each.bytes for each in tables), Counter())), flush=True)
    await asyncio.gather(*(each.leave() for each in tables))


async def _settle(job: Job, tables: list[Crowded]) -> None:
    """Each table in its turn, and again."""
    for table in itertools.cycle(tables if job.results else ()):
        await asyncio.sleep(1 / job.results)
        table.settle()


async def ear(job: Job, context: ssl.SSLContext) -> None:
    notes: list[tuple[str, int, float]] = []

    def heard(where: str, payload: bytes) -> None:
        at, place = time.time(), placed(job.hall, where)
        state = codec.read(payload, t.State)
        if place is not None and state is not None:
            notes.append((place.table, state.version, at))

    speaker = Speaker(heard)
    await speaker.connect(job.port, context, user=job.reader[0], password=job.reader[1])
    speaker.subscribe(everything(job.hall, TopicPart.STATE))
    print("listens", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await speaker.leave()
    _write(f"{job.notes}.ear", notes)


async def _go(job: Job) -> None:
    print("there", flush=True)
    while not Path(job.go).exists():
        await asyncio.sleep(0.05)


def _write(where: str, notes: list[tuple[str, int, float]]) -> None:
    Path(where).write_text("".join(f"{table} {number} {at:.6f}\n" for table, number, at in notes))


def main(job: str, what: str = "crowd") -> None:
    said = msgspec.json.decode(Path(job).read_bytes(), type=Job)
    context = ssl.create_default_context(cadata=said.ca)
    jobs: dict[str, Any] = {"crowd": crowd, "ear": ear}
    asyncio.run(jobs[what](said, context))


if __name__ == "__main__":
    main(*sys.argv[1:])
