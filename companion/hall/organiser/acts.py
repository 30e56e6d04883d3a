"""Does what an organiser does with the live hall."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.fields.words import clipped
from companion.hall.organiser.clocks import RoundClock
from companion.hall.organiser.live import MINUTE_MS, Live
from companion.hall.organiser.rounds import Restoring
from companion.hall.organiser.view import SEATS, ByHand, CallHere, ResultOf, SaidToTables
from companion.hall.wire import messages as h
from companion.hall.wire.topics import LONGEST_SHORT, LONGEST_TEXT, MOST_TABLES, named
from companion.names import free_id, tidy
from companion.table.errors import NotHere, Refused

ANNOUNCED_MS = 30 * MINUTE_MS
PAUSE_MS = MINUTE_MS // 2
"""Each is still done at a table that comes this late."""
LONGEST_QUESTION = 200
MOST_PLAYERS = 4
RULES = "house-event-"
"""The ids of the event's rulings begin so, which no table's own do."""


def announce(live: Live, text: str, tables: Sequence[str]) -> None:
    """Announces the text on these tables, or on all that have ever been here. Raises Invalid, NotHere."""
    said = _text("text", text, LONGEST_TEXT)
    asked = [known(live, table) for table in dict.fromkeys(tables)]
    asked = asked or [table for table, record in live.records.items() if record.seen]
    now_ms, id = live.clock.now_ms(), live.fresh_id()
    for table in asked:
        live.ask(table, h.Announce(until_ms=now_ms + ANNOUNCED_MS, text=said), id=id)
    live.say(SaidToTables(id=id, text=said, ms=now_ms, asked=len(asked), shown=0, round=live.rounds.clock.number))


def become(live: Live, clock: RoundClock) -> None:
    """Sets the round's clock, and sends it to the tables."""
    live.rounds.become(clock)
    live.tell_round()


def pair(live: Live, pairings: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Gives out the pairings. Raises Refused, Invalid."""
    _round(live)
    live.rounds.pair(_checked(pairings), old=live.old())
    live.tell_round()


def pause_table(live: Live, table: str) -> None:
    """Pauses that table's game. Raises NotHere."""
    live.ask(known(live, table), h.Pause(until_ms=live.clock.now_ms() + PAUSE_MS))


def coming(live: Live, table: str, id: int, *, who: str) -> None:
    """Says that this judge is coming. Raises Invalid, NotHere; Refused where the call was answered."""
    call = _open(live, table, id)
    name = _name("who", who)
    live.judge(replace(call, state="coming", who=name))


def answer(live: Live, table: str, id: int, *, who: str, text: str, everywhere: str) -> None:
    """Answers the call. Raises Invalid, NotHere; Refused where the call was answered."""
    call = _open(live, table, id)
    name, words = _name("who", who), _text("text", text, LONGEST_TEXT)
    rule = _rule(live, table, _text("everywhere", everywhere, LONGEST_QUESTION), words) if everywhere.strip() else None
    live.judge(replace(call, state="answered", who=name, answer=words))
    if rule is not None:
        live.rulings.add(live.fresh_id(), rule, live.records.values())


def set_results(live: Live, results: Mapping[str, ByHand | None]) -> None:
    """Sets these results, all of them or none. Raises Refused or NotHere."""
    number = _round(live)
    told = {
        known(live, table): None if said is None else _by_hand(live, number, table, said)
        for table, said in results.items()
    }
    for table, result in told.items():
        if result is None:
            live.withdraw(number, table, by_hand=True)
        else:
            live.settle(result)


def set_up_anew(live: Live, table: str, *, journal: str, match: int) -> None:
    """Has the match's first part read. Raises Refused, NotHere."""
    record = live.records[known(live, table)]
    volume = record.shelf.volumes.get((match, journal))
    if volume is None or not volume.have or not volume.game:
        raise NotHere("archived match", f"{journal} {match}")
    if not record.picture.online:
        raise Refused("Its box does not answer: wait until it is there.")
    if table in live.restorings:
        raise Refused("It is being set up already.")
    live.restorings[table] = Restoring(
        id=live.fresh_id(),
        table=table,
        journal=journal,
        match=match,
        last=volume.have,
        lacks=max(0, volume.last - volume.have),
        heard_until_ms=record.heard_until.get(journal),
    )
    live.parts_due.add(table)


def known(live: Live, table: str) -> str:
    """Returns the table. Raises NotHere."""
    if table not in live.records:
        raise NotHere("table", table)
    return table


def _round(live: Live) -> int:
    if not live.rounds.clock.number:
        raise Refused("There is no round yet: make one first.")
    return live.rounds.clock.number


def _by_hand(live: Live, number: int, table: str, said: ByHand) -> ResultOf:
    """Makes the result of what the organiser wrote. Raises NotHere."""
    record, told = live.records[table], live.rounds.result(table)
    state = record.picture.state
    playing = state.names if state is not None else {}
    names = said.people or playing or dict.fromkeys(SEATS, "")
    seats = {**dict.fromkeys(said.score, ""), **names}
    people = {seat: name for seat, name in seats.items() if name}
    if said.winner is not None and said.winner not in seats:
        raise NotHere("seat", said.winner)
    title = "No side won." if said.winner is None else f"{seats[said.winner] or said.winner} won."
    return ResultOf(
        table=table,
        round=number,
        winner=said.winner,
        title=title[:LONGEST_SHORT],
        score=dict(said.score),
        people=told.people if told is not None and not said.people and told.people.keys() == people.keys() else people,
        by_hand=True,
    )


def _open(live: Live, table: str, id: int) -> CallHere:
    call = live.calls.find(table, id)
    if call.state == "answered":
        raise Refused(f"{call.who} has answered that already.")
    return call


def _rule(live: Live, table: str, question: str, answer: str) -> h.HouseRule:
    if live.rulings.full:
        raise Refused(f"The event has {len(live.rulings.all)} rulings already, and tables take no more.")
    state = live.records[table].picture.state
    if state is None:
        raise Refused("It is not known what is played there.")
    taken = [rule.id.removeprefix(RULES) for rule in live.rulings.all.values()]
    id = RULES + free_id(question, taken, otherwise="ruling")
    # The deadline is set as it is asked, for each table.
    return h.HouseRule(until_ms=0, id=id, game=state.game, question=question, answer=answer)


def _name(field: str, text: str) -> str:
    """Returns the tidied name. Raises Invalid."""
    try:
        return tidy(text, longest=LONGEST_SHORT)
    except ValueError as error:
        raise Invalid(field, str(error)) from error


def _text(field: str, text: str, longest: int) -> str:
    """Returns the tidied text. Raises Invalid."""
    said = " ".join(text.split())
    if not said:
        raise Invalid(field, "is missing")
    if len(said) > longest:
        raise Invalid(field, f"must have at most {longest} characters, has {len(said)}")
    return said


def _checked(pairings: Sequence[tuple[str, Sequence[str]]]) -> dict[str, tuple[str, ...]]:
    """Returns the pairings by table. Raises Invalid."""
    found: dict[str, tuple[str, ...]] = {}
    sitting: set[str] = set()
    for table, players in pairings:
        names = tuple(_name("players", name) for name in players)
        if not named(table):
            raise Invalid("table", f"cannot be called {clipped(table)}")
        if table in found or len(found) == MOST_TABLES:
            raise Invalid("table", f"{table} is there twice" if table in found else "is one too many")
        if not 1 <= len(names) <= MOST_PLAYERS:
            raise Invalid("players", f"must be one to {MOST_PLAYERS} at a table, are {len(names)} at {table}")
        if double := sitting.intersection(names):
            raise Invalid("players", f"{min(double)} sits at two tables")
        found[table] = names
        sitting.update(names)
    return found
