"""A hall's folder: what is in it, for whom, and what comes of changes."""

import base64
import hashlib
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from cryptography import x509

from companion.fields.invalid import Invalid
from companion.hall.card import read_card, written
from companion.hall.enrol import certificates
from companion.hall.enrol import register as broker
from companion.hall.enrol.certificates import authority, brokers, covers
from companion.hall.enrol.folder import REGISTER, SECRET, HallError, HallFolder
from companion.hall.enrol.register import MOST_READERS, Enrolled, NotEnrolled, Register, hashed
from companion.hall.wire.topics import MOST_TABLES

HOSTS = ("warglass-hall.local", "192.168.1.10")
NOW = datetime(2026, 11, 23, tzinfo=UTC)


@pytest.fixture
def hall(tmp_path: Path) -> HallFolder:
    return HallFolder.new(tmp_path / "halls" / "one", hall="club-night", hosts=HOSTS, port=8883)


def everything(place: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file())


def broker_file(hall: HallFolder, name: str) -> bytes:
    return (hall.conf.parent / name).read_bytes()


def test_it_is_for_its_user_alone(hall: HallFolder) -> None:
    hall.enrol({"table-1": "One"})
    for path in (hall.place, *hall.place.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_what_is_on_a_card_is_nowhere_else(hall: HallFolder) -> None:
    (card,) = hall.enrol({"table-1": "One"})
    found = everything(hall.place)
    for secret in (card.password.encode(), card.key, base64.b64encode(card.key), card.key.hex().encode()):
        assert secret not in found
    reader = hall.enrol_reader("home-assistant")
    assert reader.password.encode() not in everything(hall.place)
    assert (card.ca, card.host, card.table) == (hall.ca, HOSTS[0], "table-1")
    assert read_card(written(card)) == card


def test_cards_are_all_different(hall: HallFolder) -> None:
    cards = hall.enrol({f"table-{number}": "x" for number in range(40)})
    assert len({card.password for card in cards}) == len({card.key for card in cards}) == len(cards)
    assert len(broker_file(hall, broker.PASSWD).splitlines()) == 41, "and the organiser's own"


def test_the_organiser_has_a_password_of_its_own_and_the_broker_its_hash(hall: HallFolder) -> None:
    login = hall.organiser()
    assert (login.user, login.host, login.password) == ("hall", "127.0.0.1", (hall.place / SECRET).read_text())
    _, kind, rounds, salt, digest = hall.register.organiser.split("$")
    assert kind == "7"
    made = hashlib.pbkdf2_hmac("sha512", login.password.encode(), base64.b64decode(salt), int(rounds), 64)
    assert base64.b64decode(digest) == made
    assert hashed(login.password) != hashed(login.password), "salted"
    assert login.password.encode() not in broker_file(hall, broker.PASSWD)


def test_the_broker_sees_nothing_of_the_authoritys_key(hall: HallFolder) -> None:
    assert {path.name for path in hall.conf.parent.iterdir()} == {
        "acl",
        "mosquitto.conf",
        "passwd",
        "server.pem",
    }


def test_a_table_keeps_its_card_until_it_is_given_another(hall: HallFolder) -> None:
    hall.enrol({"table-1": "One"})
    before = broker_file(hall, broker.PASSWD)
    with pytest.raises(NotEnrolled, match=r"table-1 has a card.* --again"):
        hall.enrol({"table-2": "Two", "table-1": "One"})
    assert broker_file(hall, broker.PASSWD) == before, "all of them or none"
    hall.enrol({"table-1": "Uno"}, again=True)
    assert broker_file(hall, broker.PASSWD) != before
    assert hall.register.tables["table-1"].called == "Uno"
    with pytest.raises(NotEnrolled, match="does not have a table or reader named table-2"):
        hall.remove(["table-1", "table-2"])
    hall.remove(["table-1"])
    assert b"table-1" not in everything(hall.place)


def test_two_at_once_do_not_undo_each_other(hall: HallFolder) -> None:
    other = HallFolder(hall.place)
    hall.enrol({"table-1": "One"})
    other.enrol({"table-2": "Two"})
    assert set(HallFolder(hall.place).register.tables) == {"table-1", "table-2"}
    with pytest.raises(NotEnrolled, match="has a card"):
        hall.enrol({"table-2": "Two"})


@pytest.mark.parametrize(
    "name", ["", "+", "#", "%u", "a/b", "hall", "round", "A", "a b", "a\nuser hall", "a:b", "a" * 41]
)
def test_a_name_that_means_something_to_a_broker_is_refused(hall: HallFolder, name: str) -> None:
    before = everything(hall.place)
    with pytest.raises(NotEnrolled, match="cannot be a name"):
        hall.enrol({name: "One"})
    with pytest.raises(NotEnrolled, match="cannot be a name"):
        hall.enrol_reader(name)
    with pytest.raises(NotEnrolled, match="cannot be a hall's name"):
        HallFolder.new(hall.place.with_name("other"), hall=name, hosts=HOSTS, port=1)
    assert everything(hall.place) == before


def test_what_players_call_a_table_is_one_short_line(hall: HallFolder) -> None:
    for called in ("", "x" * 41):
        with pytest.raises(NotEnrolled, match="1 to 40 letters"):
            hall.enrol({"table-1": called})
    with pytest.raises(Invalid, match="cannot be printed"):
        hall.enrol({"table-1": "two\nlines"})
    assert hall.register.tables == {}


def test_nobody_is_both_a_table_and_a_reader(hall: HallFolder) -> None:
    hall.enrol({"table-1": "One"})
    hall.enrol_reader("wall")
    with pytest.raises(NotEnrolled, match="a table's name"):
        hall.enrol_reader("table-1")
    with pytest.raises(NotEnrolled, match="a reader's name"):
        hall.enrol({"wall": "Wall"})
    hall.remove(["wall"])
    hall.enrol({"wall": "Wall"})


def test_a_hall_has_an_end() -> None:
    tables = {f"t{number}": Enrolled(called="x", hash="$7$") for number in range(MOST_TABLES)}
    full = Register(hall="h", hosts=("h.local",), port=1, organiser="$7$", tables=tables)
    with pytest.raises(NotEnrolled, match="10000 tables at most"):
        full.with_tables({"one-more": Enrolled(called="x", hash="$7$")}, again=False)
    for number in range(MOST_READERS):
        full = full.with_reader(f"r{number}", "$7$")
    with pytest.raises(NotEnrolled, match="readers at most"):
        full.with_reader("one-more", "$7$")
    assert msgspec.json.decode(msgspec.json.encode(full), type=Register) == full


def test_the_brokers_certificate_is_renewed_when_it_has_to_be_and_not_before(hall: HallFolder) -> None:
    first = broker_file(hall, broker.SERVER)
    until = x509.load_pem_x509_certificate(first).not_valid_after_utc
    hall.freshen(now=datetime.now(UTC))
    hall.freshen(now=until - certificates.SOON)
    assert broker_file(hall, broker.SERVER) == first
    hall.freshen(now=until - certificates.SOON + timedelta(seconds=1))
    second = broker_file(hall, broker.SERVER)
    assert second != first
    hall.move((*HOSTS, "10.0.0.7"))
    third = broker_file(hall, broker.SERVER)
    assert third != second
    hall.move(HOSTS[:1])
    assert broker_file(hall, broker.SERVER) == third, "it holds for more than is asked"
    (hall.conf.parent / broker.SERVER).write_text("spoilt")
    hall.freshen(now=NOW)
    assert broker_file(hall, broker.SERVER).startswith(b"-----BEGIN CERTIFICATE")


def test_a_broker_moves_where_its_cards_trust_it(hall: HallFolder) -> None:
    hall.move(("10.1.2.3",))
    (card,) = hall.enrol({"table-1": "One"})
    assert card.host == "10.1.2.3"
    with pytest.raises(NotEnrolled, match=r"do not trust it at broker\.example\.org"):
        hall.move(("10.1.2.3", "broker.example.org"))
    with pytest.raises(NotEnrolled, match="no address that others can use"):
        hall.move(("0.0.0.0",))
    assert HallFolder(hall.place).register.hosts == ("10.1.2.3",)


def handshake(ca: bytes, pair: certificates.Pair, host: str, place: Path) -> bool:
    """Whether Python's ssl, which is OpenSSL's, believes that this is `host`: nothing of ours decides it."""
    (place / "pair.pem").write_bytes(pair.certificate + pair.key)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(place / "pair.pem")
    client = ssl.create_default_context(cadata=ca)
    client.verify_flags |= ssl.VERIFY_X509_STRICT
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = client.wrap_bio(to_client, to_server, server_hostname=host)
    theirs = server.wrap_bio(to_server, to_client, server_side=True)
    done = set()
    for _ in range(5):
        for each in (ours, theirs):
            try:
                each.do_handshake()
                done.add(each)
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLCertVerificationError:
                return False
    return done == {ours, theirs}


@pytest.mark.parametrize(
    ("host", "trusted"),
    [
        ("warglass-hall.local", True),
        ("another.local", True),
        ("localhost", True),
        ("127.0.0.1", True),
        ("10.255.0.1", True),
        ("172.16.0.1", True),
        ("172.32.0.1", False),
        ("192.168.255.254", True),
        ("8.8.8.8", False),
        ("9.9.9.9", True),
        ("fd00::1", False),
        ("broker.club.example", True),
        ("club.example", False),
        ("www.example.org", False),
        ("notlocal", False),
    ],
)
def test_an_authority_signs_for_its_own_broker_and_for_no_other_place_in_the_world(
    tmp_path: Path, host: str, *, trusted: bool
) -> None:
    ca = authority("club-night", ("broker.club.example", "9.9.9.9"))
    assert covers(ca.certificate, host) == trusted
    assert handshake(certificates.der(ca.certificate), brokers(ca, (host,), now=NOW), host, tmp_path) == trusted


def test_a_pi_that_has_lost_the_time_trusts_it_all_the_same() -> None:
    ca = authority("club-night", HOSTS)
    for pair in (ca, brokers(ca, HOSTS, now=NOW)):
        read = x509.load_pem_x509_certificate(pair.certificate)
        assert read.not_valid_before_utc == datetime(2024, 1, 1, tzinfo=UTC)
        assert read.not_valid_after_utc > NOW + timedelta(days=700)


@pytest.mark.parametrize("left", [("ca.key.new",), ("broker", "ca.key", "ca.pem", "organiser.key", "hall.json.new")])
def test_making_a_hall_that_a_power_cut_has_cut_short_begins_anew(tmp_path: Path, left: tuple[str, ...]) -> None:
    for name in left:
        (tmp_path / name).mkdir() if name == "broker" else (tmp_path / name).write_bytes(b"half")
    made = HallFolder.new(tmp_path, hall="club-night", hosts=HOSTS, port=8883)
    assert [card.table for card in made.enrol({"table-1": "One"})] == ["table-1"]
    with pytest.raises(HallError, match="is not empty"):
        HallFolder.new(tmp_path, hall="club-night", hosts=HOSTS, port=8883)
    (tmp_path / REGISTER).unlink()
    with pytest.raises(HallError, match="is not empty"):
        HallFolder.new(tmp_path, hall="club-night", hosts=HOSTS, port=8883)


def test_a_folder_that_is_none_or_is_spoilt_is_said_to_be(tmp_path: Path, hall: HallFolder) -> None:
    with pytest.raises(HallError, match=r"There is no hall in .* warglass hall new NAME"):
        HallFolder(tmp_path)
    with pytest.raises(HallError, match="is not empty"):
        HallFolder.new(hall.place, hall="other", hosts=HOSTS, port=1)
    assert HallFolder(hall.place).ca == hall.ca, "and the one that was there is whole"
    (hall.place / REGISTER).write_text('{"hall": 1}')
    with pytest.raises(HallError, match="cannot be understood"):
        HallFolder(hall.place)
    (hall.place / REGISTER).unlink()
    (hall.place / REGISTER).mkdir()
    with pytest.raises(HallError, match="cannot be read"):
        HallFolder(hall.place)
    with pytest.raises(HallError, match="cannot be written"):
        HallFolder.new(hall.conf, hall="other", hosts=HOSTS, port=1)


def test_where_no_broker_runs_there_is_nobody_to_tell(hall: HallFolder) -> None:
    assert not hall.reload()


def test_another_process_s_change_is_seen_once(hall: HallFolder) -> None:
    assert not hall.changed()
    other = HallFolder(hall.place)
    other.enrol({"table-9": "The big one"})
    assert hall.changed()
    assert hall.register.called["table-9"] == "The big one"
    assert not hall.changed()
    other.remove(["table-9"])
    assert hall.changed()
    assert "table-9" not in hall.register.called
    (hall.place / REGISTER).write_text("{")
    assert not hall.changed(), "half a file is none"
