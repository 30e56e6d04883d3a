"""A claim's proof, handed across: it lies before the other side until that side agrees to it or plays on (Battle Line,
Flags: who claims a flag shows that nothing can beat him there)."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.battleline.match import commands as c
from companion.battleline.match import events as e
from companion.battleline.match.mistaps import corrected
from companion.battleline.match.refusals import facing, not_over, seated
from companion.battleline.match.state import Handed, State
from companion.table.errors import Refused


def handed(state: State, claimed: e.Claimed) -> tuple[Handed, ...]:
    """The proofs before players once that flag is claimed in `state`."""
    to = state.layout.across(claimed.flag, claimed.side)
    return (*state.handed, Handed(flag=claimed.flag, by=claimed.side, to=to, lying=state.lying))


def answered(state: State, event: e.BattleEvent) -> State:
    """The state without the proofs that the event answers: who agrees has seen that one, who plays on has seen all that
    lay before him. A mis-tap put right changes them as if the right card had lain there at once."""
    match event:
        case e.Agreed(side=side, flag=flag):
            left = tuple(each for each in state.handed if (each.to, each.flag) != (side, flag))
        case e.SideEvent(side=side) if not isinstance(event, e.Pointed):
            left = tuple(each for each in state.handed if each.to is not side)
        case e.TakenUp() | e.Shifted() | e.Exchanged():
            left = tuple(replace(each, lying=corrected(each.lying, state.moves, event)) for each in state.handed)
        case _:
            return state
    return replace(state, handed=left)


def agree(state: State, command: c.Agree, at: int) -> Sequence[e.Agreed]:
    """Nothing where that side has answered already, on another phone perhaps. Raises Refused where nobody across has
    claimed the flag, NotHere where there is no such flag or seat."""
    side, flag = command.side, command.flag
    not_over(state)
    seated(state, side)
    facing(state, flag, side)
    if state.claimed.get(flag) is not state.layout.across(flag, side):
        raise Refused(f"Nobody has claimed flag {flag} from {state.name(side)}.")
    if not any((each.to, each.flag) == (side, flag) for each in state.handed):
        return ()
    return [e.Agreed(sand_ns=at, side=side, flag=flag)]
