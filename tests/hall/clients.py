"""Clients at the real broker, for tests to play tables, organisers and strangers with."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.hall.card import HallCard
from companion.hall.enrol.folder import HallFolder, Login
from tests.hall.broker import Broker, ended
from tests.support import PATIENCE_S


class HallBroker(Broker):
    """Mosquitto with what the hall's folder says."""

    def __init__(self, hall: HallFolder, place: Path) -> None:
        super().__init__(place, port=hall.register.port)
        self.file = hall.conf
        self._ca = hall.ca

    def start(self) -> "HallBroker":
        """Returns once it can be spoken to: Mosquitto listens a moment before it has read its certificate."""
        super().start()
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as plain,
                trusting(self._ca).wrap_socket(plain, server_hostname="localhost"),
            ):
                return self
            assert self.runs, (self.folder / "mosquitto.log").read_text()
        raise AssertionError("mosquitto takes nobody in")


def login(card: HallCard) -> Login:
    return Login(host="localhost", port=card.port, user=card.table, password=card.password, ca=card.ca)


def trusting(ca: bytes) -> ssl.SSLContext:
    context = ssl.create_default_context(cadata=ca)
    # As Python has it by itself from 3.13 on.
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context


class Client:
    """One connection. `heard` is what came, in order, as topic and payload."""

    def __init__(self, login: Login, *, id: str | None = None, will: tuple[str, bytes] | None = None) -> None:
        """Returns as soon as the broker has let it in, or has not: `reason` says which."""
        self.heard: list[tuple[str, bytes]] = []
        self.reason = ""
        self.gone = False
        self._changed = threading.Condition()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=login.user if id is None else id)
        self._client.username_pw_set(login.user, login.password)
        self._client.tls_set_context(trusting(login.ca))
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_disconnect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_subscribe = self._on_subscribe
        self._subscribed: set[int] = set()
        if will is not None:
            self._client.will_set(will[0], will[1], qos=1, retain=True)
        self._client.connect(login.host, login.port, keepalive=30)
        self._client.loop_start()
        self.wait(lambda: self.reason or self.gone)

    def subscribe(self, *topics: str) -> None:
        """Returns once the broker has said yes or no to each."""
        for topic in topics:
            _, number = self._client.subscribe(topic, qos=1)
            assert number is not None
            self.wait(lambda number=number: number in self._subscribed)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Returns once the broker has taken it; whether it passes it on is another question."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE_S)

    def flood(self, topic: str, payload: bytes) -> None:
        """Publishes what the broker will not take."""
        self._client.publish(topic, payload, qos=1)

    def wait(self, until: Callable[[], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(until, PATIENCE_S), (self.reason, self.heard)

    def wait_for(self, topic: str, payload: bytes) -> None:
        self.wait(lambda: (topic, payload) in self.heard)

    def wait_until_gone(self) -> None:
        self.wait(lambda: self.gone)

    def cut(self) -> None:
        """As if the table's plug were pulled: no word of goodbye."""
        ended(self._client)
        socket = self._client.socket()
        assert socket is not None
        socket.close()

    def close(self) -> None:
        self._client.disconnect()
        ended(self._client)

    def _on_connect(self, client: Any, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._change(lambda: setattr(self, "reason", str(reason)))

    def _on_disconnect(self, *_: Any) -> None:
        self._change(lambda: setattr(self, "gone", True))

    def _on_subscribe(self, client: Any, data: Any, number: int, reasons: Any, properties: Any) -> None:
        self._change(lambda: self._subscribed.add(number))

    def _on_message(self, client: Any, data: Any, message: Any) -> None:
        self._change(lambda: self.heard.append((message.topic, message.payload)))

    def _change(self, change: Callable[[], object]) -> None:
        with self._changed:
            change()
            self._changed.notify_all()
