"""What Mosquitto runs with: who is let in, who may do what, and how much of it. Texts, made anew with every change."""

from pathlib import Path

from companion.hall.enrol.register import ORGANISER, Register
from companion.hall.wire.sizes import LARGEST, LARGEST_LOG, LARGEST_ROUND, MOST_TABLES
from companion.hall.wire.topics import ROOT, Part, everything, round_topic

_WRITES = (Part.LINK, Part.STATE, Part.LOG, Part.RESULT)
_SEEN = (Part.LINK, Part.STATE, Part.RESULT)
"""What readers are shown of every table."""
DISCOVERY = "homeassistant/device/+/config"
_HEADS = 1024
"""Bytes of a packet beside what it carries."""
LARGEST_PACKET = max(LARGEST, LARGEST_LOG, LARGEST_ROUND) + _HEADS
_ROOM = 1000
"""Connections beside a hall full of tables: the organiser's, readers', and those on their way out."""
_OWED = 100_000
"""Messages that wait for one client: a newcomer among organisers is owed link, state and result of every table."""
_OWED_BYTES = 256 * 1024 * 1024


def passwd(register: Register) -> str:
    return "".join(f"{name}:{hash}\n" for name, hash in register.users.items())


def acl(register: Register) -> str:
    """A table may write what is its own, and read what it is asked, its own link, and the round; the organiser may do
    all in its hall; readers see what tables show. Whatever is not said here is refused."""
    hall = register.hall
    own = f"{ROOT}/{hall}/%u"
    lines = [
        f"user {ORGANISER}",
        f"topic readwrite {ROOT}/{hall}/#",
        f"topic write {DISCOVERY}",
    ]
    for reader in register.readers:
        # Patterns are for everybody: without the first of these a reader would be a table of that name.
        lines += ["", f"user {reader}", f"topic deny {ROOT}/{hall}/{reader}/#", f"topic read {round_topic(hall)}"]
        lines += [f"topic read {everything(hall, part)}" for part in _SEEN]
        lines.append(f"topic read {DISCOVERY}")
    lines += ["", *(f"pattern write {own}/{part.value}" for part in _WRITES)]
    lines.append(f"pattern write {own}/{Part.ANSWER.value}/+")
    lines += [f"pattern read {own}/{Part.LINK.value}", f"pattern read {own}/{Part.ASK.value}/+"]
    lines.append(f"pattern read {round_topic(hall)}")
    return "\n".join(lines) + "\n"


def conf(register: Register, folder: Path, *, owner: str | None) -> str:
    """`folder` holds the files that the broker reads; `owner` is the user it becomes if root starts it."""
    return "\n".join(
        [
            "# Made by `warglass hall`, and made anew with every change of its.",
            f"listener {register.port}",
            f"certfile {folder / SERVER}",
            f"keyfile {folder / SERVER}",
            "allow_anonymous false",
            f"password_file {folder / PASSWD}",
            f"acl_file {folder / ACL}",
            "# Else one table could throw out another by taking its client id.",
            "use_username_as_clientid true",
            "# A table that comes back says again all that was retained, the organiser puts back its own: nothing here",
            "# has to outlive the broker, and Mosquitto does not start at all on a file that a power cut has cut off.",
            "persistence false",
            "persistent_client_expiration 1d",
            f"max_packet_size {LARGEST_PACKET}",
            f"max_connections {MOST_TABLES + _ROOM}",
            "max_inflight_messages 20",
            f"max_queued_messages {_OWED}",
            f"max_queued_bytes {_OWED_BYTES}",
            "max_keepalive 60",
            "set_tcp_nodelay true",
            "sys_interval 0",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            "log_type notice",
            *([f"user {owner}"] if owner is not None else ()),
            "",
        ]
    )


SERVER = "server.pem"
"""The broker's certificate and the key to it, in one file, so that a power cut leaves two that belong together."""
PASSWD = "passwd"
ACL = "acl"
CONF = "mosquitto.conf"
