"""One card in two boxes, over the real Mosquitto: the newer one stands in the hall, and the other one says why not."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.hall.link.connection import RIVAL, Protocol
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.record import Picture
from companion.hall.wire import messages as h
from companion.hall.wire.messages import Link, State, read, written
from companion.hall.wire.topics import LATEST, TopicPart, topic
from companion.table.commands import Begin
from companion.table.events import SERVICE
from tests.hall.broker import Broker
from tests.hall.seated import HALL, QUICK, TABLE, Ear, Seated, kept, until
from tests.hall.test_link import LATER, LINK, STATE, answers
from tests.hall.test_organiser import organiser

Seat = Callable[..., Seated]


def aside(box: Seated) -> bool:
    """Whether it has left its place to another box, for good."""
    here = box.table.view().hall
    return here is not None and here.aside is True and here.trouble == RIVAL


@pytest.fixture
def hall(broker: Broker, tmp_path: Path) -> Iterator[Hall]:
    found = organiser(broker.port, tmp_path / "hall")
    yield found
    found.close()


def picture(hall: Hall) -> Picture:
    """What the organiser has of the table."""
    record = hall._live.records.get(TABLE)
    return Picture() if record is None else record.picture


def stands(hall: Hall, box: Seated) -> bool:
    """Whether the organiser hears that box, and has its newest view."""
    here, state = picture(hall).link, picture(hall).state
    version = box.table.version
    return (
        box.online
        and here is not None
        and here.online
        and here.journal == box.desk.journal
        and state is not None
        and (state.boot, state.version) == (here.boot, version)
    )


@pytest.mark.parametrize("protocol", Protocol)
def test_of_two_boxes_the_newer_one_stands_and_the_older_one_says_why_not(
    broker: Broker, hall: Hall, ear: Ear, seat: Seat, protocol: Protocol
) -> None:
    old = seat(broker.port, folder="old", protocol=protocol)
    old.table.dispatch(Begin(), source=SERVICE)
    until(lambda: stands(hall, old))
    ear.catch_up()
    alone = len(ear.states)
    new = seat(broker.port, folder="new", protocol=protocol)
    until(lambda: aside(old) and stands(hall, new))
    assert not old.online
    ear.catch_up()
    said, settled = len(ear.links), len(ear.states)
    new.table.dispatch(Begin(), source=SERVICE)
    for _ in range(200):
        new.flip()
    until(lambda: stands(hall, new))
    until(lambda: any(each.whole and each.journal == new.desk.journal for each in hall.archived(TABLE)))
    ear.catch_up()
    assert {each.journal for each in ear.links[said:] if each.online} <= {new.desk.journal}
    assert aside(old)
    # Between them, where the broker's word of the old one came late, the new one begins twice.
    orders = [state.order for state in ear.states]
    assert orders[:alone] == sorted(orders[:alone])
    assert orders[settled - 1 :] == sorted(orders[settled - 1 :])


@pytest.mark.parametrize("protocol", Protocol)
@pytest.mark.parametrize("settle_s", [0.0, 0.2])
def test_the_place_goes_to_the_newest_start_and_stays_there_until_a_person_acts(
    broker: Broker, hall: Hall, seat: Seat, protocol: Protocol, settle_s: float
) -> None:
    """Also where the broker's word of the other box comes late."""
    ways = {"protocol": protocol, "patience": replace(QUICK, settle_s=settle_s)}
    boxes = [seat(broker.port, folder="first", **ways)]
    until(lambda: stands(hall, boxes[0]))
    for name in ("second", "third"):
        boxes.append(seat(broker.port, folder=name, **ways))
        until(lambda: stands(hall, boxes[-1]) and all(map(aside, boxes[:-1])))
    for box in boxes[:2]:
        box.take_place()
        until(lambda box=box: stands(hall, box) and all(aside(each) for each in boxes if each is not box))  # type: ignore[misc]
    links = picture(hall).link
    boxes[1].table.dispatch(Begin(), source=SERVICE)
    until(lambda: stands(hall, boxes[1]))
    assert picture(hall).link == links, "nobody has connected since"


def test_a_box_that_was_replaced_and_is_started_again_is_the_newer_one_now(
    broker: Broker, hall: Hall, seat: Seat
) -> None:
    old = seat(broker.port, folder="old")
    until(lambda: stands(hall, old))
    old.close()
    new = seat(broker.port, folder="new")
    until(lambda: stands(hall, new))
    back = seat(broker.port, folder="old")
    until(lambda: stands(hall, back) and aside(new))
    assert back.desk.journal == old.desk.journal


def test_what_an_older_box_left_behind_wins_nowhere(broker: Broker, hall: Hall, ear: Ear, seat: Seat) -> None:
    old = seat(broker.port, folder="old")
    old.table.dispatch(Begin(), source=SERVICE)
    until(lambda: stands(hall, old))
    left = kept(broker.port)
    old.close()
    new = seat(broker.port, folder="new")
    until(lambda: stands(hall, new))
    gone = read(left[LINK], Link)
    assert gone is not None
    for _ in range(3):
        ear.say(STATE, left[STATE], retain=True)
        ear.say(LINK, replace(gone, online=False), retain=True)
        ear.say(LINK, left[LINK], retain=True)
    new.table.dispatch(Begin(), source=SERVICE)
    until(lambda: stands(hall, new))
    until(lambda: (told := read(kept(broker.port)[LINK], Link)) is not None and told.journal == new.desk.journal)
    until(lambda: new.online)


def test_whatever_order_a_broker_brings_it_in_the_organiser_ends_with_the_newest(
    broker: Broker, hall: Hall, ear: Ear
) -> None:
    journals = ("a" * 16, "b" * 16)
    links = [
        Link(boot=boot, connection=connection, online=online, journal=journals[boot % 2], name=f"Start {boot}")
        for boot in (1, 2, 3) for connection in (1, 2) for online in (True, False)
    ]  # fmt: skip
    states = [
        State(
            boot=boot, connection=connection, version=version, ms=0, match=0, seq=0, game="wartime",
            phase=f"{boot}.{connection}.{version}",
        )
        for boot in (1, 2, 3) for connection in (1, 2) for version in (1, 2)
    ]  # fmt: skip
    said: list[tuple[TopicPart, msgspec.Struct]] = [(TopicPart.LINK, each) for each in links]
    said += [(TopicPart.STATE, each) for each in states]
    said *= 3
    random.Random(7).shuffle(said)
    # Not before the organiser has subscribed: of what came earlier it hears only what is retained.
    ear.say(LINK, links[0], retain=True)
    until(lambda: picture(hall).link is not None)
    for part, each in said:
        ear.say(topic(HALL, TABLE, part), each, retain=True)
    until(lambda: (picture(hall).link, picture(hall).state) == (links[-1], states[-1]))


MOST = Link(boot=LATEST, connection=LATEST, online=True, journal="f" * 16, name="Nobody")
NONSENSE = [b"rubbish", b"{}", b"\xff" * 70_000, written(MOST).replace(b"992", b"993"), written(MOST)]


@pytest.mark.parametrize("first", NONSENSE, ids=range(len(NONSENSE)))
def test_a_table_in_whose_name_somebody_says_nonsense_stands_all_the_same(
    broker: Broker, ear: Ear, seat: Seat, first: bytes
) -> None:
    ear.say(LINK, first, retain=True)
    table = seat(broker.port)
    until(lambda: table.online)
    until(lambda: [each.journal for each in ear.links[-1:]] == [table.desk.journal])
    said = len(ear.heard)
    for each in (*NONSENSE, first):
        ear.say(LINK, each, retain=True)
    ear.ask("p1", h.Clock(until_ms=LATER, hall_ms=1))
    until(lambda: answers(ear, "p1"))
    until(lambda: table.online)
    assert [payload for where, payload in ear.heard[said:] if where == LINK] == [*NONSENSE, first], "nobody answers it"
    table.close()
    until(lambda: ear.links[-1].journal == table.desk.journal and not ear.links[-1].online)
