"""What the log knows of the two actions that clash."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.player_names import same
from companion.table.events import Undone
from companion.table.history import Entry
from companion.table.sides import Side
from companion.wartime.disputes.asking import Facts, Pair
from companion.wartime.disputes.triggers import Deed, Kind, triggers
from companion.wartime.match import events as e
from companion.wartime.referee.hexes import Hex

LONGEST_ACT_NS = 30 * SECOND
"""From a hand to the flip that ends its action, the shortest timer's run: what was touched earlier belonged to
something else. The book knows no such time, for there each hand is seen."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """One side's last act: the entry `seq`, a flip at `flipped_ns`, or a whole action, and then also what was done.
    `began_ns` is when its side touched its hand for it, if it did. Monotonic instants."""

    seq: int
    flipped_ns: int
    timer: str
    began_ns: int | None = None
    kind: Kind | None = None
    unit: str | None = None
    to: Hex | None = None
    was: Hex | None = None
    target: str | None = None
    feature: Hex | None = None
    tokens: int = 0
    left: int | None = None


def acts(entries: Iterable[Entry], sides: Mapping[str, Side]) -> dict[Side, list[Evidence]]:
    """Every act that stands, by side and in order: none that was undone, or whose flip was taken back. `sides` are the
    timers'."""
    entries = list(entries)
    gone = {entry.event.seq for entry in entries if isinstance(entry.event, Undone)}
    found: dict[Side, list[Evidence]] = {side: [] for side in Side}
    hands: dict[Side, int] = {}
    for entry, event in _events(entries):
        if isinstance(event, e.Touched):
            hands[event.side] = entry.mono_ns
        if entry.seq in gone or not isinstance(event, e.TimerEvent) or event.timer not in sides:
            continue
        side = sides[event.timer]
        if isinstance(event, e.Flipped | e.Acted):
            began_ns = hands.pop(side, None)
            fresh = began_ns is not None and entry.mono_ns - began_ns <= LONGEST_ACT_NS
            found[side].append(_evidence(entry, event, began_ns=began_ns if fresh else None))
            continue
        at = next((at for at, act in reversed(list(enumerate(found[side]))) if act.timer == event.timer), None)
        if at is not None and isinstance(event, e.Assigned):
            # Whom a flip was for is often said a moment later.
            found[side][at] = replace(found[side][at], unit=_who(event) or found[side][at].unit)
        elif at is not None and isinstance(event, e.Freed) and not event.card:
            del found[side][at]
    return found


def _events(entries: Iterable[Entry]) -> Iterator[tuple[Entry, object]]:
    """What was pressed, in order, and what was put right part by part."""
    for entry in sorted(entries, key=lambda entry: (entry.mono_ns, entry.seq)):
        for event in entry.event.done if isinstance(entry.event, e.PutRight) else (entry.event,):
            yield entry, event


def facts(both: Mapping[Side, Evidence]) -> Facts:
    """What the log says of them: everything of whole actions, of bare flips nothing."""
    kinds = {side: act.kind for side, act in both.items() if act.kind is not None}
    strikes = {side: both[side] for side, kind in kinds.items() if Deed(kind=kind).strikes and len(both) == len(Side)}
    # Of a flip for nobody knows whom, nobody knows whether its unit was the target.
    aimed = {side: act for side, act in strikes.items() if act.target is None or both[side.other].unit is not None}
    places = [act.to for act in both.values() if act.to is not None]
    return Facts(
        kinds=kinds,
        at_other={side: same(act.target, both[side.other].unit) for side, act in aimed.items()},
        kills={side: act.left == 0 for side, act in strikes.items() if act.left is not None},
        same_hex=len(set(places)) == 1 if len(places) == len(Side) else None,
    )


def by_hands(both: Mapping[Side, Evidence], kinds: Mapping[Side, Kind]) -> tuple[Pair, ...]:
    """Whose action began first, where both touched their hands as they began."""
    began = [(act.began_ns, triggers(side, kinds[side])[0]) for side, act in both.items() if side in kinds]
    instants = [at for at, _ in began if at is not None]
    if len(set(instants)) < len(Side):
        return ()
    (_, first), (_, second) = sorted(began, key=lambda each: each[0] or 0)
    return ((first, second),)


def _who(event: e.Flipped | e.Acted | e.Assigned) -> str | None:
    """Who acted: a spell's caster, where that is known, for nobody casts once it is gone."""
    caster = None if isinstance(event, e.Acted) else event.caster
    return event.unit or caster or event.card


def _evidence(entry: Entry, event: e.Flipped | e.Acted, *, began_ns: int | None) -> Evidence:
    bare = Evidence(seq=entry.seq, flipped_ns=entry.mono_ns, timer=event.timer, began_ns=began_ns, unit=_who(event))
    if isinstance(event, e.Flipped):
        return bare
    strikes = event.target is not None or event.feature is not None
    kind = Kind.MOVE if not strikes else Kind.ATTACK if event.to is None else Kind.CHARGE
    return replace(
        bare,
        kind=kind,
        to=event.to,
        was=event.was,
        target=event.target,
        feature=event.feature,
        tokens=event.tokens,
        left=event.left,
    )
