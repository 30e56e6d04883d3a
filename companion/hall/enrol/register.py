"""Who has a card of a hall's, and where its broker is."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.errors import WarglassError
from companion.hall.wire.sizes import MOST_TABLES, Short
from companion.hall.wire.topics import Name, named

PORT = 8883
"""Where brokers that speak TLS are looked for."""
ORGANISER = "hall"
LONGEST_CALLED = 40
MOST_READERS = 20
MOST_HOSTS = 10

Hash = Annotated[str, msgspec.Meta(max_length=200)]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]


class NotEnrolled(WarglassError):
    """Somebody cannot be enrolled, or was not. The message says why."""


class Enrolled(msgspec.Struct, frozen=True, kw_only=True):
    """A table: what players call it, and what the broker keeps of its password."""

    called: Short
    hash: Hash


class Register(msgspec.Struct, frozen=True, kw_only=True):
    """A hall as its folder has it. `hosts`: the broker's names and addresses, the first one on the cards;
    `organiser`: what the broker keeps of the organiser's own password; `readers`, by name, may only look. `elsewhere`:
    the broker runs on no machine of the organiser's, who finds it as tables do; `home_assistant`: it is told of each
    table."""

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
        """What each table is called by players."""
        return {name: table.called for name, table in self.tables.items()}

    @property
    def users(self) -> dict[str, str]:
        """Everybody whom the broker lets in, and what it keeps of each password."""
        tables = {name: table.hash for name, table in self.tables.items()}
        return {ORGANISER: self.organiser, **tables, **self.readers}

    def with_tables(self, tables: Mapping[str, Enrolled], *, again: bool) -> "Register":
        """`again`: new cards in the place of those that they have. Raises NotEnrolled."""
        for name, table in tables.items():
            _check(name)
            if not 1 <= len(table.called) <= LONGEST_CALLED:
                raise NotEnrolled(f"What players call {name} has 1 to {LONGEST_CALLED} letters.")
            if name in self.readers:
                raise NotEnrolled(f"{name} is a reader's name: call the table something else.")
            if name in self.tables and not again:
                raise NotEnrolled(
                    f"{name} has a card. If that is lost, --again makes a new one: then the old one lets nobody in, "
                    "and what players sealed under it opens no more."
                )
        all_of_them = {**self.tables, **tables}
        if len(all_of_them) > MOST_TABLES:
            raise NotEnrolled(f"A hall has {MOST_TABLES} tables at most.")
        return replace(self, tables=all_of_them)

    def with_reader(self, name: str, hash: str) -> "Register":
        """One that was there gets a new password. Raises NotEnrolled."""
        _check(name)
        if name in self.tables:
            raise NotEnrolled(f"{name} is a table's name: call the reader something else.")
        readers = {**self.readers, name: hash}
        if len(readers) > MOST_READERS:
            raise NotEnrolled(f"A hall has {MOST_READERS} readers at most.")
        return replace(self, readers=readers)

    def without(self, names: Sequence[str]) -> "Register":
        """Raises NotEnrolled."""
        for name in names:
            if name not in self.tables and name not in self.readers:
                raise NotEnrolled(f"Nobody here is called {name}.")
        tables = {each: table for each, table in self.tables.items() if each not in names}
        readers = {each: hash for each, hash in self.readers.items() if each not in names}
        return replace(self, tables=tables, readers=readers)


def _check(name: str) -> None:
    if not named(name):
        raise NotEnrolled(
            f"{name!r} cannot be a name here: small letters, digits and single hyphens between, such as table-7; and "
            "neither round nor hall."
        )
