"""What a link remembers and what waits for it is bounded; and it does not knock too often."""

from threading import Event

from hypothesis import given
from hypothesis import strategies as st

from companion.hall.link import session as answered
from companion.hall.link.connection import MOST_ASKED_BYTES, MOST_ASKS, LinkInbox
from companion.hall.link.link import FIRST_S, MANY, MOST_S, Patience, wait_s
from companion.hall.link.session import AnsweredAsks
from companion.hall.wire.topics import AGAIN_S


@given(st.integers(0, 10_000), st.floats(0, 1, exclude_max=True))
def test_a_wait_is_never_short_and_never_long(failures: int, chance: float) -> None:
    assert AGAIN_S / 2 <= wait_s(failures, chance=lambda: chance) <= MOST_S


def test_a_broker_that_is_started_again_is_found_at_once_and_one_that_stays_away_is_left_alone() -> None:
    waits = [wait_s(failures, chance=lambda: 0.999) for failures in range(1, MANY + 10)]
    assert waits == sorted(waits)
    assert all(wait <= AGAIN_S for wait in waits[: MANY - 10])
    assert waits[-1] > 0.99 * MOST_S


def test_tables_do_not_come_back_all_at_once() -> None:
    assert wait_s(1, chance=lambda: 0.0) < wait_s(1, chance=lambda: 0.5)


def test_a_broker_that_says_nothing_is_given_more_time_at_each_try_up_to_all_there_is() -> None:
    whole = Patience()
    tries = [whole.after(silences) for silences in (*range(20), 10**9)]
    for waits in ([each.connect_s for each in tries], [each.greeting_s for each in tries]):
        assert waits == sorted(waits)
        assert waits[0] == FIRST_S
    assert tries[-1] == whole
    assert Patience(connect_s=0.5).after(3).connect_s == 0.5


def test_the_last_answers_are_remembered() -> None:
    said = AnsweredAsks()
    for number in range(answered.MOST + 10):
        said.put(f"a{number}", str(number).encode())
    assert said.get("a9") is None
    assert said.get("a10") == b"10"


def test_of_many_asks_the_newest_wait() -> None:
    inbox = LinkInbox(Event())
    for number in range(MOST_ASKS + 5):
        inbox.ask(f"a{number}", b"")
    heard = []
    while (ask := inbox.next_ask()) is not None:
        heard.append(ask.id)
    assert heard == [f"a{number}" for number in range(5, MOST_ASKS + 5)]
    assert not inbox.has_asks


def test_large_asks_do_not_fill_the_memory() -> None:
    inbox = LinkInbox(Event())
    large = bytes(MOST_ASKED_BYTES // 4)
    for number in range(9):
        inbox.ask(f"a{number}", large)
    heard = []
    while (ask := inbox.next_ask()) is not None:
        heard.append(ask.id)
    assert heard == ["a5", "a6", "a7", "a8"]
    inbox.ask("huge", bytes(MOST_ASKED_BYTES + 1))
    assert inbox.has_asks


def test_of_many_rounds_the_newest_waits() -> None:
    wake = Event()
    inbox = LinkInbox(wake)
    for number in range(1000):
        inbox.round(str(number).encode())
        inbox.link(b"")
    assert wake.is_set()
    assert (inbox.next_round(), inbox.next_round()) == (b"999", None)
    links = 0
    while inbox.next_link() is not None:
        links += 1
    assert links < 10


def test_the_first_reason_for_an_end_is_the_one() -> None:
    inbox = LinkInbox(Event())
    inbox.lose("Session taken over")
    inbox.lose("")
    assert inbox.lost == "Session taken over"
