"""Whatever order a broker brings a table's messages in, and however often, the picture is the same."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.organiser.record import Picture
from companion.hall.wire.messages import Link, Log, Result, State

SMALL = st.integers(0, 3)
JOURNALS = st.sampled_from(["00000000000000aa", "00000000000000bb"])
LINKS = st.builds(
    Link, boot=SMALL, connection=SMALL, online=st.booleans(), journal=JOURNALS, name=st.sampled_from(["A", "B"])
)
STATES = st.builds(
    State,
    boot=SMALL,
    connection=SMALL,
    version=SMALL,
    ms=SMALL,
    match=SMALL,
    seq=SMALL,
    game=st.just("wartime"),
    phase=st.sampled_from(["x", "y"]),
)
LOGS = st.builds(Log, journal=JOURNALS, match=SMALL, last=SMALL, next=st.none() | SMALL)
RESULTS = st.builds(
    Result,
    boot=SMALL,
    connection=SMALL,
    version=SMALL,
    round=st.integers(0, 2),
    match=SMALL,
    winner=st.sampled_from([None, "gold"]),
    title=st.just("Gold won."),
    score=st.just({}),
    names=st.just({}),
    agreed=st.just({}),
)
SAID = st.lists(st.one_of(LINKS, STATES, LOGS, RESULTS), max_size=12)


def painted(said: list[Link | State | Log | Result]) -> Picture:
    picture = Picture()
    for each in said:
        picture = picture.take_message(each)
    return picture


@given(st.data(), SAID)
def test_order_and_repetition_do_not_matter(data: st.DataObject, said: list[Link | State | Log | Result]) -> None:
    again = data.draw(st.permutations(said + data.draw(st.lists(st.sampled_from(said), max_size=6)) if said else said))
    assert painted(again) == painted(said)


@given(SAID)
def test_what_changes_nothing_leaves_the_very_picture(said: list[Link | State | Log | Result]) -> None:
    picture = painted(said)
    assert all(picture.take_message(each) is picture for each in said)


@given(st.lists(LINKS, min_size=1))
def test_a_late_will_never_wins(links: list[Link]) -> None:
    newest = max((link.boot, link.connection) for link in links)
    ended = any(not link.online for link in links if (link.boot, link.connection) == newest)
    link = painted(list(links)).link
    assert link is not None
    assert ((link.boot, link.connection), link.online) == (newest, not ended)


def test_a_state_of_an_earlier_box_is_of_no_journal() -> None:
    link = Link(boot=1, connection=1, online=True, journal="00000000000000aa", name="A")
    state = State(boot=1, connection=1, version=1, ms=0, match=3, seq=7, game="wartime", phase="x")
    picture = painted([link, state])
    assert (picture.journal, picture.known(link.journal, 3).last) == (link.journal, 7)
    other = msgspec.structs.replace(link, boot=2, journal="00000000000000bb")
    assert picture.take_message(other).journal is None
    assert picture.take_message(other).known(other.journal, 3).last == 0
