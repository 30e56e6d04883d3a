"""What goes out over one connection, with a broker that takes as long as it likes."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from threading import Event

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import all_games
from companion.hall.card import HallCard
from companion.hall.link.connection import LinkInbox, NewerStart, NoBroker
from companion.hall.link.session import MOST_ANSWERS, AnsweredAsks, Newest, Session
from companion.hall.wire import messages as h
from companion.hall.wire.messages import (
    Called,
    Done,
    Link,
    Log,
    LogRow,
    NotDone,
    Result,
    State,
    Time,
    read,
    read_answer,
    written,
)
from companion.hall.wire.topics import LARGEST, LATEST, TopicPart
from companion.table.match import Match
from companion.table.showing import Glance
from companion.table.view import AtHall, Phase, ResultHere, TableView
from tests.support import examples

OURS, THEIRS = "0123456789abcdef", "fedcba9876543210"
CARD = HallCard(host="hall", port=1, hall="club", table="table-7", called="Table 7", password="", ca=b"", key=bytes(32))
LATER = 2**50


class Desk:
    """What a desk says; it does nothing."""

    journal = OURS
    call: Called | None = None
    round_number: int | None = None

    def __init__(self) -> None:
        self.boot = 4
        self.rounds: list[h.Round] = []
        self.agreed: list[Result] = []
        self.before: list[Result] = []
        self.heard: list[Result] = []

    def raise_boot(self, above: int) -> None: ...
    def connected(self) -> None: ...
    def offline(self, why: str) -> None: ...
    def follow(self, view: TableView, *, match: int, score: dict[str, int]) -> None: ...

    def heard_round(self, told: h.Round) -> None:
        self.rounds.append(told)

    def link(self, connection: int, *, online: bool) -> Link:
        return Link(boot=self.boot, connection=connection, online=online, journal=self.journal, name="Table 7")

    def results(self, connection: int, *, again: bool = False) -> Sequence[Result]:
        return [*self.before, *self.agreed] if again else self.agreed

    def arrived(self, told: Result) -> None:
        self.heard.append(told)


class Out(msgspec.Struct, frozen=True):
    part: TopicPart
    payload: bytes
    id: str
    retain: bool


class Table:
    """A table's link on connection 2 of its fourth start, and `on_the_way` what its broker has not taken."""

    def __init__(self, *, begun: bool = True) -> None:
        self.desk = Desk()
        self.inbox = LinkInbox(Event())
        self.inbox.greet(None)
        self.on_the_way: dict[int, Out] = {}
        self.came: list[Out] = []
        self.done: list[tuple[str, h.Ask]] = []
        self.rows = 0
        self.broken: Exception | None = None
        self._number = 0
        self._version = 0
        self._match = Match.start(all_games()["wartime"], setup(), now=0)
        self.newest = self.look()
        self.session = Session(
            card=CARD,
            desk=self.desk,
            asked=self._asked,
            logs=self.log,
            answered=AnsweredAsks(),
            wire=self,
            connection=2,
        )
        if begun:
            self.session.begin()

    def look(self) -> Newest:
        self._version += 1
        result = ResultHere(winner=None, title="", score={}, sent=True)
        hall = AtHall(hall="club", table="Table 7", online=True, result=result if self.desk.agreed else None)
        view = TableView(
            version=self._version, server_ms=0, game="wartime", phase=Phase.RUNNING, paused=False, hall=hall
        )
        return Newest(glance=Glance(view=view, match=self._match, number=1, seq=self.rows))

    def happen(self, rows: int = 1) -> None:
        self.rows += rows
        self.newest = self.look()

    def go_on(self) -> None:
        self.session.take(self.inbox)
        while self.session.go_on(self.newest, self.inbox):
            pass

    def publish(self, part: TopicPart, payload: bytes, *, id: str = "", retain: bool = False) -> int:
        self._number += 1
        self.on_the_way[self._number] = Out(part, payload, id, retain)
        return self._number

    def take(self, number: int, refused: str = "") -> None:
        self.came.append(self.on_the_way.pop(number))
        self.inbox.ack(number, refused)

    def take_all(self) -> list[Out]:
        """Until nothing comes any more; what came."""
        before = len(self.came)
        self.go_on()
        while self.on_the_way:
            self.take(next(iter(self.on_the_way)))
            self.go_on()
        return self.came[before:]

    def log(self, match: int, after: int) -> Log:
        if self.broken is not None:
            raise self.broken
        rows = range(after + 1, min(self.rows, after + 5) + 1)
        made = (LogRow(seq=seq, wall=0, mono=0, source="clock", event=msgspec.Raw(b"{}")) for seq in rows)
        return Log(journal=OURS, match=match, last=self.rows, rows=tuple(made))

    def ask(self, id: str, ask: h.Ask) -> None:
        self.inbox.ask(id, written(ask))

    def answers(self, came: list[Out]) -> list[tuple[str, object]]:
        return [(out.id, read_answer(out.payload)) for out in came if out.part is TopicPart.ANSWER]

    def _asked(self, id: str, ask: h.Ask) -> Time:
        if self.broken is not None:
            raise self.broken
        self.done.append((id, ask))
        return Time(ms=len(self.done))


def setup() -> bytes:
    return msgspec.json.encode(all_games()["wartime"].setup(None))


def of(came: list[Out], part: TopicPart) -> list[Out]:
    return [out for out in came if out.part is part]


def seqs(came: list[Out]) -> list[int]:
    logs = [read(out.payload, Log) for out in of(came, TopicPart.LOG)]
    return [row.seq for log in logs if log is not None for row in log.rows]


@pytest.fixture
def table() -> Table:
    return Table()


def test_it_says_first_that_it_is_there_then_how_it_stands_both_to_be_kept(table: Table) -> None:
    came = table.take_all()
    assert [(out.part, out.retain) for out in came] == [(TopicPart.LINK, True), (TopicPart.STATE, True)]
    link, state = read(came[0].payload, Link), read(came[1].payload, State)
    assert link is not None
    assert (link.boot, link.connection, link.online) == (4, 2, True)
    assert state is not None
    assert (state.boot, state.connection, state.version) == (4, 2, 1)


def test_it_says_nothing_before_it_knows_what_was_said_before() -> None:
    table = Table(begun=False)
    table.ask("a1", h.Pause(until_ms=LATER))
    assert table.take_all() == []
    assert table.done == []


def test_while_a_broker_hangs_the_newest_view_waits_and_nothing_else(table: Table) -> None:
    for _ in range(500):
        table.happen()
        table.ask(f"a{table.rows}", h.Pause(until_ms=LATER))
        table.go_on()
    assert Counter(out.part for out in table.on_the_way.values()) == {
        TopicPart.LINK: 1,
        TopicPart.STATE: 1,
        TopicPart.LOG: 1,
        TopicPart.ANSWER: MOST_ANSWERS,
    }
    came = table.take_all()
    states = [read(out.payload, State) for out in of(came, TopicPart.STATE)]
    assert [state and state.version for state in states] == [2, 501]
    assert seqs(came) == list(range(2, 501))  # from when it was first heard how far the journal is


@given(st.lists(st.sampled_from(["happen", "go on", "take", "ask"]), max_size=60), st.data())
@settings(max_examples=examples(60))
def test_whatever_order_things_arrive_in_all_of_it_does(steps: list[str], data: st.DataObject) -> None:
    table = Table()
    table.go_on()
    asked = []
    for step in steps:
        match step:
            case "happen":
                table.happen()
            case "ask":
                asked.append(f"a{len(asked)}")
                table.ask(asked[-1], h.Pause(until_ms=LATER))
            case "take" if table.on_the_way:
                table.take(data.draw(st.sampled_from(sorted(table.on_the_way))))
            case _:
                table.go_on()
        kinds = Counter(out.part for out in table.on_the_way.values())
        assert max(kinds[TopicPart.STATE], kinds[TopicPart.LOG], kinds[TopicPart.LINK], kinds[TopicPart.RESULT]) <= 1
        assert kinds[TopicPart.ANSWER] <= MOST_ANSWERS
    table.take_all()
    last = read(of(table.came, TopicPart.STATE)[-1].payload, State)
    assert last is not None
    assert (last.version, last.seq) == (table.newest.glance.view.version, table.rows)
    assert seqs(table.came) == list(range(1, table.rows + 1))
    assert sorted(id for id, _ in table.answers(table.came)) == sorted(asked[-32:])
    assert [id for id, _ in table.done] == asked[-32:]


def test_what_is_asked_twice_is_done_once_and_answered_twice(table: Table) -> None:
    table.ask("a1", h.Pause(until_ms=LATER))
    table.ask("a1", h.Pause(until_ms=LATER))
    table.ask("a2", h.Pause(until_ms=LATER))
    assert table.answers(table.take_all()) == [("a1", Time(ms=1)), ("a1", Time(ms=1)), ("a2", Time(ms=2))]


def test_an_answer_is_not_kept(table: Table) -> None:
    table.ask("a1", h.Pause(until_ms=LATER))
    assert [out.retain for out in of(table.take_all(), TopicPart.ANSWER)] == [False]


@pytest.mark.parametrize("payload", [b"", b"{}", b'{"kind":"open-the-door"}', b"[" * 5000, b"x" * (LARGEST + 1)])
def test_what_is_no_ask_is_nobodys(table: Table, payload: bytes) -> None:
    table.inbox.ask("a1", payload)
    table.inbox.round(payload)
    table.ask("a2", h.Pause(until_ms=LATER))
    assert [id for id, _ in table.answers(table.take_all())] == ["a2"]
    assert table.desk.rounds == []


def test_an_ask_that_stumbles_is_answered_too(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.broken = RuntimeError("oops")
    table.ask("a1", h.Pause(until_ms=LATER))
    ((_, answer),) = table.answers(table.take_all())
    assert isinstance(answer, NotDone)
    assert "oops" in caplog.text


def test_rows_that_are_asked_for_come_before_the_answer(table: Table) -> None:
    table.happen(20)
    table.take_all()
    table.ask("a1", h.Resend(until_ms=LATER, match=1, after=3))
    came = table.take_all()
    assert [out.part for out in came] == [TopicPart.LOG, TopicPart.ANSWER]
    assert seqs(came) == [4, 5, 6, 7, 8]
    assert table.answers(came) == [("a1", Done())]
    table.ask("a1", h.Resend(until_ms=LATER, match=1, after=3))
    assert [out.part for out in table.take_all()] == [TopicPart.LOG, TopicPart.ANSWER], "the first ones may be lost"


def test_rows_that_are_asked_for_again_and_again_are_sent_one_page_at_a_time(table: Table) -> None:
    table.happen(20)
    table.take_all()
    for number in range(100):
        table.ask(f"a{number}", h.Resend(until_ms=LATER, match=1, after=3))
        table.go_on()
    assert Counter(out.part for out in table.on_the_way.values()) == {TopicPart.LOG: 1}
    assert [id for id, _ in table.answers(table.take_all())] == ["a0", "a99"]


def test_a_disk_that_does_not_read_leaves_the_ask_to_come_again(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.happen(4)
    table.take_all()
    table.broken = sqlite3.OperationalError("disk I/O error")
    table.ask("a1", h.Resend(until_ms=LATER, match=1, after=0))
    assert table.take_all() == []
    assert "disk I/O error" in caplog.text
    table.broken = None
    table.ask("a1", h.Resend(until_ms=LATER, match=1, after=0))
    assert seqs(table.take_all()) == [1, 2, 3, 4]


def agreed(table: "Table", winner: str, *, round: int = 1) -> Result:
    version = table.newest.glance.view.version
    return Result(
        boot=4, connection=2, version=version, round=round, match=1, winner=winner, title="", score={}, names={},
        agreed={},
    )  # fmt: skip


def test_a_result_goes_out_once_and_again_when_it_is_another(table: Table) -> None:
    for winner in ("gold", "gold", "red"):
        table.desk.agreed = [agreed(table, winner)]
        table.happen()
        table.take_all()
    results = of(table.came, TopicPart.RESULT)
    assert all(out.retain for out in results)
    assert [(found := read(out.payload, Result)) and found.winner for out in results] == ["gold", "red"]
    assert [told.winner for told in table.desk.heard] == ["gold", "red"]


def test_what_is_owed_of_earlier_rounds_goes_out_first_and_one_at_a_time(table: Table) -> None:
    table.desk.agreed = [agreed(table, "gold", round=1), agreed(table, "red", round=2)]
    table.happen()
    table.go_on()
    assert sum(out.part is TopicPart.RESULT for out in table.on_the_way.values()) == 1
    table.take_all()
    assert [told.round for told in table.desk.heard] == [1, 2]
    table.desk.agreed = [agreed(table, "red", round=2)]
    table.happen()
    table.take_all()
    assert [told.round for told in table.desk.heard] == [1, 2], "each once over one connection"
    table.desk.before = [agreed(table, "gold", round=1)]
    for _ in range(2):
        table.inbox.ask("lacks", written(h.TellResults(until_ms=LATEST)))
        table.take_all()
    assert [told.round for told in table.desk.heard[2:]] == [1, 2, 1, 2], "all of them, each time the hall lacks some"


def test_a_round_is_the_desks_to_hear_the_newest_alone(table: Table) -> None:
    for number in (1, 2):
        table.inbox.round(written(h.Round(version=number, number=number, title="")))
    table.take_all()
    assert [told.number for told in table.desk.rounds] == [2]


def link(boot: int, connection: int, *, journal: str = OURS, online: bool = True) -> bytes:
    return written(Link(boot=boot, connection=connection, online=online, journal=journal, name="Table 7"))


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    ("said", "retained"),
    [
        (link(4, 1, journal=THEIRS), True),
        (link(9, 1, journal=THEIRS), False),
        (link(9, 7, journal=THEIRS, online=False), True),
        (link(5, 1), True),
        (link(4, 2), True),  # of a start that the journal has lost
        (link(4, 3), False),
    ],
)
def test_a_newer_start_under_this_name_is_told(said: bytes, retained: bool, begun: bool) -> None:
    table = Table(begun=begun)
    table.inbox.link(said, retained=retained)
    with pytest.raises(NewerStart) as told:
        table.go_on()
    assert told.value.found is retained


@pytest.mark.parametrize("said", [link(3, 9, journal=THEIRS), link(4, 1), link(4, 1, online=False), b""])
def test_what_an_older_start_left_or_a_late_will_says_is_put_right(table: Table, said: bytes) -> None:
    table.take_all()
    table.inbox.link(said)
    came = table.take_all()
    assert [out.part for out in came] == [TopicPart.LINK]
    assert came[0].payload == link(4, 2)


UNREADABLE = [b"rubbish", b"{}", b"[" * 5000, b"x" * (LARGEST + 1), link(LATEST, 1).replace(b"992", b"993")]


@pytest.mark.parametrize("said", [*UNREADABLE, link(LATEST, 1, journal=THEIRS), link(LATEST, 9)])
def test_what_nobody_can_read_or_outnumber_is_not_answered_for_ever(table: Table, said: bytes) -> None:
    table.take_all()
    for _ in range(5):
        table.inbox.link(said)
    assert table.take_all() == []
    table.happen()
    assert [out.part for out in table.take_all()] == [TopicPart.STATE, TopicPart.LOG]


@pytest.mark.parametrize("said", [*UNREADABLE, link(LATEST, 1, journal=THEIRS), link(LATEST, 9)])
def test_a_table_begins_over_whatever_was_kept_under_its_name(said: bytes) -> None:
    table = Table(begun=False)
    table.desk.boot = LATEST
    table.inbox.link(said)
    assert table.take_all() == []
    table.session.begin()
    assert [out.part for out in table.take_all()] == [TopicPart.LINK, TopicPart.STATE]


def test_its_own_word_coming_back_is_no_news(table: Table) -> None:
    table.take_all()
    table.inbox.link(link(4, 2))
    assert table.take_all() == []


def test_a_broker_that_took_it_for_gone_is_left_for_a_new_connection(table: Table) -> None:
    table.take_all()
    table.inbox.link(link(4, 2, online=False))
    with pytest.raises(NoBroker, match="for gone"):
        table.go_on()


def test_it_waits_for_what_an_older_start_left_to_be_said_before_it_begins() -> None:
    table = Table(begun=False)
    table.inbox.link(link(3, 9))
    assert table.take_all() == []
    table.session.begin()
    assert [out.part for out in table.take_all()] == [TopicPart.LINK, TopicPart.STATE]


def test_a_broker_that_takes_nothing_of_it_is_no_broker(table: Table) -> None:
    table.go_on()
    table.take(next(iter(table.on_the_way)), refused="Not authorized")
    with pytest.raises(NoBroker, match="does not let this table say anything"):
        table.go_on()


def test_an_end_is_told_in_words(table: Table) -> None:
    table.inbox.lose("")
    with pytest.raises(NoBroker, match="is gone"):
        table.go_on()


def test_another_box_with_the_same_card_is_told(table: Table) -> None:
    table.inbox.lose("Session taken over")
    with pytest.raises(NoBroker, match="another box") as told:
        table.go_on()
    assert told.value.rival
