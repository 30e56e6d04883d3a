"""What keeps a table from its broker, in players' words."""

import socket
import ssl

from companion.errors import WarglassError

_CARD = frozenset({"Not authorized", "Bad user name or password", "Client identifier not valid", "Banned"})
_TAKEN_OVER = "Session taken over"
RIVAL = "another box stands in the hall with this table's card"
_VERSION = "Unsupported protocol version"


class NoBroker(WarglassError):
    """The table cannot be heard; the message says why. `old`: perhaps the broker only knows an older protocol. `long`:
    trying again soon would help nobody. `silent`: nothing was answered."""

    def __init__(self, why: str, *, old: bool = False, long: bool = False, silent: bool = False) -> None:
        super().__init__(why)
        self.old = old
        self.long = long
        self.silent = silent


class Newer(WarglassError):
    """The broker has something of a later start under this table's name, by another box or by this one before its
    journal lost some: `boot` is that start's. `found`: it was there before this connection, and did not come since."""

    def __init__(self, boot: int, *, found: bool) -> None:
        super().__init__(f"start {boot} was here before")
        self.boot = boot
        self.found = found


def unreachable(error: OSError, *, host: str, port: int) -> NoBroker:
    """Why no connection was made."""
    match error:
        case ssl.SSLCertVerificationError():
            return NoBroker(
                f"the broker at {host} is not the one that this table's card is for: {error.verify_message}"
            )
        case ssl.SSLError():
            return NoBroker(f"what answers at {host} port {port} is no broker with TLS: {_reason(error)}")
        case socket.gaierror():
            return NoBroker(f"nothing in this network is called {host}, where the hall's broker should be")
        case ConnectionRefusedError():
            return NoBroker(f"no broker runs at {host} port {port}")
        case TimeoutError():
            return NoBroker(f"the broker at {host} does not answer", silent=True)
        case _:
            return NoBroker(f"the broker at {host} cannot be reached: {_reason(error)}")


def refused(reason: str, *, host: str) -> NoBroker:
    """The broker answered that with this reason, in MQTT's own words."""
    if reason == _VERSION:
        return NoBroker(f"the broker at {host} speaks another version of MQTT", old=True)
    if reason in _CARD:
        return NoBroker(
            f"the broker at {host} does not take this table's card: its organiser may have a newer one", long=True
        )
    return NoBroker(f"the broker at {host} refuses this table: {reason}")


def lost(reason: str, *, host: str, greeted: bool) -> NoBroker:
    """The connection ended, `reason` being the broker's own, or nothing. `greeted`: after it had begun."""
    if reason == _TAKEN_OVER:
        return NoBroker(RIVAL, long=True)
    if not greeted:
        return NoBroker(f"the broker at {host} hung up at once", old=True)
    return NoBroker(f"the broker at {host} is gone")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).rstrip(".")
