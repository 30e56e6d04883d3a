"""Makes one connection to the broker, by paho: which broker it trusts, what came in, and why it failed."""

import contextlib
import logging
import re
import socket
import ssl
from collections import deque
from collections.abc import Sequence
from enum import Enum
from threading import Event, Lock, Thread
from typing import Any

import msgspec
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.errors import WarglassError
from companion.hall.card import HallCard, on_this_machine
from companion.hall.wire.topics import KEEPALIVE_S, LARGEST_LOG, LARGEST_ROUND, TopicPart, placed, round_topic, topic

# Why a table has no broker, in players' words.

_CARD = frozenset({"Not authorized", "Bad user name or password", "Client identifier not valid", "Banned"})
_TAKEN_OVER = "Session taken over"
RIVAL = "another box stands in the hall with this table's card"
_VERSION = "Unsupported protocol version"


class NoBroker(WarglassError):
    """Reports that the table is not in its hall; the message says why. `old`: perhaps the broker has an older protocol.

    `long`: trying again soon would not help. `silent`: the broker did not answer. `rival`: another box has the place.
    """

    def __init__(
        self, why: str, *, old: bool = False, long: bool = False, silent: bool = False, rival: bool = False
    ) -> None:
        super().__init__(why)
        self.old = old
        self.long = long
        self.silent = silent
        self.rival = rival


class NewerStart(WarglassError):
    """Reports a later start at the broker under this table's name: another box's, or this one's before it lost journal.

    `boot` is that start's. `found`: it was there before this connection, and did not come since.
    """

    def __init__(self, boot: int, *, found: bool) -> None:
        super().__init__(f"start {boot} was here before")
        self.boot = boot
        self.found = found


def unreachable(error: OSError, *, host: str, port: int) -> NoBroker:
    """Returns why no connection was made."""
    match error:
        case ssl.SSLError():
            return NoBroker(tls_trouble(error, host=host, port=port))
        case socket.gaierror():
            return NoBroker(f"this network does not know the name {host}, where the hall's broker should be")
        case ConnectionRefusedError():
            return NoBroker(f"no broker runs at {host} port {port}")
        case TimeoutError():
            return NoBroker(f"the broker at {host} does not answer", silent=True)
        case _:
            return NoBroker(f"the broker at {host} cannot be reached: {_reason(error)}")


def tls_trouble(error: ssl.SSLError, *, host: str, port: int) -> str:
    """Says what is wrong with the broker's TLS, and what to do next."""
    if not isinstance(error, ssl.SSLCertVerificationError):
        return f"what answers at {host} port {port} does not speak TLS: is that the hall's broker?"
    match error.verify_code:  # OpenSSL's numbers
        case 9:
            return (
                f"the broker's certificate at {host} is not valid yet: this box's clock is probably behind. "
                "Set its date and time"
            )
        case 10:
            return (
                f"the broker's certificate at {host} has expired: have the organiser restart warglass-hall and the "
                "broker. If it is new there, this box's clock is ahead"
            )
        case 62 | 64:
            return (
                f"the broker at {host} has a certificate for other names: have the organiser say where it is with "
                f"“warglass hall move {host}”"
            )
        case _:
            return (
                f"the broker at {host} is another hall's, or was set up again: "
                "ask the organiser for this hall's newest card"
            )


def refused(reason: str, *, host: str) -> NoBroker:
    """Explains the broker's refusal, whose reason is in MQTT's own words."""
    if reason == _VERSION:
        return NoBroker(f"the broker at {host} speaks another version of MQTT", old=True)
    if reason in _CARD:
        return NoBroker(
            f"the broker at {host} does not take this table's card: its organiser may have a newer one", long=True
        )
    return NoBroker(f"the broker at {host} refuses this table: {reason}")


def lost(reason: str, *, host: str, greeted: bool) -> NoBroker:
    """Explains the end of the connection: `reason` is the broker's own, or empty. `greeted`: it had begun."""
    if reason == _TAKEN_OVER:
        return NoBroker(RIVAL, rival=True)
    if not greeted:
        return NoBroker(f"the broker at {host} hung up at once", old=True)
    return NoBroker(f"the broker at {host} is gone")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).rstrip(".")


# Which broker a table, and its hall's organiser, trust.


class Trusting(ssl.SSLContext):
    """Closes the socket where the broker turns out to be another hall's: paho would leave that to chance."""

    def wrap_socket(self, *args: Any, **more: Any) -> ssl.SSLSocket:
        wrapped = super().wrap_socket(*args, **more)
        try:
            wrapped.do_handshake()
        except ConnectionResetError as error:
            wrapped.close()
            raise ssl.SSLError(error.errno, "it hung up on TLS") from error
        except BaseException:
            wrapped.close()
            raise
        return wrapped


def trusting(card: HallCard) -> ssl.SSLContext | None:
    """Trusts only a certificate that the card's authority has signed, under the card's name for the broker.

    Returns None for no TLS, on this very machine alone. Raises NoBroker.
    """
    if not card.ca:
        if on_this_machine(card.host):
            return None
        raise NoBroker(f"this table's card does not say how to know the broker at {card.host}", long=True)
    try:
        return believing(card.ca)
    except (ssl.SSLError, ValueError) as error:
        raise NoBroker("the certificate on this table's card cannot be read", long=True) from error


def believing(ca: bytes | str) -> ssl.SSLContext:
    """Trusts only what that authority, as DER or PEM, has signed. Raises ssl.SSLError, ValueError."""
    context = Trusting(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_verify_locations(cadata=ca)
    return context


# What came from the broker, until the link's thread has time for it. It never grows beyond what is kept of each.

MOST_ASKS = 32
"""This many wait. Of more, the oldest is dropped, because the hall asks again until it has an answer."""
MOST_ASKED_BYTES = 8 * 1024 * 1024
"""Limits all of them together. The newest one waits whatever its size, which the broker bounds."""
_MOST_LINKS = 4


class Heard(msgspec.Struct, frozen=True):
    """Holds an ask that came."""

    id: str
    payload: bytes


class LinkHeard(msgspec.Struct, frozen=True):
    """Holds the broker's message on this table's own link. `retained`: it was there before the table subscribed."""

    payload: bytes
    retained: bool


class LinkInbox:
    """Holds what one connection received. The broker's thread adds, the link's thread removes; `wake` says so."""

    def __init__(self, wake: Event) -> None:
        self._wake = wake
        self._asks: deque[Heard] = deque()
        self._asked_bytes = 0
        self._asking = Lock()
        self._links: deque[LinkHeard] = deque(maxlen=_MOST_LINKS)
        self._round: bytes | None = None
        self._here: bytes | None = None
        self._acked: deque[tuple[int, str]] = deque()
        self.greeted = False
        """True once the broker has accepted the table."""
        self.subscribed = False
        self.refused: str | None = None
        """Says why it did not, in MQTT's own words; or why the table gets no messages there."""
        self.lost: str | None = None
        """Says why the connection has ended, in MQTT's own words; empty without any."""

    # The broker's thread

    def greet(self, refused: str | None) -> None:
        self.greeted, self.refused = refused is None, refused
        self._wake.set()

    def subscribe(self, refused: str | None) -> None:
        self.subscribed, self.refused = refused is None, refused
        self._wake.set()

    def ack(self, number: int, refused: str = "") -> None:
        """Notes the broker's receipt for what was published and is on its way: the queue is no longer than that."""
        self._acked.append((number, refused))
        self._wake.set()

    def ask(self, id: str, payload: bytes) -> None:
        with self._asking:
            self._asks.append(Heard(id, payload))
            self._asked_bytes += len(payload)
            while len(self._asks) > 1 and (len(self._asks) > MOST_ASKS or self._asked_bytes > MOST_ASKED_BYTES):
                self._asked_bytes -= len(self._asks.popleft().payload)
        self._wake.set()

    def link(self, payload: bytes, *, retained: bool = False) -> None:
        self._links.append(LinkHeard(payload, retained))
        self._wake.set()

    def round(self, payload: bytes) -> None:
        self._round = payload
        self._wake.set()

    def here(self, payload: bytes) -> None:
        self._here = payload
        self._wake.set()

    def lose(self, reason: str) -> None:
        """Notes why the connection has ended. The first reason counts."""
        if self.lost is None:
            self.lost = reason
        self._wake.set()

    # The link's thread

    def next_ask(self) -> Heard | None:
        with self._asking:
            if not self._asks:
                return None
            heard = self._asks.popleft()
            self._asked_bytes -= len(heard.payload)
            return heard

    def next_link(self) -> LinkHeard | None:
        return self._links.popleft() if self._links else None

    def next_ack(self) -> tuple[int, str] | None:
        """Returns the number of what has arrived, and why the broker refused it, in MQTT's own words."""
        return self._acked.popleft() if self._acked else None

    def next_round(self) -> bytes | None:
        found, self._round = self._round, None
        return found

    def next_here(self) -> bytes | None:
        found, self._here = self._here, None
        return found

    @property
    def has_asks(self) -> bool:
        return bool(self._asks)


# One connection to the broker, by paho: the only module that knows it.

_logger = logging.getLogger(__name__)

MOST_QUEUED = 32
"""Allows more than ever goes out at a time: see Session."""
_LOOK_S = 1.0
_HANG_UP_S = 0.2
_AROUND = 1024
"""Counts the bytes of a message beside its payload."""
_ID = re.compile("[a-z0-9]{1,32}")
_NEEDED = 3
"""A table cannot do without this many topics."""


class Protocol(Enum):
    """Names the versions of MQTT."""

    V5 = "5"
    V311 = "3.1.1"


class HallConnection:
    """Connects once, and is never used again. A thread of its own puts what comes into `inbox`, and does no more.

    Its will says that it has ended.
    """

    def __init__(self, card: HallCard, *, will: bytes, protocol: Protocol, inbox: LinkInbox, patience_s: float) -> None:
        """`patience_s`: for each step of connecting. Raises NoBroker where the card does not say which broker
        to trust.
        """
        self._card = card
        self._inbox = inbox
        self._protocol = protocol
        self._ended = Event()
        self._client = self._made()
        context = trusting(card)
        if context is not None:
            self._client.tls_set_context(context)
        self._client.username_pw_set(card.table, card.password)
        self._client.will_set(self._own(TopicPart.LINK), will, qos=1, retain=True)
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
        """Connects, and waits for it; the broker's answer comes through the inbox. Raises NoBroker."""
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
        """Subscribes to the round, and to what is about this table or asked of it."""
        topics = (
            self._own(TopicPart.LINK),
            round_topic(self._card.hall),
            f"{self._own(TopicPart.ASK)}/+",
            self._own(TopicPart.HERE),
        )
        self._client.subscribe([(each, 1) for each in topics])

    def publish(self, part: TopicPart, payload: bytes, *, id: str = "", retain: bool = False) -> int:
        """Sends it, and returns the number that its receipt will have. It does not wait."""
        return self._client.publish(self._own(part, id), payload, qos=1, retain=retain).mid

    def close(self, last: bytes | None = None, *, quietly: bool = False) -> None:
        """Closes the connection at once, in one of three ways.

        With `last`, the hall keeps that of this table's link. With `quietly`, it stays as it is.
        Without both, its will says so.
        """
        if (quietly or last is not None) and self._client.is_connected():
            if last is not None:
                self.publish(TopicPart.LINK, last, retain=True)
            self._client.disconnect()
            self._ended.wait(_HANG_UP_S)
        if (open := self._client.socket()) is not None:
            # Not the socket's own method: TLS's would close it under the thread that reads it.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(open, socket.SHUT_RDWR)  # type: ignore[arg-type]
        if self._thread.ident is not None:
            self._thread.join(_HANG_UP_S)
        # Each refers to the other: by counting references alone, both would stay, and their sockets.
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
        # An organiser of an earlier Warglass does not allow the last one, and sends no messages there.
        self._inbox.subscribe(next((each.getName() for each in reasons[:_NEEDED] if each.is_failure), None))

    def _on_publish(self, _client: Client, _data: Any, number: int, reason: ReasonCode, _more: Any) -> None:
        self._inbox.ack(number, reason.getName() if reason.is_failure else "")

    def _on_disconnect(
        self, _client: Client, _data: Any, flags: DisconnectFlags, reason: ReasonCode, _more: Any
    ) -> None:
        self._inbox.lose(reason.getName() if flags.is_disconnect_packet_from_server else "")

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        """Drops what this table did not subscribe to."""
        payload = bytes(message.payload)
        if message.topic == round_topic(self._card.hall):
            self._inbox.round(payload)
            return
        place = placed(self._card.hall, message.topic)
        if place is None or place.table != self._card.table:
            return
        if place.part is TopicPart.LINK:
            self._inbox.link(payload, retained=message.retain)
        elif place.part is TopicPart.HERE:
            self._inbox.here(payload)
        elif place.part is TopicPart.ASK and not message.retain and _ID.fullmatch(place.id):
            # A command that the broker has kept for any newcomer is not the hall's.
            self._inbox.ask(place.id, payload)

    def _own(self, part: TopicPart, id: str = "") -> str:
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
    """Limits what the broker sends: no message to a table is larger, and no more come at a time."""
    bounds = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    bounds.MaximumPacketSize = max(LARGEST_LOG, LARGEST_ROUND) + _AROUND
    bounds.ReceiveMaximum = MOST_QUEUED
    return bounds


def _nothing(*_: object) -> None:
    pass
