"""A hall over a broker that is none, and tables that speak to it."""

from pathlib import Path
from typing import Any

import msgspec

from companion.clock import MS, ManualClock
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.hearing import Broker, Client, Inbox, Message
from companion.hall.wire import messages as codec
from companion.hall.wire import messages as h
from companion.hall.wire import messages as t
from companion.hall.wire.topics import TopicPart, placed, round_topic, topic

HALL = "club"
JOURNAL = "00000000000000aa"


class FakeClient:
    """Remembers what was published; hands over at once what tables say."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.asks: list[tuple[str, str, h.Ask]] = []
        self.rounds: list[h.Round] = []
        self.heres: list[tuple[str, h.Here]] = []
        self.retained: dict[str, bytes] = {}

    def start(self) -> None:
        self.inbox.put(Broker(""))

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        if retain:
            self.retained[topic] = payload
        place = placed(HALL, topic)
        if place is not None and place.part is TopicPart.ASK:
            ask = codec.read_ask(payload)
            assert ask is not None
            self.asks.append((place.table, place.id, ask))
        elif place is not None and place.part is TopicPart.HERE:
            here = codec.read(payload, h.Here)
            assert here is not None
            self.heres.append((place.table, here))
        elif topic == round_topic(HALL):
            told = codec.read(payload, h.Round)
            assert told is not None
            self.rounds.append(told)

    def hear_here(self, *, wanted: bool) -> None:
        self.hears_here = wanted

    def stop(self) -> None:
        pass


class FakeTable:
    """One table: what it says is what the test says. Its clock is the hall's machine's, `ahead_ms` ahead."""

    def __init__(
        self,
        floor: "Floor",
        name: str,
        *,
        journal: str = JOURNAL,
        boot: int = 1,
        ahead_ms: int = 0,
        here: bool = True,
    ) -> None:
        """`here`: see Link."""
        self.floor, self.name, self.journal, self.boot, self.ahead_ms = floor, name, journal, boot, ahead_ms
        self.hears_here = here
        self.connection = 1
        self.version = 0
        self.rows: dict[int, list[t.LogRow]] = {1: []}
        self.match = 1
        self.answered: set[str] = set()
        self.retained: dict[TopicPart, msgspec.Struct] = {}
        self.told: list[h.Ask] = []
        self.rulings: tuple[t.Beside, ...] = ()

    def ms(self) -> int:
        return self.floor.clock.now() // MS + self.ahead_ms

    def link(self, *, online: bool = True) -> None:
        self.say(
            TopicPart.LINK,
            t.Link(
                boot=self.boot,
                connection=self.connection,
                online=online,
                journal=self.journal,
                name=f"Table {self.name}",
                here=self.hears_here,
            ),
        )

    def state(self, **more: Any) -> None:
        self.version += 1
        state = {
            "boot": self.boot,
            "connection": self.connection,
            "version": self.version,
            "ms": self.ms(),
            "match": self.match,
            "seq": len(self.rows[self.match]),
            "game": "wartime",
            "phase": "playing",
            "acted_ms": self.ms(),
            "round": self.floor.client.rounds[-1].number if self.floor.client.rounds else None,
            **more,
        }
        self.say(TopicPart.STATE, t.State(**state))

    def play(self, rows: int = 1, *, heard: bool = True) -> None:
        """So much happens, of which the log tells unless nobody is to hear it."""
        mine = self.rows.setdefault(self.match, [])
        after = len(mine)
        for seq in range(after + 1, after + rows + 1):
            event = msgspec.Raw(b'{"type":"flipped","seq":%d}' % seq)
            mine.append(t.LogRow(seq=seq, wall=self.floor.clock.wall(), mono=seq, source="phone:1", event=event))
        if heard:
            self.log(self.match, after)
        self.state()

    def log(self, match: int, after: int) -> None:
        rows = self.rows[match]
        for start in range(after, max(len(rows), after + 1), 100):
            part = rows[start : start + 100]
            opening = t.Opening(game="wartime", setup=msgspec.Raw(b"{}"), wall=0) if start == 0 else None
            chain = f"{part[-1].seq:032x}" if part else ""
            self.say(
                TopicPart.LOG,
                t.Log(
                    journal=self.journal,
                    match=match,
                    last=len(rows),
                    rows=tuple(part),
                    opening=opening,
                    chain=chain,
                    next=None if match == self.match else match + 1,
                ),
            )

    def say(self, part: TopicPart, payload: msgspec.Struct, id: str = "") -> None:
        if part in (TopicPart.LINK, TopicPart.STATE, TopicPart.RESULT):
            self.retained[part] = payload
        self.floor.client.inbox.put(Message(topic(HALL, self.name, part, id), codec.written(payload)))

    def answer(self) -> None:
        """Everything that it has been asked and has not answered."""
        for table, id, ask in list(self.floor.client.asks):
            if table == self.name and id not in self.answered:
                self.answered.add(id)
                self.told.append(ask)
                self.say(TopicPart.ANSWER, self.answer_to(ask), id)

    def answer_to(self, ask: h.Ask) -> t.Answer:
        match ask:
            case h.Clock():
                return t.Time(ms=self.ms())
            case h.Resend(match=match, after=after):
                if match not in self.rows:
                    return t.NotDone(why="There is no such match.")
                self.log(match, after)
            case h.TellCall(call=call):
                return t.CallDetail(
                    call=call, by="gold", words="May I?", lines=("Gold flipped 30.",), rulings=self.rulings
                )
        return t.Done()


class Floor:
    """The hall and its tables, on one clock that is turned by hand."""

    def __init__(
        self,
        folder: Path,
        *,
        clock: ManualClock | None = None,
        discovery: bool = False,
        enrolled: dict[str, str] | None = None,
        machine: str = "",
    ) -> None:
        self.folder = folder
        self.clock = clock or ManualClock()
        self.tables: dict[str, FakeTable] = {}
        self.enrolled = enrolled or {}
        self.hall = Hall(
            folder,
            hall=HALL,
            name="The club",
            clock=self.clock,
            client=self._connect,
            tables=self.enrolled,
            machine=machine,
            discovery=discovery,
        )
        self.client.start()
        self.settle()

    def _connect(self, inbox: Inbox) -> Client:
        self.client = FakeClient(inbox)
        return self.client

    def enrol(self, *names: str) -> None:
        """They get a card, and nobody has come with it yet."""
        self.enrolled |= {name: f"Table {name}" for name in names}
        self.hall.enrolled(self.enrolled)

    def seat(self, name: str, **more: Any) -> FakeTable:
        """A table that is there and has said how it stands."""
        self.enrol(name)
        self.tables[name] = table = FakeTable(self, name, **more)
        table.link()
        table.state(acted_ms=None)
        self.settle()
        return table

    def settle(self, seconds: float = 0, *, answering: bool = True) -> None:
        """Lets time pass, in which everything asked is answered and everything said is heard."""
        self.clock.advance(seconds=seconds)
        quiet = 0
        while quiet < 3:
            before = len(self.client.asks)
            self.hall.settle()
            if answering:
                for table in self.tables.values():
                    table.answer()
            quiet = quiet + 1 if len(self.client.asks) == before and not self.client.inbox.waiting() else 0

    def here(self, table: str) -> Any:
        return next(each for each in self.hall.view().tables if each.table == table)

    def asks(self, kind: type[Any]) -> list[tuple[str, Any]]:
        return [(table, ask) for table, _, ask in self.client.asks if isinstance(ask, kind)]

    def restart(self, *, killed: bool = False) -> "Floor":
        """Another organiser over the same file, which the broker tells what it retains. `killed`: the first one was not
        asked to end, but had its turn to write."""
        if killed:
            self.hall._archive.write()
        else:
            self.hall.close()
        floor = Floor(self.folder, clock=self.clock, enrolled=self.enrolled)
        for name, table in self.tables.items():
            table.floor = floor
            table.answered = set()
            floor.tables[name] = table
            for part, payload in table.retained.items():
                table.say(part, payload)
        floor.settle()
        return floor
