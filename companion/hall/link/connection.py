"""One connection to the broker, by paho: the only module that knows it."""

import contextlib
import logging
import re
import socket
from collections.abc import Sequence
from enum import Enum
from threading import Event, Thread
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.hall.card import Card
from companion.hall.link.inbox import Inbox
from companion.hall.link.tls import trusting
from companion.hall.link.trouble import NoBroker, unreachable
from companion.hall.wire.pace import KEEPALIVE_S
from companion.hall.wire.sizes import LARGEST_LOG, LARGEST_ROUND
from companion.hall.wire.topics import Part, placed, round_topic, topic

_logger = logging.getLogger(__name__)

MOST_QUEUED = 32
"""More than ever goes out at a time: see Session."""
_LOOK_S = 1.0
_HANG_UP_S = 0.2
_AROUND = 1024
"""Bytes of a message beside what it carries."""
_ID = re.compile("[a-z0-9]{1,32}")


class Protocol(Enum):
    """Of MQTT."""

    V5 = "5"
    V311 = "3.1.1"


class Connection:
    """Made for one attempt, never used again. What comes goes into `inbox`, by a thread of its own that does nothing
    else. The will says that it has ended."""

    def __init__(self, card: Card, *, will: bytes, protocol: Protocol, inbox: Inbox, patience_s: float) -> None:
        """`patience_s`: for each step of connecting. Raises NoBroker where the card does not say whom to trust."""
        self._card = card
        self._inbox = inbox
        self._protocol = protocol
        self._ended = Event()
        self._client = self._made()
        context = trusting(card)
        if context is not None:
            self._client.tls_set_context(context)
        self._client.username_pw_set(card.table, card.password)
        self._client.will_set(self._own(Part.LINK), will, qos=1, retain=True)
        self._client.max_queued_messages_set(MOST_QUEUED)
        self._client.connect_timeout = patience_s
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_publish = self._on_publish
        self._client.on_message = self._on_message
        self._client.on_disconnect = self._on_disconnect
        # Without this a publish would write in its caller's thread, beside the one that reads and writes here.
        self._client.on_socket_register_write = _nothing
        self._thread = Thread(target=self._run, name="hall wire", daemon=True)

    def open(self) -> None:
        """Connects, and waits for it; what the broker answers comes by the inbox. Raises NoBroker."""
        host, port = self._card.host, self._card.port
        more: dict[str, Any] = {"clean_start": True, "properties": _bounds()} if self._protocol is Protocol.V5 else {}
        try:
            self._client.connect(host, port, keepalive=KEEPALIVE_S, **more)
        except OSError as error:
            raise unreachable(error, host=host, port=port) from error
        except ValueError as error:  # a name that none can be, by IDNA or by TLS
            raise NoBroker(f"the card's broker, {host} port {port}, cannot be one: {error}", long=True) from error
        self._thread.start()

    def subscribe(self) -> None:
        """To the round, and to what is said of this table and asked of it."""
        own, asks = self._own(Part.LINK), f"{self._own(Part.ASK)}/+"
        self._client.subscribe([(each, 1) for each in (own, round_topic(self._card.hall), asks)])

    def publish(self, part: Part, payload: bytes, *, id: str = "", retain: bool = False) -> int:
        """Has it go out, and returns the number under which its arrival will be told. Nothing is waited for."""
        return self._client.publish(self._own(part, id), payload, qos=1, retain=retain).mid

    def close(self, last: bytes | None = None) -> None:
        """Hangs up: politely, with `last` as what the hall keeps of this table's link, or else so that its will tells.
        In either case at once."""
        if last is not None and self._client.is_connected():
            self.publish(Part.LINK, last, retain=True)
            self._client.disconnect()
            self._ended.wait(_HANG_UP_S)
        if (open := self._client.socket()) is not None:
            # Not the socket's own method: TLS's would take it apart under the thread that reads it.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(open, socket.SHUT_RDWR)  # type: ignore[arg-type]
        if self._thread.ident is not None:
            self._thread.join(_HANG_UP_S)
        # Each knows the other: who only counts references would keep both, and their sockets.
        client = self._client
        client.on_connect = client.on_subscribe = client.on_publish = client.on_message = client.on_disconnect = None

    # The connection's own thread

    def _run(self) -> None:
        try:
            while self._client.loop(timeout=_LOOK_S) == MQTTErrorCode.MQTT_ERR_SUCCESS:
                pass
        except Exception:  # what a broker says that is none comes up through all of paho
            _logger.exception("what the broker said is no MQTT")
        finally:
            self._inbox.lose("")
            self._ended.set()

    def _on_connect(self, _client: Client, _data: Any, _flags: ConnectFlags, reason: ReasonCode, _more: Any) -> None:
        self._inbox.greet(reason.getName() if reason.is_failure else None)

    def _on_subscribe(self, _client: Client, _data: Any, _number: int, reasons: Sequence[ReasonCode], _m: Any) -> None:
        self._inbox.subscribe(next((each.getName() for each in reasons if each.is_failure), None))

    def _on_publish(self, _client: Client, _data: Any, number: int, reason: ReasonCode, _more: Any) -> None:
        self._inbox.ack(number, reason.getName() if reason.is_failure else "")

    def _on_disconnect(
        self, _client: Client, _data: Any, flags: DisconnectFlags, reason: ReasonCode, _more: Any
    ) -> None:
        self._inbox.lose(reason.getName() if flags.is_disconnect_packet_from_server else "")

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        """Whatever this table did not subscribe to is nobody's."""
        payload = bytes(message.payload)
        if message.topic == round_topic(self._card.hall):
            self._inbox.round(payload)
            return
        place = placed(self._card.hall, message.topic)
        if place is None or place.table != self._card.table:
            return
        if place.part is Part.LINK:
            self._inbox.link(payload, retained=message.retain)
        elif place.part is Part.ASK and not message.retain and _ID.fullmatch(place.id):
            # A command that is kept for whoever comes is none of the hall's.
            self._inbox.ask(place.id, payload)

    def _own(self, part: Part, id: str = "") -> str:
        return topic(self._card.hall, self._card.table, part, id)

    def _made(self) -> Client:
        new = self._protocol is Protocol.V5
        return Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._card.table,
            protocol=MQTTProtocolVersion.MQTTv5 if new else MQTTProtocolVersion.MQTTv311,
            clean_session=None if new else True,
            reconnect_on_failure=False,
        )


def _bounds() -> Properties:
    """Larger than that is nothing that a table is sent, nor more at a time."""
    bounds = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    bounds.MaximumPacketSize = max(LARGEST_LOG, LARGEST_ROUND) + _AROUND
    bounds.ReceiveMaximum = MOST_QUEUED
    return bounds


def _nothing(*_: object) -> None:
    pass
