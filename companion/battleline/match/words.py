"""Events of a battle in words: short, as one player would tell another."""

from typing import assert_never

from msgspec import UNSET

from companion.battleline.match import events as e
from companion.battleline.match.state import ENVIRONMENT, MOVERS, REDEPLOY, State, called
from companion.table.game import few_words


def sentence(state: State, event: e.BattleEvent) -> str:
    """Returns what the event was. Cards go by the names of the table's edition."""
    edition = state.choices.edition
    match event:
        case e.Laid(side=side, flag=flag, piece=piece):
            where = "on" if piece in ENVIRONMENT else "at"
            return f"{state.name(side)} lays {called(piece, edition)} {where} flag {flag}"
        case e.Scouted(side=side):
            return f"{state.name(side)} scouts"
        case e.Redeployed(side=side, piece=piece, flag=flag, to=to):
            where = "off the line" if to is None else f"to flag {to}"
            return f"{state.name(side)} redeploys {called(piece, edition)} from flag {flag} {where}{_off(state, event)}"
        case e.Deserted(side=side, piece=piece, flag=flag):
            return f"{state.name(side)}'s Deserter takes {called(piece, edition)} from flag {flag}{_off(state, event)}"
        case e.Betrayed(side=side, piece=piece, flag=flag, to=to):
            return f"{state.name(side)}'s Traitor brings {called(piece, edition)} from flag {flag} to flag {to}"
        case e.Passed(side=side):
            return f"{state.name(side)} passes"
        case e.Claimed(side=side, flag=flag):
            return f"{state.name(side)} claims flag {flag}"
        case e.Pointed(side=side, flag=flag):
            return f"{state.name(side)}'s claim button is set to flag {flag}"
        case e.Agreed(side=side, flag=flag):
            return f"{state.name(side)} agrees to the claim of flag {flag}"
        case e.TakenUp(piece=piece):
            moved = ": what it moved lies where it was" if piece in MOVERS else ""
            return f"{called(piece, edition)} taken back{moved}"
        case e.Shifted(piece=piece, flag=flag, side=side):
            return f"{called(piece, edition)} lies at flag {flag} on {state.name(side)}'s side"
        case e.Exchanged(piece=piece, instead=instead, mover=mover):
            if mover is UNSET:
                return f"{called(instead, edition)} lies there, not {called(piece, edition)}"
            took = f"{called(mover, edition)} {'moved' if mover == REDEPLOY else 'took'}"
            return f"{took} {called(instead, edition)}, not {called(piece, edition)}{_off(state, event)}"
        case e.Begun():
            return "The battle begins"
        case e.Ended(winner=winner):
            return f"{state.name(winner)} wins" if winner else "The battle ends"
        case _:
            assert_never(event)


def _off(state: State, event: e.TakenFrom | e.Exchanged) -> str:
    """Returns what was discarded with it."""
    off = " and ".join(called(piece, state.choices.edition) for piece in event.off or ())
    return f", and {off} with it" if off else ""


def standing(state: State) -> str:
    """Returns the flags that each has claimed, in the order of play."""
    return f"Flags {'–'.join(str(state.held(seat)) for seat in state.layout.seats)}"


def act(state: State, event: e.BattleEvent) -> str:
    """It in a few words: "Red 10 at flag 3"."""
    edition = state.choices.edition
    match event:
        case e.Laid(flag=flag, piece=piece):
            return f"{called(piece, edition)} at flag {flag}"
        case e.Scouted(side=side):
            return few_words(f"{state.name(side)}'s Scout", "Scout")
        case e.Redeployed(side=side):
            return few_words(f"{state.name(side)}'s Redeploy", "Redeploy")
        case e.Deserted(side=side):
            return few_words(f"{state.name(side)}'s Deserter", "Deserter")
        case e.Betrayed(side=side):
            return few_words(f"{state.name(side)}'s Traitor", "Traitor")
        case e.Passed(side=side):
            return few_words(f"{state.name(side)}'s pass", "the pass")
        case e.Claimed(side=side, flag=flag):
            return few_words(f"{state.name(side)}'s claim of flag {flag}", f"claim of flag {flag}")
        case e.Pointed(side=side):
            return few_words(f"{state.name(side)}'s claim button", "a claim button")
        case e.Agreed(flag=flag):
            return f"the word on flag {flag}"
        case e.TakenUp(piece=piece):
            return few_words(f"taking {called(piece, edition)} back", "taking a card back")
        case e.Shifted(piece=piece, flag=flag):
            return few_words(f"{called(piece, edition)} to flag {flag}", f"a card to flag {flag}")
        case e.Exchanged(instead=instead):
            return few_words(f"{called(instead, edition)} instead", "another card")
        case e.Begun():
            return "the start"
        case e.Ended():
            return "the end"
        case _:
            assert_never(event)


def acting_side(_: State, event: e.BattleEvent) -> str | None:
    """Whose act it was, where it was a side's."""
    return event.side.value if isinstance(event, e.SideEvent) else None
