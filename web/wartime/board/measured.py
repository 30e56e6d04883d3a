"""From the live board to Measure: the same board, the unit's token and its target as a question to play with."""

from urllib.parse import urlencode

from companion.wartime.match.aims import AimKind
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView
from web.wartime.board.asked import Asked
from web.wartime.board.deeds import Meant
from web.wartime.measure.live import live_board
from web.wartime.table_page import MEASURE


def measure_href(view: WarTimeView, state: State, asked: Asked, meant: Meant | None) -> str | None:
    """None for a unit that stands nowhere."""
    if asked.unit is None or (start := state.place_of(*asked.unit)) is None:
        return None
    spec, kind = state.spec_of(*asked.unit), meant.aim.kind if meant else AimKind.MOVE
    question: dict[str, str | int | None] = {"mode": kind.value, "from": start, "to": asked.hex}
    if spec is not None:
        question |= {"speed": spec.speed or None, "charge": spec.charge or None}
        question |= {f"d{far}": f"{hit.kind.value}:{hit.value}" for far, hit in spec.damage.items()}
        question |= {"keywords": ",".join(word for word in ("mounted", "siege") if spec.has(word))}
    said = {name: value for name, value in (question | dict(live_board(view))).items() if value}
    return f"{MEASURE}?{urlencode(said, safe=':,')}"
