"""Keeps a hall's folder: all that its broker and its organiser need, for their own user alone."""

import fcntl
import io
import os
import pwd
import secrets
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from html import escape
from pathlib import Path

import msgspec
import segno
from msgspec.structs import replace

from companion.errors import WarglassError
from companion.fields.decode import decoder_of
from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.hall.card import KEY_BYTES, TABLES_OWN, HallCard, address, check_host, fingerprint, link, written
from companion.hall.enrol import certificates
from companion.hall.enrol import register as broker
from companion.hall.enrol.certificates import Pair
from companion.hall.enrol.register import ORGANISER, Enrolled, NotEnrolled, Register, hashed, password
from companion.hall.wire.topics import named
from companion.journal.store import in_words
from companion.system import state as files

# The broker that runs with a hall's folder, wherever it was started from.

_PROC = Path("/proc")
_MOST_PROCESSES = 2**22


def reload(conf: Path) -> bool:
    """Has every Mosquitto that runs with that file reread passwords, rights and certificate.

    Returns False where none does. Raises PermissionError where it is another user's.
    """
    found = _running(conf)
    for process in found:
        os.kill(process, signal.SIGHUP)
    return bool(found)


def _running(conf: Path) -> list[int]:
    """Finds it by its command line: a number in a file may be another process's by now."""
    found, wanted = [], conf.resolve()
    for place in _PROC.glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        program, *arguments = (Path(os.fsdecode(word)) for word in words)
        # Only what has its name is looked up: others' arguments may be any text.
        if program.name == "mosquitto" and any(
            each.name == conf.name and each.resolve() == wanted for each in arguments
        ):
            found.append(place.name)
    return [number for name in found if (number := whole(name, least=1, most=_MOST_PROCESSES)) is not None]


REGISTER = "hall.json"
CA = "ca.pem"
CA_KEY = "ca.key"
SECRET = "organiser.key"
"""Holds the organiser's own password at the broker."""
BROKER = "broker"
"""Holds what the broker reads, and no more: it need not see the files beside this folder."""
_BEFORE_IT_IS_ONE = {BROKER} | {f"{each}{end}" for each in (CA, CA_KEY, SECRET, REGISTER) for end in ("", ".new")}
_LARGEST = 8 * 1024 * 1024
SELF = "127.0.0.1"
"""The organiser finds a broker beside it at this address: a name would have to be looked up."""


class HallError(WarglassError):
    """Reports that a hall's folder cannot be used. The message says what to do."""


class Login(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a client needs at the broker beside its topics; `ca` is DER."""

    host: str
    port: int
    user: str
    password: str
    ca: bytes


class HallFolder:
    """Keeps one hall's folder. Any process may use it; changes come one after another.

    A file that cannot be read or written raises HallError.
    """

    def __init__(self, place: Path) -> None:
        """Raises HallError where there is no hall."""
        self.place = place
        self._seen = _marked(place / REGISTER)
        self._register = self._read()

    @classmethod
    def new(cls, place: Path, *, hall: str, hosts: tuple[str, ...], port: int) -> "HallFolder":
        """Makes the folder, with an authority of its own. Raises HallError, NotEnrolled."""
        if not named(hall):
            raise NotEnrolled(
                f"{hall!r} cannot be a hall's name: small letters, digits and single hyphens between, such as "
                "club-night."
            )
        _check_hosts(hosts)
        secret = password()
        register = Register(hall=hall, hosts=hosts, port=port, organiser=hashed(secret))
        authority = certificates.authority(hall, hosts)
        try:
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            # What a power cut has left of making one is not a hall: it has given out no card, and no broker has run
            # there.
            there = {each.name for each in place.iterdir()}
            if REGISTER in there or not there <= _BEFORE_IT_IS_ONE or (place / BROKER / broker.CONF).exists():
                raise HallError(f"{place} is not empty: choose another folder with --folder.")
            place.chmod(0o700)
            (place / BROKER).mkdir(mode=0o700, exist_ok=True)
            _owned(place / BROKER)
            files.replace(place / CA_KEY, authority.key)
            files.replace(place / CA, authority.certificate)
            files.replace(place / SECRET, secret.encode())
            # Last, because this file makes it a hall.
            files.replace(place / REGISTER, msgspec.json.encode(register))
        except OSError as error:
            raise HallError(f"{place} cannot be written: {in_words(error)}.") from error
        made = cls(place)
        made.freshen(now=datetime.now(UTC))
        return made

    @property
    def register(self) -> Register:
        return self._register

    def changed(self) -> bool:
        """Returns True where another process has changed the register since this one last read it.

        A register that cannot be read at this moment counts as unchanged.
        """
        seen = _marked(self.place / REGISTER)
        if seen in (self._seen, None):
            return False
        try:
            self._register = self._read()
        except HallError:
            return False
        self._seen = seen
        return True

    @property
    def conf(self) -> Path:
        """Returns the file that Mosquitto is started with."""
        return self.place / BROKER / broker.CONF

    @property
    def ca(self) -> bytes:
        """Returns the authority's certificate, DER."""
        return certificates.der(self._bytes(CA))

    def enrol(self, tables: Mapping[str, str], *, again: bool = False) -> list[HallCard]:
        """Makes a card for each of the tables, by name with what players call it; all of them or none.

        Their passwords and keys are on the cards alone. Raises NotEnrolled, Invalid.
        """
        ca = self.ca
        cards = [self._card(table, called, ca) for table, called in tables.items()]
        enrolled = {card.table: Enrolled(called=card.called, hash=hashed(card.password)) for card in cards}
        self._register.with_tables(enrolled, again=again)
        for card in cards:
            written(card)
        self._change(lambda register: register.with_tables(enrolled, again=again))
        return cards

    def _card(self, table: str, called: str, ca: bytes) -> HallCard:
        return HallCard(
            host=self._register.hosts[0],
            port=self._register.port,
            hall=self._register.hall,
            table=table,
            called=called,
            password=password(),
            ca=ca,
            key=secrets.token_bytes(KEY_BYTES),
        )

    def enrol_reader(self, name: str) -> Login:
        """Enrols a client that may read what tables show, and may not write. Raises NotEnrolled."""
        secret = password()
        hash = hashed(secret)
        self._change(lambda register: register.with_reader(name, hash))
        return Login(host=self._register.hosts[0], port=self._register.port, user=name, password=secret, ca=self.ca)

    def remove(self, names: Sequence[str]) -> None:
        """Deletes those tables and readers, all of them or none. Raises NotEnrolled.

        The broker lets them in no more. It drops them as soon as it has reread its users.
        """
        self._change(lambda register: register.without(names))

    def move(self, hosts: tuple[str, ...]) -> None:
        """Sets the names and addresses at which the broker is found from now on; new cards carry the first.

        Raises NotEnrolled where the hall's authority may not sign for one.
        """
        _check_hosts(hosts)
        strange = [host for host in hosts if not certificates.covers(self._bytes(CA), host)]
        if strange:
            raise NotEnrolled(
                f"This hall's cards trust its broker on a LAN, by a name in .local, and at the hall's first places. "
                f"They do not trust it at {strange[0]}. Make a new hall for that, with new cards."
            )
        self._change(lambda register: replace(register, hosts=hosts))

    def arrange(self, *, elsewhere: bool | None, home_assistant: bool | None) -> None:
        """Sets these choices, see Register; None leaves one as it was. The organiser reads them when it next starts."""
        self._change(
            lambda register: replace(
                register,
                elsewhere=register.elsewhere if elsewhere is None else elsewhere,
                home_assistant=register.home_assistant if home_assistant is None else home_assistant,
            )
        )

    def organiser(self) -> Login:
        """Returns what the organiser signs in with."""
        return Login(
            host=self._register.hosts[0] if self._register.elsewhere else SELF,
            port=self._register.port,
            user=ORGANISER,
            password=self._bytes(SECRET).decode("ascii"),
            ca=self.ca,
        )

    def freshen(self, *, now: datetime) -> None:
        """Writes what the broker reads.

        It makes a new certificate where the old one is near its end, is missing, or lacks an address.
        """
        with self._writing():
            self._register = self._read()
            self._write_broker(now)

    def reload(self) -> bool:
        """Has the broker reread what was changed. Returns False where none runs with this folder here."""
        try:
            return reload(self.conf)
        except PermissionError as error:
            raise HallError(
                "The broker is another user's. Have it reread its users:  sudo systemctl reload warglass-broker"
            ) from error

    def _change(self, change: Callable[[Register], Register]) -> None:
        with self._writing():
            changed = change(self._read())
            files.replace(self.place / REGISTER, msgspec.json.encode(changed))
            self._register = changed
            self._write_broker(datetime.now(UTC))

    def _write_broker(self, now: datetime) -> None:
        place, register = self.place / BROKER, self._register
        if self._server_due(now):
            authority = Pair(self._bytes(CA), self._bytes(CA_KEY))
            server = certificates.brokers(authority, register.hosts, now=now)
            files.replace(place / broker.SERVER, server.certificate + server.key)
        files.replace(place / broker.PASSWD, broker.passwd(register).encode())
        files.replace(place / broker.ACL, broker.acl(register).encode())
        text = broker.conf(register, place, owner=_owner(self.place))
        files.replace(place / broker.CONF, text.encode())

    def _server_due(self, now: datetime) -> bool:
        try:
            found = (self.place / BROKER / broker.SERVER).read_bytes()
            return certificates.due(found, self._register.hosts, now=now)
        except (FileNotFoundError, ValueError):
            return True

    def _read(self) -> Register:
        try:
            return decoder_of(Register).decode(self._bytes(REGISTER))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise HallError(
                f"{self.place / REGISTER} cannot be understood: take it from a copy of that folder."
            ) from error

    def _bytes(self, name: str) -> bytes:
        try:
            with (self.place / name).open("rb") as file:
                return file.read(_LARGEST)
        except FileNotFoundError as error:
            raise HallError(f"There is no hall in {self.place}: make one with  warglass hall new NAME") from error
        except OSError as error:
            raise HallError(f"{self.place / name} cannot be read: {in_words(error)}.") from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Lets one process at a time write."""
        try:
            descriptor = os.open(self.place, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise HallError(f"{self.place} cannot be opened: {in_words(error)}.") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        except OSError as error:
            raise HallError(f"{self.place} cannot be written: {in_words(error)}.") from error
        finally:
            os.close(descriptor)


def _marked(file: Path) -> tuple[int, int] | None:
    """Returns what distinguishes that file from one that later took its place."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def _check_hosts(hosts: tuple[str, ...]) -> None:
    for host in hosts:
        try:
            check_host(host)
        except Invalid as error:
            raise NotEnrolled(f"The hall {error.message}.") from error


def _owned(place: Path) -> None:
    """Gives the file to the owner of the folder around it, where root makes it."""
    if os.geteuid() == 0:
        around = place.parent.stat()
        os.chown(place, around.st_uid, around.st_gid)


def _owner(place: Path) -> str | None:
    try:
        return pwd.getpwuid(place.stat().st_uid).pw_name
    except KeyError:
        return None


# Cards on paper: a page of HTML that a browser prints, four to a sheet of A4, to be cut and given to tables.

_STYLE = """
@page { size: A4; margin: 12mm }
body { margin: 0; font: 9pt/1.3 sans-serif; color: #000; background: #fff }
section { box-sizing: border-box; display: inline-block; width: 92mm; height: 134mm; padding: 5mm; vertical-align: top;
  break-inside: avoid; overflow: hidden; border: 1px dashed #999 }
h1 { margin: 0; font-size: 16pt } h1 + p { margin: 0 0 2mm }
svg { display: block; width: 72mm; height: 72mm; margin: 0 auto }
code { display: block; font: 4.5pt/1.25 monospace; overflow-wrap: anywhere }
"""
_MARGIN = 4
"""A reader needs this many white modules around a QR code."""


def sheet(cards: Sequence[HallCard], *, at: str = TABLES_OWN) -> str:
    """Writes the page. `at` says where a table's pages are, see card.address. Raises Invalid."""
    body = "\n".join(_section(card, at) for card in cards)
    hall = escape(cards[0].hall) if cards else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Cards of {hall}</title>\n'
        f"<style>{_STYLE}</style>\n{body}\n</html>\n"
    )


def _section(card: HallCard, at: str) -> str:
    return (
        f"<section>\n<h1>{escape(card.called)}</h1>\n<p>{escape(card.table)} in {escape(card.hall)}. Scan this with a "
        f"phone, at {escape(address(at, card.table))}. Keep it with the table: a box that stands in for it takes the "
        f"same card. A box that has this card is this table.</p>\n{_picture(link(card, at=at))}\n"
        f"<code>{escape(written(card))}</code>\n<p>The hall's fingerprint</p>\n<code>{fingerprint(card)}</code>\n"
        "</section>"
    )


def _picture(link: str) -> str:
    picture = io.BytesIO()
    code = segno.make(link, error="l", micro=False)
    code.save(picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=_MARGIN)
    return picture.getvalue().decode()
