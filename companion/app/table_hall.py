"""Keeps the hall that a running table is in, which a card at its page may change at any time."""

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from companion.clock import Clock
from companion.errors import WarglassError
from companion.fields.invalid import Invalid
from companion.games import RuledGame, all_games
from companion.hall.config import HallConfig
from companion.hall.port import ASK_FIRST, CardTold
from companion.table.errors import Refused
from companion.table.events import HALL, Source
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.hall.card import HallCard
    from companion.hall.desk import Desk
    from companion.hall.link.link import HallLink
    from companion.hall.wire.messages import Answer, Ask, Beside, HouseRule
    from companion.journal.reader import Written
    from companion.rulings.shelf import Shelf

_logger = logging.getLogger(__name__)

_CARD = "hall.card"
_ENDED = "This table's service is stopping."


class TableHall:
    """Implements HallPort and CardPort. Any thread may call any method.

    It imports what halls need only once there is a card, and no fault of theirs keeps anyone from playing. Its lock
    goes before the desk's, and the link's threads never take it.
    """

    def __init__(
        self, *, table: Table, clock: Clock, state: Path, config: HallConfig, shelf: Callable[[], "Shelf | None"]
    ) -> None:
        """Takes `shelf`, which has the rulings, once they can be read."""
        self._table = table
        self._clock = clock
        self._state = state
        self._config = config
        self._shelf = shelf
        self._changing = Lock()
        self._at: tuple[HallCard, Desk, HallLink] | None = None
        self._stuck = ""
        self._ended = False

    def start(self) -> None:
        """Joins the hall that there is a card of, if there is any. Never raises: players do not need a hall."""
        try:
            self._start()
        except Exception:
            _logger.exception("the hall")
            self._tell("This table cannot join its hall: see the service's log.")

    def _start(self) -> None:
        if not (self._config.card or self._carded):
            return
        from companion.hall.card import hindrance, standing  # noqa: PLC0415

        with self._changing:
            if self._ended:
                return
            found = standing(self._config, self._state)
            trouble = found.trouble or hindrance()
            self._tell(trouble or "")
            if found.card is not None and not trouble:
                self._open(found.card)

    def stop(self) -> None:
        """Takes leave of the hall, within a second. No other begins from now on."""
        with self._changing:
            self._ended = True
            if self._at is not None:
                self._at[2].stop()

    # HallPort

    def call_judge(self, *, source: Source, words: str = "", at: int | None = None) -> None:
        self._desk.call_judge(source=source, words=words, at=at)

    def take_back(self, *, source: Source) -> None:
        self._desk.take_back(source=source)

    def take_place(self, *, source: Source) -> None:
        with self._changing:
            self._check()
            self._desk.take_place(source=source)
            at = self._at
            if at is not None:
                self._close()
                self._open(at[0])

    def seen(self, announcement: str, *, source: Source) -> None:
        self._desk.seen(announcement, source=source)

    def sit(self, seat: str, player: str, *, source: Source) -> None:
        self._desk.sit(seat, player, source=source)

    def agree(self, seat: str, *, agreed: bool, source: Source) -> None:
        self._desk.agree(seat, agreed=agreed, source=source)

    # CardPort

    @property
    def held(self) -> CardTold | None:
        at = self._at
        return None if at is None else _describe_card(at[0])

    @property
    def stuck(self) -> str:
        return self._stuck

    def inspect_card(self, text: str) -> CardTold:
        from companion.hall.card import read_card  # noqa: PLC0415

        try:
            return _describe_card(read_card(text))
        except Invalid as error:
            raise Refused(f"This card {error.message}.") from error

    def take(self, text: str) -> None:
        from companion.hall.card import NotKept, hindrance, take_card  # noqa: PLC0415

        if self._config.card:
            raise Refused("The hall is written in [hall] of warglass.toml: change it there.")
        if trouble := hindrance():
            raise Refused(trouble)
        with self._changing:
            self._check()
            try:
                card = take_card(self._state, text)
            except Invalid as error:
                raise Refused(f"This card {error.message}.") from error
            except NotKept as error:
                raise Refused(str(error)) from error
            self._close()
            self._open(card)

    def leave(self) -> None:
        from companion.hall.card import NotKept, leave  # noqa: PLC0415

        if self._config.card:
            raise Refused("Not left: the hall is set in [hall] of warglass.toml. Remove it there.")
        with self._changing:
            self._check()
            if self._at is None and not self._carded:
                raise Refused(ASK_FIRST)
            try:
                leave(self._state)
            except NotKept as error:
                raise Refused(str(error)) from error
            self._close()
            self._tell("")

    def _check(self) -> None:
        """Raises Refused once the service is stopping."""
        if self._ended:
            raise Refused(_ENDED)

    def _tell(self, trouble: str) -> None:
        """Reports what keeps the card from being used, as a sentence; empty once it works."""
        self._stuck = trouble
        self._table.fault("hall", trouble or None)

    @property
    def _carded(self) -> bool:
        """Returns whether a card was scanned, of use or not."""
        return (self._state / _CARD).exists()

    @property
    def _desk(self) -> "Desk":
        """Returns the desk. Raises Refused where the table is not in a hall."""
        at = self._at
        if at is None:
            raise Refused(ASK_FIRST)
        return at[1]

    def _open(self, card: "HallCard") -> None:
        try:
            self._at = self._begun(card)
        except Exception as error:
            _logger.exception("the hall")
            why = str(error) if isinstance(error, WarglassError) else "see the service's log"
            self._tell(f"This table cannot join its hall: {why}.")
            return
        self._tell("")

    def _begun(self, card: "HallCard") -> "tuple[HallCard, Desk, HallLink]":
        """Starts the desk and the link. Where it raises, it leaves no trace at the table."""
        from companion.hall.adopting import Adopting  # noqa: PLC0415
        from companion.hall.desk import Desk  # noqa: PLC0415
        from companion.hall.link.link import HallLink  # noqa: PLC0415
        from companion.hall.rows import CardBox, Logs  # noqa: PLC0415
        from companion.hall.wire.messages import MOST_ROWS  # noqa: PLC0415
        from companion.hall.wire.topics import LARGEST  # noqa: PLC0415

        table, box = self._table, CardBox(card)

        def find(match: int, after: int) -> "Written":
            return table.written(match, after=after, most=MOST_ROWS, size=LARGEST)

        adopting = Adopting(
            adopt=lambda adopt: table.exchange(adopt, source=HALL),
            games=all_games(),
            box=box,
            clock=self._clock,
            table=card.called,
        )

        def do_ask(id: str, ask: "Ask") -> "Answer":
            # The hall asks for the time at least once a minute.
            adopting.expire()
            return desk.do_ask(id, ask, rulings=self._rulings, rule=self._rule, restored=adopting.take)

        with ExitStack() as undone:
            desk = Desk(table=table, clock=self._clock, card=card)
            undone.callback(desk.leave)
            logs = Logs(journal=desk.journal, find=find, games=all_games(), box=box)
            link = HallLink(card=card, table=table, desk=desk, asked=do_ask, logs=logs.after, clock=self._clock)
            undone.callback(link.stop)
            link.start()
            undone.pop_all()
        return card, desk, link

    def _close(self) -> None:
        if self._at is not None:
            _, desk, link = self._at
            link.stop()
            desk.leave()
            self._at = None

    def _rulings(self, game: str, text: str) -> "Sequence[Beside]":
        from companion.hall.calls import beside  # noqa: PLC0415

        shelf = self._shelf()
        found = [] if shelf is None else shelf.search(text, game=RuledGame(game), only=True, limit=3)
        return [beside(each.ruling) for each in found]

    def _rule(self, rule: "HouseRule") -> None:
        from companion.rulings.ruling import HouseRuling  # noqa: PLC0415

        shelf = self._shelf()
        if shelf is None:
            raise Refused("The rulings are not read yet.")
        ruling = HouseRuling(id=rule.id, game=RuledGame(rule.game), question=rule.question, answer=rule.answer)
        shelf.save(ruling, source=HALL)


def _describe_card(card: "HallCard") -> CardTold:
    from companion.hall.card import fingerprint  # noqa: PLC0415

    return CardTold(
        hall=card.hall,
        table=card.table,
        called=card.called,
        host=card.host,
        port=card.port,
        fingerprint=fingerprint(card) if card.ca else "",
    )
