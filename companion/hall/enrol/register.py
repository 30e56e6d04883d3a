"""Says who has a hall card, and what Mosquitto runs with so that each client does no more than it may."""

import base64
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.errors import WarglassError
from companion.hall.wire.topics import (
    LARGEST,
    LARGEST_LOG,
    LARGEST_ROUND,
    MOST_TABLES,
    ROOT,
    Name,
    Short,
    TopicPart,
    everything,
    named,
    round_topic,
)

# Who has a hall card, and where the broker is.

PORT = 8883
"""Clients look here for a broker that speaks TLS."""
ORGANISER = "hall"
LONGEST_CALLED = 40
MOST_READERS = 20
MOST_HOSTS = 10

Hash = Annotated[str, msgspec.Meta(max_length=200)]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]


class NotEnrolled(WarglassError):
    """Reports that a table or reader cannot be enrolled, or was not. The message says why."""


class Enrolled(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what players call a table, and what the broker keeps of its password."""

    called: Short
    hash: Hash


class Register(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a hall as its folder has it.

    `hosts`: the broker's names and addresses, the first one on the cards. `organiser`: the hash of its own password.
    `readers`, by name, may only read. `elsewhere`: the broker runs on another machine than the organiser's,
    and the organiser finds it as tables do. `home_assistant`: the organiser announces each table to it.
    """

    hall: Name
    hosts: Annotated[tuple[Short, ...], msgspec.Meta(min_length=1, max_length=MOST_HOSTS)]
    port: Port
    organiser: Hash
    tables: Annotated[dict[Name, Enrolled], msgspec.Meta(max_length=MOST_TABLES)] = {}
    readers: Annotated[dict[Name, Hash], msgspec.Meta(max_length=MOST_READERS)] = {}
    elsewhere: bool = False
    home_assistant: bool = False

    @property
    def called(self) -> dict[str, str]:
        """Returns what players call each table."""
        return {name: table.called for name, table in self.tables.items()}

    @property
    def users(self) -> dict[str, str]:
        """Returns all that the broker lets in, and what it keeps of each password."""
        tables = {name: table.hash for name, table in self.tables.items()}
        return {ORGANISER: self.organiser, **tables, **self.readers}

    def with_tables(self, tables: Mapping[str, Enrolled], *, again: bool) -> "Register":
        """Adds the tables. `again`: new cards in the place of those that they have. Raises NotEnrolled."""
        for name, table in tables.items():
            _check(name)
            if not 1 <= len(table.called) <= LONGEST_CALLED:
                raise NotEnrolled(f"What players call {name} has 1 to {LONGEST_CALLED} letters.")
            if name in self.readers:
                raise NotEnrolled(f"{name} is a reader's name: call the table something else.")
            if name in self.tables and not again:
                raise NotEnrolled(
                    f"{name} has a card. If that is lost, --again makes a new one. The old card lets no box in then, "
                    "and what players sealed under it can no longer be opened."
                )
        all_of_them = {**self.tables, **tables}
        if len(all_of_them) > MOST_TABLES:
            raise NotEnrolled(f"A hall has {MOST_TABLES} tables at most.")
        return replace(self, tables=all_of_them)

    def with_reader(self, name: str, hash: str) -> "Register":
        """Adds a reader. One that was there gets a new password. Raises NotEnrolled."""
        _check(name)
        if name in self.tables:
            raise NotEnrolled(f"{name} is a table's name: call the reader something else.")
        readers = {**self.readers, name: hash}
        if len(readers) > MOST_READERS:
            raise NotEnrolled(f"A hall has {MOST_READERS} readers at most.")
        return replace(self, readers=readers)

    def without(self, names: Sequence[str]) -> "Register":
        """Deletes these tables and readers. Raises NotEnrolled."""
        for name in names:
            if name not in self.tables and name not in self.readers:
                raise NotEnrolled(f"This hall does not have a table or reader named {name}.")
        tables = {each: table for each, table in self.tables.items() if each not in names}
        readers = {each: hash for each, hash in self.readers.items() if each not in names}
        return replace(self, tables=tables, readers=readers)


def _check(name: str) -> None:
    if not named(name):
        raise NotEnrolled(
            f"{name!r} cannot be a name here: small letters, digits and single hyphens between, such as table-7; and "
            "neither round nor hall."
        )


# Passwords drawn at random, and what Mosquitto keeps of them.

PASSWORD_BYTES = 16
_SALT_BYTES = 12
_HASH_BYTES = 64
_ROUNDS = 101
"""Mosquitto's own number. More would not slow down a guesser of 128 bits, but a thousand tables that come back at
once.
"""


def password() -> str:
    return secrets.token_urlsafe(PASSWORD_BYTES)


def hashed(password: str) -> str:
    """Writes it as mosquitto_passwd(1) does behind a user's name: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(_SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS, _HASH_BYTES)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


# What Mosquitto runs with: who may connect, who may do what, and how much of it. Texts, renewed with every change.

_WRITES = (TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.RESULT)
_SEEN = (TopicPart.LINK, TopicPart.STATE, TopicPart.RESULT, TopicPart.HERE)
"""Readers see these of every table."""
DISCOVERY = "homeassistant/device/+/config"
_HEADS = 1024
"""Counts the bytes of a packet beside its payload."""
LARGEST_PACKET = max(LARGEST, LARGEST_LOG, LARGEST_ROUND) + _HEADS
_ROOM = 1000
"""Allows connections beside a hall full of tables: the organiser's, readers', and those that are closing."""
_OWED = 100_000
"""Messages that wait for one client: a new organiser is owed link, state and result of every table."""
_OWED_BYTES = 256 * 1024 * 1024


def passwd(register: Register) -> str:
    return "".join(f"{name}:{hash}\n" for name, hash in register.users.items())


def acl(register: Register) -> str:
    """Writes who may do what at the broker. Mosquitto refuses the rest.

    A table may write what is its own. It may read the round, its own link, what it is asked, and who plays there.
    The organiser may do all in its hall; readers see what tables show.
    """
    hall = register.hall
    own = f"{ROOT}/{hall}/%u"
    lines = [
        f"user {ORGANISER}",
        f"topic readwrite {ROOT}/{hall}/#",
        f"topic write {DISCOVERY}",
    ]
    for reader in register.readers:
        # Patterns hold for all users: without the first of these a reader would be a table of that name.
        lines += ["", f"user {reader}", f"topic deny {ROOT}/{hall}/{reader}/#", f"topic read {round_topic(hall)}"]
        lines += [f"topic read {everything(hall, part)}" for part in _SEEN]
        lines.append(f"topic read {DISCOVERY}")
    lines += ["", *(f"pattern write {own}/{part.value}" for part in _WRITES)]
    lines.append(f"pattern write {own}/{TopicPart.ANSWER.value}/+")
    lines += [
        f"pattern read {own}/{part}"
        for part in (TopicPart.LINK.value, TopicPart.HERE.value, f"{TopicPart.ASK.value}/+")
    ]
    lines.append(f"pattern read {round_topic(hall)}")
    return "\n".join(lines) + "\n"


def conf(register: Register, folder: Path, *, owner: str | None) -> str:
    """Writes mosquitto.conf. `folder` holds the files that the broker reads; `owner` is its user if root starts it."""
    return "\n".join(
        [
            "# Made by `warglass hall`, and renewed with every change it makes.",
            f"listener {register.port}",
            f"certfile {folder / SERVER}",
            f"keyfile {folder / SERVER}",
            "allow_anonymous false",
            f"password_file {folder / PASSWD}",
            f"acl_file {folder / ACL}",
            "# Else one table could throw out another by taking its client id.",
            "use_username_as_clientid true",
            "# A table that comes back sends again all that was retained, and the organiser restores its own messages.",
            "# No file here has to outlive the broker. Mosquitto does not start on one that a power cut has cut off.",
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
"""The broker's certificate and the key to it are one file, so that a power cut leaves two that fit together."""
PASSWD = "passwd"
ACL = "acl"
CONF = "mosquitto.conf"
