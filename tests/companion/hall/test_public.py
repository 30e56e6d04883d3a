"""Two matches that differ only in what is sealed say the same of themselves, on every topic, to the byte."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games import all_games
from companion.hall.adopting import Adopting
from companion.hall.desk import Desk
from companion.hall.link.connection import LinkInbox
from companion.hall.link.session import AnsweredAsks, Newest, Session, acted, by_seat
from companion.hall.rows import CardBox, Logs
from companion.hall.wire import messages as h
from companion.hall.wire.messages import MOST_ROWS, Answer, Beside, written
from companion.hall.wire.topics import LARGEST, TopicPart
from companion.journal.reader import Written
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import NotHere, Refused, Untold
from companion.table.events import HALL, Source, SourceKind
from companion.table.opening import SCENARIO, Again, New
from companion.table.seats import Side
from companion.table.view import TableView
from companion.warzone.scenarios import Primary, Secondary, WarzoneScenario
from tests.companion.hall.test_adopting import card
from tests.companion.hall.test_rows import hands_ticked, objectives_sealed, picks_sealed
from tests.companion.table.recorded_games import WARTIME_SECRETS, Played
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z
from tests.companion.warzone.match import seats as warzone
from tests.support import MEMORY, PHONE, ask_table, examples

LATER = 2**50
GOLD = Source(SourceKind.PHONE, "1", "gold", "Ana")
RED = Source(SourceKind.PHONE, "2", "red", "Ben")


class Overheard(Played):
    """Players in a hall, and everything that their table says there, as it comes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.desk = Desk(table=self.table, clock=self.clock, card=card())
        box, self._inbox = CardBox(card()), LinkInbox(Event())
        self._adopting = Adopting(
            adopt=lambda adopt: self.table.exchange(adopt, source=HALL),
            games=all_games(),
            box=box,
            clock=self.clock,
            table="Table 3",
        )
        self._session = Session(
            card=card(),
            desk=self.desk,
            asked=self._asked,
            logs=Logs(journal=self.desk.journal, find=self._find, games=all_games(), box=box).after,
            answered=AnsweredAsks(),
            wire=self,
            connection=1,
        )
        self._on_the_way: list[int] = []
        self.refused = ""
        self.said: list[tuple[TopicPart, str, bool, int, object]] = []
        self._inbox.greet(None)
        self._session.begin()
        self.listen()

    def do(self, command: Command, source: Source = PHONE) -> TableView:
        try:
            ask_table(self.table, command, source=source)
            self.refused = ""
        except Untold:
            self.refused = "nobody else is told why"
        except (Refused, NotHere) as refused:
            self.refused = str(refused)
        self.clock.advance(seconds=1.5)
        self.listen()
        return self.table.view()

    def ask(self, ask: h.Ask) -> None:
        self._inbox.ask(f"a{len(self.said)}", written(ask))
        self.listen()

    def listen(self) -> None:
        """Until nothing comes any more."""
        said = -1
        while said != len(self.said) or self._on_the_way:
            said = len(self.said)
            glance = self.table.glance()
            self.desk.follow(glance.view, match=glance.number, score=by_seat(glance.match.score))
            self._session.take(self._inbox)
            while self._session.go_on(Newest(glance=glance, acted_ms=acted(glance.view)), self._inbox):
                pass
            for number in self._on_the_way:
                self._inbox.ack(number)
            self._on_the_way.clear()

    def publish(self, part: TopicPart, payload: bytes, *, id: str = "", retain: bool = False) -> int:
        self.said.append((part, id, retain, len(payload), _public(msgspec.json.decode(payload), self.desk.journal)))
        self._on_the_way.append(len(self.said))
        return len(self.said)

    def _find(self, match: int, after: int) -> Written:
        return self.table.written(match, after=after, most=MOST_ROWS, size=LARGEST)

    def _asked(self, id: str, ask: h.Ask) -> Answer:
        def rulings(game: str, text: str) -> Sequence[Beside]:
            return [Beside(id="about", question=f"{game}: {text}"[:400])]

        return self.desk.do_ask(id, ask, rulings=rulings, rule=lambda _: None, restored=self._adopting.take)


def _public(said: Any, journal: str) -> object:
    """It without what is encrypted, of which everybody sees how long it is, and without the journal's own name."""
    match said:
        case dict():
            found = {key: _public(value, journal) for key, value in said.items()}
            if "chain" in said:
                found["chain"] = len(said["chain"])
            if "rows" in said:
                found["rows"] = [[*row[:5], row[5] and len(row[5])] for row in said["rows"]]
            return found
        case list():
            return [_public(each, journal) for each in said]
        case _:
            return "its journal" if said == journal else said


def to_the_end(players: Overheard) -> None:
    """A judge is called and told, a round is played, its result confirmed, the match begun anew, all rows asked for."""
    for words in ("", "Was that in range?"):
        players.desk.call_judge(source=GOLD, words=words)
        players.listen()
        call = players.desk.call
        assert call is not None
        players.ask(h.TellCall(until_ms=LATER, call=call.id))
        players.ask(h.Judge(until_ms=LATER, call=call.id, judging=h.Judging.ANSWERED, who="Dana", text="No."))
    players.ask(h.Clock(until_ms=LATER, hall_ms=5, offset_ms=0, error_ms=1))
    players.ask(h.Pause(until_ms=LATER))
    players.desk.heard_round(h.Round(version=1, number=1, title="Round 1", deadline_ms=LATER))
    players.do(End())
    for source in (GOLD, RED):
        if players.table.view().hall.result is not None:  # type: ignore[union-attr]
            players.desk.agree(source.seat or "", agreed=True, source=source)
            players.listen()
    players.do(Again())
    number = players.table.glance().number
    for match in range(number + 2):
        players.ask(h.Resend(until_ms=LATER, match=match, after=0))


def said(play: Callable[[Overheard], None]) -> list[tuple[TopicPart, str, bool, int, object]]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        players = Overheard(Path(folder) / "t.sqlite")
        play(players)
        to_the_end(players)
        players.table.close()
        return players.said


@pytest.mark.parametrize("play", [hands_ticked, objectives_sealed, picks_sealed])
def test_a_table_says_the_same_whatever_is_sealed(play: Callable[[Played, bool], None]) -> None:
    one, other = (said(lambda players, first=first: play(players, first)) for first in (True, False))  # type: ignore[misc]
    assert one == other
    parts = {part for part, *_ in one}
    assert parts >= {TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.ANSWER}
    assert TopicPart.RESULT in parts or play is picks_sealed, "all but one that never begins are played to the end"


Pair = tuple[Command, Command]
cards = st.sampled_from(["Charge", "drill", "March", "Oath", "Haste", "Fireball", "nothing"])
sides = st.sampled_from(Side)


def alike(*kinds: st.SearchStrategy[Command]) -> st.SearchStrategy[Pair]:
    """The same command twice."""
    return st.one_of(*kinds).map(lambda command: (command, command))


def ticked(side: Side) -> st.SearchStrategy[Pair]:
    one = st.one_of(*(st.builds(w.Tick, side=st.just(side), **{way: cards}) for way in ("choose", "drop")))
    return st.tuples(one, one)


def mustered(side: Side) -> st.SearchStrategy[Pair]:
    chosen = st.lists(cards, min_size=1, max_size=3).map(tuple)
    return st.tuples(*[st.builds(w.Muster, side=st.just(side), units=st.just(("Archer",)), cards=chosen)] * 2)


def dealt(side: Side) -> st.SearchStrategy[Pair]:
    return st.tuples(*[st.builds(w.Deal, side=st.just(side), lot=st.integers(0, 99))] * 2)


wartime = st.one_of(
    sides.flatmap(ticked),
    sides.flatmap(mustered),
    sides.flatmap(dealt),
    alike(
        st.just(Undo()),
        st.just(Begin()),
        st.just(Pause()),
        st.just(Resume()),
        st.builds(w.Flip, timer=st.sampled_from(["gold-30", "red-spell"]), unit=st.sampled_from(["Archer", None])),
        st.builds(w.Free, timer=st.sampled_from(["gold-30", "red-spell"])),
    ),
)
picks = st.permutations(list(Secondary)).map(lambda all: tuple(all[:2]))
owners = st.sampled_from(["phone 1", "phone 22"])
warzones = st.one_of(
    st.tuples(*[st.builds(z.Seal, side=st.just(Side.GOLD), owner=owners, picks=picks)] * 2),
    st.tuples(
        *[st.builds(z.SealPrimary, side=st.just(Side.GOLD), owner=owners, pick=st.sampled_from(Primary))] * 2,
    ),
    alike(st.just(Undo()), st.just(Begin())),
)


def in_secret(players: Overheard) -> None:
    players.table.keep("wartime", SCENARIO, "secrets", WARTIME_SECRETS)
    players.do(New(game="wartime", scenario="secrets"))


def with_objectives(players: Overheard) -> None:
    players.do(New(game="warzone"))
    warzone.prepare(players, scenario=WarzoneScenario.KEY_POSITIONS)


def without(players: Overheard) -> None:
    players.do(New(game="warzone"))


def both(opened: Callable[[Overheard], None], pairs: Sequence[Pair]) -> Iterator[list[object]]:
    """What each of two tables said. That an act was refused to one and not to the other is for all to see, and so is
    why, but where that depends on a secret: such pairs differ in more than what is sealed."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        twins = [Overheard(Path(folder) / f"{name}.sqlite") for name in ("one", "other")]
        for each in twins:
            opened(each)
        for pair in pairs:
            for each, command in zip(twins, pair, strict=True):
                each.do(command)
            assume(twins[0].refused == twins[1].refused)
        for each in twins:
            to_the_end(each)
            each.table.close()
            yield list(each.said)


@settings(max_examples=examples(40))
@given(st.lists(wartime, min_size=1, max_size=12))
def test_whatever_hands_are_chosen_a_table_says_the_same(pairs: list[Pair]) -> None:
    one, other = both(in_secret, pairs)
    assert one == other


@settings(max_examples=examples(15))
@given(st.sampled_from([with_objectives, without]), st.lists(warzones, min_size=1, max_size=8))
def test_whatever_objectives_are_chosen_a_table_says_the_same(
    opened: Callable[[Overheard], None], pairs: list[Pair]
) -> None:
    one, other = both(opened, pairs)
    assert one == other
