"""A hall whose broker is no machine of the organiser's: found by its name, and believed by the hall's own authority."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.enrol.folder import HallFolder, Login
from companion.hall.organiser.broker_client import Account, BrokerClient
from companion.hall.organiser.hearing import Broker as Told
from companion.hall.organiser.hearing import Inbox
from tests.hall.broker import Broker
from tests.support import PATIENCE_S, free_port

ELSEWHERE = "127.0.0.2"


class Cluster(Broker):
    """What does not run with the hall's folder, but has been given what is in it."""

    def __init__(self, hall: HallFolder, place: Path) -> None:
        given = hall.conf.parent
        place.mkdir()
        for name in ("server.pem", "passwd", "acl"):
            (place / name).write_bytes((given / name).read_bytes())
        super().__init__(place, port=hall.register.port)
        lines = (
            "allow_anonymous false",
            f"password_file {place / 'passwd'}",
            f"acl_file {place / 'acl'}",
            "user root",
            # Where a hall's own would be is nothing that speaks TLS.
            f"listener {self.port} 127.0.0.1",
            f"listener {self.port} {ELSEWHERE}",
            *(f"{kind} {place / 'server.pem'}" for kind in ("certfile", "keyfile")),
        )
        self.file.write_text("\n".join(lines) + "\n")


def a_hall(place: Path, *hosts: str) -> HallFolder:
    HallFolder.new(place, hall="club", hosts=hosts, port=free_port())
    hall = HallFolder(place)
    hall.arrange(elsewhere=True, home_assistant=None)
    return hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallFolder]:
    hall = a_hall(tmp_path / "hall", ELSEWHERE, "hall.local")
    cluster = Cluster(hall, tmp_path / "cluster")
    cluster.start()
    yield hall
    cluster.stop()


def came_of(login: Login, hall: HallFolder) -> str:
    """What the organiser hears first of its broker with that login."""
    account = Account(
        host=login.host,
        port=hall.register.port,
        user=login.user,
        password=login.password,
        ca=ssl.DER_cert_to_PEM_cert(login.ca),
    )
    inbox = Inbox()
    client = BrokerClient(inbox, hall="club", account=account)
    client.start()
    try:
        (told,) = inbox.take(1, PATIENCE_S)
        assert isinstance(told, Told)
        return told.trouble
    finally:
        client.stop()


def test_the_organiser_finds_it_where_its_tables_do(hall: HallFolder) -> None:
    assert hall.organiser().host == ELSEWHERE
    assert came_of(hall.organiser(), hall) == ""


def test_another_authority_s_is_not_believed(hall: HallFolder, tmp_path: Path) -> None:
    other = a_hall(tmp_path / "other", ELSEWHERE)
    assert "is another hall's" in came_of(other.organiser(), hall)


def test_one_of_another_name_is_not_believed(tmp_path: Path) -> None:
    hall = a_hall(tmp_path / "hall", "hall.local")
    cluster = Cluster(hall, tmp_path / "cluster")
    cluster.start()
    try:
        hall.move((ELSEWHERE, "hall.local"))
        assert "has a certificate for other names" in came_of(hall.organiser(), hall)
    finally:
        cluster.stop()
