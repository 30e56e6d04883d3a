"""Connects the organiser to the broker, by paho in its thread."""

import logging
import ssl
import sys
import threading
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.hall.link.connection import believing, tls_trouble
from companion.hall.organiser.hearing import Broker, Inbox, Message
from companion.hall.wire.topics import AGAIN_S, KEEPALIVE_S, MOST_TABLES, Name, TopicPart, everything, round_topic

USER = "hall"
CONNECT_S, LONGEST_CONNECT_S = 1.5, 20.0
"""Limit each step of connecting, in seconds. The first is long enough for TCP to repeat, after a second, what was lost.

It doubles after each try that took longer: a small machine with a thousand tables to answer takes its time.
"""
STOP_S = 3
MOST_OUT = 3 * MOST_TABLES
"""Limits the messages on their way to the broker: all tables get who plays there, and an ask, at the same time.

What does not fit is asked again later, or sent again at the next connection.
"""
_logger = logging.getLogger(__name__)
# paho calls it an error where its thread finds a connection that another thread has seen end: it connects again.
_logger.addFilter(lambda record: not record.getMessage().startswith("Client is not connected"))


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Says where the broker is, and who the organiser is there. `ca` (PEM) signed its certificate.

    `ca` is empty for a broker on this very machine: that connection is not encrypted.
    """

    host: str
    port: int
    user: str = USER
    password: str = ""
    ca: str = ""


class _Client(mqtt.Client):
    def wait_for(self, connect_s: float) -> None:
        """Limits each step of the next try to connect. paho reads this for each try.

        `connect_timeout` itself may be set only before the first.
        """
        self._connect_timeout = connect_s


class BrokerClient:
    """Serves as a Client. Messages reach the inbox from paho's thread; while there is no room for more, that thread
    waits.

    The broker keeps its messages meanwhile, or hangs up and then sends all that is retained again.
    """

    def __init__(self, inbox: Inbox, *, hall: Name, account: Account) -> None:
        """Raises ssl.SSLError for a `ca` that is not a certificate."""
        self._inbox = inbox
        self._hall = hall
        self._account = account
        self._there = False
        self._hears_here = False
        self._client = client = _Client(
            CallbackAPIVersion.VERSION2, client_id=f"{USER}-{hall}", clean_session=True, protocol=mqtt.MQTTv311
        )
        if account.password:
            client.username_pw_set(account.user, account.password)
        if account.ca:
            client.tls_set_context(believing(account.ca))
        client.reconnect_delay_set(AGAIN_S, AGAIN_S)
        client.max_queued_messages_set(MOST_OUT)
        client.max_inflight_messages_set(MOST_OUT)
        client.connect_timeout = CONNECT_S
        # A fault in any of these is in the log, and does not end paho's thread.
        client.suppress_exceptions = True
        client.enable_logger(_logger)
        client.on_connect = self._connected
        client.on_connect_fail = self._failed
        client.on_disconnect = self._disconnected
        client.on_message = self._came

    def start(self) -> None:
        self._client.connect_async(self._account.host, self._account.port, KEEPALIVE_S)
        self._client.loop_start()

    def hear_here(self, *, wanted: bool) -> None:
        if wanted is self._hears_here:
            return
        self._hears_here = wanted
        if self._client.is_connected():
            place = everything(self._hall, TopicPart.HERE)
            _ = self._client.subscribe(place, 1) if wanted else self._client.unsubscribe(place)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        if self._client.is_connected():
            self._client.publish(topic, payload, qos=1, retain=retain)

    def stop(self) -> None:
        self._client.disconnect()
        # What a hanging broker has not taken keeps paho's thread, which dies with the process then.
        ending = threading.Thread(target=self._client.loop_stop, daemon=True)
        ending.start()
        ending.join(STOP_S)
        # Each knows the other: who only counts references would keep both, and their sockets.
        client = self._client
        client.on_connect = client.on_connect_fail = client.on_disconnect = client.on_message = None

    def _connected(
        self, client: mqtt.Client, _data: Any, _flags: mqtt.ConnectFlags, code: ReasonCode, _more: Properties | None
    ) -> None:
        if code.is_failure:
            self._inbox.put(Broker(f"The broker refuses the organiser: {code}."))
            return
        self._there = True
        parts = [
            part for part in TopicPart if part is not TopicPart.ASK and (part is not TopicPart.HERE or self._hears_here)
        ]
        client.subscribe([(round_topic(self._hall), 1)] + [(everything(self._hall, part), 1) for part in parts])
        self._inbox.put(Broker(""))

    def _failed(self, _client: mqtt.Client, _data: Any) -> None:
        # paho calls this while it handles the exception, and passes it in no other way.
        error = sys.exc_info()[1]
        if isinstance(error, TimeoutError):
            self._client.wait_for(min(2 * self._client.connect_timeout, LONGEST_CONNECT_S))
        self._inbox.put(Broker(self._trouble(error)))

    def _trouble(self, error: BaseException | None) -> str:
        if isinstance(error, ssl.SSLError):
            words = tls_trouble(error, host=self._account.host, port=self._account.port)
            return f"{words[0].upper()}{words[1:]}."
        return f"The broker does not answer: {error}." if error else "The broker does not answer."

    def _disconnected(
        self, _client: mqtt.Client, _data: Any, _flags: mqtt.DisconnectFlags, code: ReasonCode, _more: Properties | None
    ) -> None:
        _logger.info("the broker is gone: %s", code)
        if self._there:
            self._there = False
            self._client.wait_for(CONNECT_S)
            self._inbox.put(Broker("The connection to the broker is lost."))

    def _came(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        self._inbox.put(Message(message.topic, bytes(message.payload)))
