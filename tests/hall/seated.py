"""A table that stands in a hall over a real broker, and somebody who hears all that the broker passes on."""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.hall.adopting import Adopting
from companion.hall.card import HallCard
from companion.hall.desk import Desk
from companion.hall.link.connection import Protocol
from companion.hall.link.link import HallLink, Patience
from companion.hall.rows import CardBox, Logs
from companion.hall.wire import messages as t
from companion.hall.wire.messages import Ask, read, written
from companion.hall.wire.topics import LARGEST, TopicPart, topic
from companion.journal.journal import Journal
from companion.table.events import HALL as HALL_ITSELF
from companion.table.events import SERVICE
from companion.table.table import Table
from companion.table.view import TableView
from tests.companion.wartime import acts as c
from tests.hall.broker import ended
from tests.support import PATIENCE_S, ask_table, repeat

P = TypeVar("P", bound=msgspec.Struct)
HALL, TABLE = "club", "table-7"
QUICK = Patience(connect_s=2, greeting_s=2, settle_s=0.2, silent_s=0.5)


def card(port: int, *, ca: bytes = b"", password: str = "", table: str = TABLE) -> HallCard:
    return HallCard(
        host="127.0.0.1", port=port, hall=HALL, table=table, called="Table 7", password=password, ca=ca, key=bytes(32)
    )


def until(come: Callable[[], object]) -> None:
    """Waits for it, as long as it takes."""
    repeat(lambda: time.sleep(0.005), until=come)


class Seated:
    """A table with its link, on the machine's own clock."""

    def __init__(
        self,
        folder: Path,
        card: HallCard,
        *,
        protocol: Protocol = Protocol.V5,
        patience: Patience = QUICK,
        chance: Callable[[], float] = lambda: 0.0,
    ) -> None:
        clock = SystemClock()
        folder.mkdir(parents=True, exist_ok=True)
        self.table = Table(clock=clock, journal=Journal(folder / "table.sqlite"), games=all_games(), game=FIRST)
        self._ways = {"protocol": protocol, "patience": patience, "chance": chance}
        self._card, self._clock = card, clock
        self.asked: list[tuple[str, Ask]] = []
        self._open()

    def take_place(self) -> None:
        """Somebody at the table takes its place back from another box."""
        self.desk.take_place(source=SERVICE)
        self._link.stop()
        self.desk.leave()
        self._open()

    def _open(self) -> None:
        card, clock = self._card, self._clock
        self.desk = Desk(table=self.table, clock=clock, card=card)
        self._adopting = Adopting(
            adopt=lambda adopt: self.table.exchange(adopt, source=HALL_ITSELF),
            games=all_games(),
            box=CardBox(card),
            clock=clock,
            table=card.called,
        )
        at_first = self.table.view().hall
        self._at_first = at_first and at_first.trouble
        self._link = HallLink(
            card=card,
            table=self.table,
            desk=self.desk,
            asked=self._ask,
            logs=Logs(
                journal=self.desk.journal,
                find=lambda match, after: self.table.written(match, after=after, most=t.MOST_ROWS, size=LARGEST),
                games=all_games(),
                box=CardBox(card),
            ).after,
            clock=clock,
            **self._ways,  # type: ignore[arg-type]
        )
        self._link.start()

    def flip(self) -> TableView:
        """Another timer runs, or stops running: some act that can be done for ever."""
        timer = next(each for each in self.table.view().timers if each.id == "gold-30")
        command = c.Flip(timer=timer.id) if timer.state.value == "available" else c.Free(timer=timer.id)
        return ask_table(self.table, command, source=SERVICE)

    @property
    def trouble(self) -> str:
        """Why nobody hears the table, as its players read it, once that was tried."""
        hall = self.table.view().hall
        return "" if hall is None or hall.trouble == self._at_first else hall.trouble

    @property
    def online(self) -> bool:
        hall = self.table.view().hall
        return hall is not None and hall.online

    def stop(self) -> None:
        self._link.stop()

    def close(self) -> None:
        self.stop()
        self.table.close()

    def _ask(self, id: str, ask: Ask) -> t.Answer:
        self.asked.append((id, ask))
        return self.desk.do_ask(id, ask, rulings=lambda *_: (), rule=lambda _: None, restored=self._adopting.take)


class Ear:
    """Hears everything, in the order in which the broker passes it on, and comes back when it was killed."""

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._ready = threading.Event()
        self._client.on_subscribe = lambda *_: self._ready.set()
        self._client.on_message = self._on_message
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._ready.wait(PATIENCE_S)

    def say(self, topic: str, payload: bytes | msgspec.Struct, *, retain: bool = False) -> None:
        data = payload if isinstance(payload, bytes) else written(payload)
        self._client.publish(topic, data, qos=1, retain=retain).wait_for_publish(PATIENCE_S)

    def ask(self, id: str, ask: Ask) -> None:
        self.say(topic(HALL, TABLE, TopicPart.ASK, id), ask)

    def catch_up(self) -> None:
        """Waits until it has heard whatever the broker has passed on so far."""
        mark = f"mark/{secrets.token_hex(4)}"
        self.say(mark, b"")
        until(lambda: any(where == mark for where, _ in list(self.heard)))

    def all(self, part: TopicPart, kind: type[P], id: str = "") -> Sequence[P]:
        of = topic(HALL, TABLE, part, id)
        found = (read(payload, kind) for where, payload in list(self.heard) if where == of)
        return [each for each in found if each is not None]

    @property
    def states(self) -> Sequence[t.State]:
        return self.all(TopicPart.STATE, t.State)

    @property
    def links(self) -> Sequence[t.Link]:
        return self.all(TopicPart.LINK, t.Link)

    def has(self, view: TableView) -> bool:
        """Whether it has heard of that view of the table, or of a newer one."""
        return any(state.version >= view.version for state in self.states[-1:])

    def leave(self) -> None:
        self._client.disconnect()
        ended(self._client)

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.heard.append((message.topic, bytes(message.payload)))


def kept(port: int) -> dict[str, bytes]:
    """What the broker keeps for whoever comes, by topic: once it has brought what is said to this newcomer alone."""
    ear = Ear(port)
    ear.catch_up()
    ear.leave()
    return {topic: payload for topic, payload in ear.heard if not topic.startswith("mark/")}
