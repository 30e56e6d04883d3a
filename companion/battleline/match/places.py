"""What players would go back to in a battle."""

from companion.battleline.match import events as e
from companion.battleline.match.claims import Claims
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.state import State
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.told.place import Place


def place(was: State, event: e.BattleEvent, now: State) -> Place | None:
    """What this step is, if it is anything: a claim, the end, or the proof that a flag is somebody's."""
    if isinstance(event, e.Claimed):
        return Place(f"Flag {event.flag} claimed", event.side.value)
    if now.stage is Stage.OVER is not was.stage:
        return Place("The end", now.winner.value if now.winner else None)
    if now.lying == was.lying:
        return None
    before, after = Claims(was), Claims(now)
    for side in now.layout.seats:
        proven = [flag for flag in NUMBERS if _proven(after, flag, side) and not _proven(before, flag, side)]
        if proven:
            return Place(f"Flag {', '.join(map(str, proven))} is proven", side.value)
    return None


def _proven(claims: Claims, flag: int, side: Seat) -> bool:
    verdict = claims.verdict(flag, side)
    return verdict is not None and verdict.claimable
