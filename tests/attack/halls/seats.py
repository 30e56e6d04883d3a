"""A whole hall in this process, over a broker of its own, with the service's own patience."""

import random
import ssl
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Self

from companion.clock import SystemClock
from companion.hall.enrol.folder import HallFolder
from companion.hall.link.link import Patience
from companion.hall.organiser.broker_client import Account, BrokerClient
from companion.hall.organiser.hall import Hall
from companion.table.commands import Begin
from companion.table.events import SERVICE
from tests.attack.halls import archived
from tests.attack.halls.club import HALL, OwnBroker
from tests.hall.seated import Seated
from tests.support import free_port

LOOK_S = 0.005
RIGHT_S = 3.0
"""So long after whatever was wrong with the broker is over may a table, or what is known of it, be wrong."""
GIVEN_UP_S = 60.0


class Seats:
    """Tables that play, and their organiser. Everybody speaks to `port`, where the broker listens unless `between` is
    another one's."""

    def __init__(self, place: Path, *, tables: int, between: Callable[[int], int] = lambda port: port) -> None:
        self._place = place
        self._ends = ExitStack()
        self.late: list[str] = []
        broker_port = free_port()
        folder = HallFolder.new(place / "hall", hall=HALL, hosts=("127.0.0.1",), port=between(broker_port))
        cards = folder.enrol({f"table-{each + 1}": f"Table {each + 1}" for each in range(tables)})
        self.broker = OwnBroker(folder, place / "broker", port=broker_port)
        self._ends.callback(self.broker.stop)
        self.broker.start()
        login = folder.organiser()
        account = Account(
            host=login.host,
            port=login.port,
            user=login.user,
            password=login.password,
            ca=ssl.DER_cert_to_PEM_cert(login.ca),
        )
        self.hall = Hall(
            folder.place,
            hall=HALL,
            name="The club",
            clock=SystemClock(),
            client=lambda inbox: BrokerClient(inbox, hall=HALL, account=account),
            tables=folder.register.called,
        )
        self._ends.callback(self.hall.close)
        self.hall.start()
        self.tables: dict[str, Seated] = {}
        for card in cards:
            self.tables[card.table] = seated = Seated(
                place / card.table, card, patience=Patience(), chance=random.random
            )
            self._ends.callback(seated.close)
            seated.table.dispatch(Begin(), source=SERVICE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    def play(self, acts: int, chance: random.Random) -> None:
        for _ in range(acts):
            self.tables[chance.choice(list(self.tables))].flip()

    def wrong(self) -> list[str]:
        """By table, what is wrong: it is not in the hall, the organiser does not know that, or how it stands, or lacks
        rows, or it does not know the round."""
        view = self.hall.view()
        here = {each.table: each for each in view.tables}
        found = []
        for name, seated in self.tables.items():
            right = {
                "it is not in the hall": seated.online,
                "the organiser takes it for gone": here[name].online,
                "the archive lacks rows": here[name].behind_rows == 0,
                "it does not know the round": (seated.desk.round_number or 0) == view.round.number,
                "the organiser has an older state": self._known(name),
            }
            found += [f"{name}: {what}" for what, holds in right.items() if not holds]
        return found

    def right_after_s(self, longest_s: float) -> float | None:
        """How long it takes until none is wrong, nobody playing; None where that takes longer. `late` is what was wrong
        last."""
        begun, pause = time.monotonic(), Event()
        while wrong := self.wrong():
            self.late = wrong
            if time.monotonic() - begun > longest_s:
                return None
            pause.wait(LOOK_S)
        return time.monotonic() - begun

    def compared(self) -> Counter[str]:
        """The archive, held against every journal."""
        self.hall._archive.write()
        return archived.compared(self._place / "hall", {name: self._place / name for name in self.tables})

    def _known(self, table: str) -> bool:
        """Whether the organiser's state of it is the table's own newest."""
        state, glance = self.hall._live.records[table].picture.state, self.tables[table].table.glance()
        own = (glance.number, glance.seq, glance.view.version)
        return state is not None and (state.match, state.seq, state.version) == own
