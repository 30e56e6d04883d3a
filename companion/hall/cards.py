"""The card that this table stands in its hall by, as its page shows, takes and gives it back."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from companion.hall import settings
from companion.hall.card import Card
from companion.hall.card_text import fingerprint, read_card
from companion.hall.config import HallConfig
from companion.hall.port import CardTold
from companion.hall.settings import From, NotKept
from companion.table.errors import Refused

CONFIGURED = "This table's card stands in its warglass.toml, below [hall]: it can only be changed there."


class Cards:
    """A CardPort over the state directory. Any thread may call; one change is made after the other."""

    def __init__(self, *, config: HallConfig, state: Path, stand: Callable[[Card | None], None]) -> None:
        """`stand` is called with each card that is taken from now on, and with None once the table has none: it has
        the table stand there, or nowhere, before it returns. It may raise Refused."""
        self._config = config
        self._state = state
        self._stand = stand
        self._lock = Lock()

    @property
    def held(self) -> CardTold | None:
        card = settings.standing(self._config, self._state).card
        return None if card is None else told(card)

    @property
    def trouble(self) -> str | None:
        return settings.standing(self._config, self._state).trouble or settings.hindrance()

    def told(self, text: str) -> CardTold:
        return told(read_card(text))

    def take(self, text: str) -> None:
        with self._lock:
            self._changeable()
            read_card(text)
            if (hindrance := settings.hindrance()) is not None:
                raise Refused(hindrance)
            try:
                card = settings.take_card(self._state, text)
            except NotKept as error:
                raise Refused(str(error)) from error
            self._stand(card)

    def leave(self) -> None:
        with self._lock:
            self._changeable()
            if settings.standing(self._config, self._state).source is None:
                raise Refused("This table has no card.")
            try:
                settings.leave(self._state)
            except NotKept as error:
                raise Refused(str(error)) from error
            self._stand(None)

    def _changeable(self) -> None:
        """Raises Refused."""
        if settings.standing(self._config, self._state).source is From.CONFIGURATION:
            raise Refused(CONFIGURED)


def told(card: Card) -> CardTold:
    return CardTold(
        hall=card.hall,
        table=card.table,
        called=card.called,
        host=card.host,
        port=card.port,
        fingerprint=fingerprint(card) if card.ca else "",
    )
