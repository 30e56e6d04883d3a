"""Says in words what was done about the table itself, and by whom."""

from collections.abc import Mapping

from companion.clock import SECOND
from companion.table.events import (
    Announced,
    AskedToLeave,
    BackedUp,
    CallTakenBack,
    ChoiceAgreed,
    ClockSet,
    CodeRenewed,
    Deleted,
    HouseRuled,
    JudgeAnswered,
    JudgeCalled,
    JudgeComing,
    LeftOut,
    ResultAgreed,
    RoundTold,
    SatDown,
    SetUpAnew,
    ThrownAway,
    Upkeep,
)
from companion.table.history import BOTH, Source

_UNITS = ((365 * 24 * 60, "year"), (24 * 60, "day"), (60, "hour"), (1, "minute"))


def called(source: Source, names: Mapping[str, str]) -> str:
    """Returns who that was: the player by name, else whose device it is, "Firebrand's phone 2". `names` has each
    seat's."""
    side = names.get(source.seat or "")
    return source.player or (f"{side}'s {source.device}" if side else source.device)


def sentence(event: Upkeep, source: Source, names: Mapping[str, str]) -> str:
    """Returns what `source` has done, as one player would say it to another."""
    who = called(source, names)
    match event:
        case HouseRuled(change=change, question=question):
            return f"House ruling {change}: {question}"
        case AskedToLeave(phone=phone):
            return f"{_capital(who)} asked {_pointed_at(Source.read(phone), names)} to leave"
        case SatDown(seat=seat):
            phone = f"{source.device} ({source.player})" if source.player else source.device
            return f"{_capital(phone)} takes the seat of {_sides(seat, names)}"
        case LeftOut():
            return "Something about that table itself"
        case CodeRenewed():
            return f"{_capital(who)} made a new join code"
        case BackedUp(matches=matches, restored=restored):
            games = f"{matches} {'game' if matches == 1 else 'games'}"
            return f"{_capital(who)} {'restored' if restored else 'downloaded'} a backup: {games}"
        case ThrownAway(was=was):
            return f"{_capital(who)} deleted a game: {was}"
        case Deleted(kind=kind, name=name):
            return f"{_capital(who)} deleted the {kind} {name}"
        case ChoiceAgreed(question=question, reading=reading):
            return f"{_capital(who)} chose for the table: {question} {reading}"
        case ClockSet(by_ns=by_ns):
            wrong = f"{_roughly(abs(by_ns))} {'slow' if by_ns > 0 else 'fast'}"
            return f"{_capital(who)} set the table's clock, which was {wrong}"
        case JudgeCalled(words=words):
            return f"{_capital(who)} called a judge: {words}" if words else f"{_capital(who)} called a judge"
        case CallTakenBack():
            return f"{_capital(who)} needs no judge any more"
        case JudgeComing(who=judge):
            return f"{_capital(judge)} is on the way"
        case JudgeAnswered(who=judge, answer=answer):
            return f"{_capital(judge)} answered: {answer}"
        case Announced(text=text):
            return f"The organiser: {text}"
        case RoundTold(text=text):
            return text
        case ResultAgreed(seat=seat, result=result, agreed=agreed):
            said = "confirmed" if agreed else "does not confirm"
            return f"{_capital(who)} {said} for {_sides(seat, names)}: {result}"
        case SetUpAnew(table=table):
            return f"Set up again from the hall's archive of {table}: {_as_it_was(event)}"
        case _:
            raise TypeError(f"not told in the log: {event!r}")


def _as_it_was(event: SetUpAnew) -> str:
    """Returns what is known to be lost of it."""
    lost = [f"without its last {event.lacks} entries, which were lost"] if event.lacks > 1 else []
    lost += ["without its last entry, which was lost"] if event.lacks == 1 else []
    if event.unheard_ns >= SECOND:
        lost.append(f"up to {event.unheard_ns // SECOND} s of sand may have fallen since")
    return ", ".join(("same match, same sand", *lost))


def _roughly(span_ns: int) -> str:
    """Returns the span in its largest unit: "3 days"."""
    minutes = span_ns // (60 * SECOND)
    count, unit = next((minutes // per, unit) for per, unit in _UNITS if minutes >= per or per == 1)
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _sides(seat: str, names: Mapping[str, str]) -> str:
    if seat == BOTH:
        return "both sides" if len(names) == 2 else "all sides"
    return names.get(seat, seat)


def _pointed_at(source: Source, names: Mapping[str, str]) -> str:
    """Returns the phone, so that everyone knows which: "phone 3 (Ben, Firebrand)"."""
    known = [each for each in (source.player, names.get(source.seat or "")) if each]
    return f"{source.device} ({', '.join(known)})" if known else source.device


def _capital(who: str) -> str:
    return who[0].upper() + who[1:]
