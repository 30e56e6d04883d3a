"""Serves the page on timing disputes. It rules on the last two acts, or on the answers given, beside the last minute's
presses in order. It then proposes the correction that follows."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise, takewhile
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from flask import Flask, render_template, request
from msgspec.structs import replace

from companion.clock import SECOND
from companion.fields.characters import Line, Word
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.rulings.shelf import Shelf
from companion.table.errors import NotHere, Refused
from companion.table.events import SourceKind, Upkeep
from companion.table.history import Entry
from companion.table.match import Match
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.table.view import LogLine
from companion.wartime.disputes import evidence
from companion.wartime.disputes.evidence import Evidence, Facts, Pair, Whether, acts, question, remedies, settled
from companion.wartime.disputes.verdict import (
    Dispute,
    DisputeKind,
    DisputeStep,
    SaidInDispute,
    Trigger,
    Verdict,
    judge,
    say,
)
from companion.wartime.match.agreement import Propose, in_words
from companion.wartime.match.state import Correction, State
from companion.wartime.scenario.parts import ARMIES
from web.http import endpoint as codec
from web.table.log import ShownLogRow, rows

# A timing dispute as its page asks and rules. The whole question is in its address: every answer is a link to the next
# question, and players can send each other the verdict.

KINDS = {DisputeKind.MOVE: "Move", DisputeKind.ATTACK: "Attack", DisputeKind.CHARGE: "Charge", DisputeKind.CARD: "Card"}
Both = Mapping[Side, Evidence]
Seq = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]


class DisputeRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says what each side did (`gold`, `red`) with which unit, and which trigger came before which:
    `first=gold-lift.red-tokens,…`.

    `…_at` says whether it went for the unit that the other side acted with, `…_kills` whether it took that unit's last
    token. `…_seq` are the acts in the log. `hands=0` says that the order of the hands does not count.
    """

    gold: DisputeKind | None = None
    red: DisputeKind | None = None
    gold_unit: Word | None = None
    red_unit: Word | None = None
    gold_seq: Seq | None = None
    red_seq: Seq | None = None
    gold_at: bool | None = None
    red_at: bool | None = None
    gold_kills: bool | None = None
    red_kills: bool | None = None
    same_hex: bool | None = None
    first: Line = ""
    hands: bool = True

    def href(self, **answer: object) -> str:
        """Returns the address of the same question with that answered too."""
        asked = replace(self, **answer)
        plain = msgspec.to_builtins(asked)
        defaults = msgspec.to_builtins(DisputeRequest())
        told = {name: _written(value) for name, value in plain.items() if value != defaults[name]}
        return f"/disputes?{urlencode(told, safe='.,')}" if told else "/disputes"

    def by_side(self, what: str) -> dict[Side, Any]:
        """Returns what the question says of each side, for example in `gold_at` and `red_at`."""
        names = {side: f"{side.value}{what}" for side in Side}
        return {side: value for side, name in names.items() if (value := getattr(self, name)) is not None}


class DisputeOption(msgspec.Struct, frozen=True):
    label: str
    href: str
    chosen: bool = False


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side of the dispute: what its unit did, to be tapped, or tapped again."""

    side: str
    army: str
    unit: str | None
    kinds: tuple[DisputeOption, ...]


class DisputeHearing(msgspec.Struct, frozen=True, kw_only=True):
    """Says what is known, what to ask next, and the verdict once it stands.

    `finished` says who finished first, by the flips; `began` who began, by the hands. `unhanded` is the address on
    which hands do not count.
    """

    parties: tuple[Party, ...]
    finished: str | None
    began: str | None
    unhanded: str
    asks: str | None = None
    options: tuple[DisputeOption, ...] = ()
    dispute: Dispute | None = None
    verdict: Verdict | None = None
    said: SaidInDispute | None = None


def hearing(asked: DisputeRequest, acts: Mapping[Side, Sequence[Evidence]]) -> tuple[DisputeHearing, Both]:
    """Returns the dispute that the address names, or else that of the last act of each side. Raises Invalid."""
    both = _both(asked, acts)
    units = {side: _unit(asked, side, both) for side in Side}
    facts = _facts(asked, both)
    hands = evidence.by_hands(both, facts.kinds) if asked.hands else ()
    facts = replace(facts, before=tuple(dict.fromkeys((*hands, *facts.before))))
    whole = _whole(asked, both, units, facts)
    heard = DisputeHearing(
        parties=tuple(_party(whole, side, units, facts) for side in Side),
        finished=_first("finished", {side: act.flipped_ns for side, act in both.items()}),
        began=_first("began", {side: act.began_ns for side, act in both.items() if act.began_ns is not None})
        if hands
        else None,
        unhanded=replace(whole, first="").href(hands=False) if hands else "",
    )
    return _ruled(heard, whole, facts, units), both


def _whole(asked: DisputeRequest, both: Both, units: Mapping[Side, str | None], facts: Facts) -> DisputeRequest:
    """Returns the question with all that the log knows, so that the address says it."""
    known: dict[str, object] = {f"{side.value}_seq": act.seq for side, act in both.items()}
    for side in Side:
        found = {"": facts.kinds, "_unit": units, "_at": facts.at_other, "_kills": facts.kills}
        known |= {f"{side.value}{what}": each.get(side) for what, each in found.items()}
    return replace(asked, **known, same_hex=facts.same_hex, first=",".join(map(_named, facts.before)))


def _ruled(
    heard: DisputeHearing, asked: DisputeRequest, facts: Facts, units: Mapping[Side, str | None]
) -> DisputeHearing:
    if len(facts.kinds) < len(Side):
        return replace(heard, asks="What did each side do?")
    if (dispute := settled(facts)) is not None:
        verdict = judge(dispute)
        return replace(heard, dispute=dispute, verdict=verdict, said=say(dispute, verdict, units))
    names = {side: unit or f"{ARMIES[side]}'s unit" for side, unit in units.items()}
    match question(facts):
        case Whether("same_hex"):
            return replace(heard, asks="Did both go into the same hex?", options=_yes_no(asked, "same_hex"))
        case Whether("kills", Side() as side):
            text = f"Was it {names[side.other]}'s last token?"
            return replace(heard, asks=text, options=_yes_no(asked, f"{side.value}_kills"))
        case Whether(_, Side() as side):
            field, verb = f"{side.value}_at", facts.kinds[side].value
            either = ((names[side.other], True), ("Another", False))
            whom = tuple(DisputeOption(label, asked.href(**{field: it})) for label, it in either)
            return replace(heard, asks=f"Whom did {names[side]} {verb}?", options=whom)
        case (one, other):
            options = tuple(
                DisputeOption(
                    _touched(pair[0], names), asked.href(first=",".join(filter(None, (asked.first, _named(pair)))))
                )
                for pair in ((one, other), (other, one))
            )
            return replace(heard, asks="What came first?", options=options)
    raise AssertionError(facts)


def _both(asked: DisputeRequest, acts: Mapping[Side, Sequence[Evidence]]) -> Both:
    """Returns the acts that the address names; without a word the last of each side, where each has one."""
    meant = asked.by_side("_seq")
    if not meant and any(asked.by_side("").values()):
        return {}
    found = {side: [act for act in done if meant.get(side) in (None, act.seq)][-1:] for side, done in acts.items()}
    return {side: done[0] for side, done in found.items() if done} if all(found.values()) else {}


def _facts(asked: DisputeRequest, both: Both) -> Facts:
    """Returns what the log knows, and over it what was answered."""
    known = evidence.facts(both)
    kinds = {**known.kinds, **asked.by_side("")}
    return Facts(
        kinds=kinds,
        at_other={**known.at_other, **asked.by_side("_at")},
        kills={**known.kills, **asked.by_side("_kills")},
        same_hex=known.same_hex if asked.same_hex is None else asked.same_hex,
        before=tuple(_pair(each) for each in asked.first.split(",")) if asked.first else (),
    )


def _party(asked: DisputeRequest, side: Side, units: Mapping[Side, str | None], facts: Facts) -> Party:
    # The answers so far are about another kind of action.
    bare = replace(asked, first="", gold_at=None, red_at=None, gold_kills=None, red_kills=None, same_hex=None)
    return Party(
        side=side.value,
        army=ARMIES[side],
        unit=units[side],
        kinds=tuple(
            DisputeOption(label, bare.href(**{side.value: kind}), chosen=facts.kinds.get(side) is kind)
            for kind, label in KINDS.items()
        ),
    )


def _unit(asked: DisputeRequest, side: Side, both: Both) -> str | None:
    told = asked.by_side("_unit").get(side)
    return str(told) if told else both[side].unit if side in both else None


def _first(did: str, instants: Mapping[Side, int]) -> str | None:
    if len(instants) < len(Side):
        return None
    one, other = sorted(instants, key=lambda side: instants[side])
    if instants[one] == instants[other]:
        return f"Both {did} at the same instant"
    return f"{ARMIES[one]} {did} first, by {(instants[other] - instants[one]) / SECOND:.3f} s"


def _touched(trigger: Trigger, names: Mapping[Side, str]) -> str:
    side, step = trigger
    match step:
        case DisputeStep.LIFT:
            return f"{names[side]} was lifted"
        case DisputeStep.LAND:
            return f"{names[side]} stood in its new hex"
        case DisputeStep.TOKENS:
            return f"Tokens came off {names[side.other]}"
        case DisputeStep.TOUCH:
            return f"{ARMIES[side]} touched its card"


def _yes_no(asked: DisputeRequest, field: str) -> tuple[DisputeOption, ...]:
    return DisputeOption("Yes", asked.href(**{field: True})), DisputeOption("No", asked.href(**{field: False}))


def _named(pair: Pair) -> str:
    return ".".join(f"{side.value}-{step.value}" for side, step in pair)


def _pair(text: str) -> Pair:
    """Returns the pair. Raises Invalid."""
    try:
        (side, step), (other_side, other_step) = (each.split("-") for each in text.split("."))
        return Trigger(Side(side), DisputeStep(step)), Trigger(Side(other_side), DisputeStep(other_step))
    except ValueError:
        raise Invalid("first", "must be such as gold-lift.red-tokens") from None


def _written(value: object) -> str:
    return ("1" if value else "0") if isinstance(value, bool) else str(value)


SHOWN_NS = 60 * SECOND
MOST_PRESSES = 500
"""Limits the log's last lines: players with more presses in a minute are not disputing."""
Lines = Sequence[tuple[Entry, LogLine]]
_BY_ITSELF = (SourceKind.CLOCK.value, SourceKind.SERVICE.value)


TRIGGERS = ("timing-move", "timing-attack", "timing-charge", "timing-card", "timing-other-card")
"""Lists the rulings on what begins each kind of action."""
CONFLICTS = (
    "timing-first",
    "timing-escaped",
    "timing-hit",
    "timing-killed",
    "timing-charge-escaped",
    "timing-charge-hit",
    "timing-put-back",
    "timing-next",
    "timing-timer-of-the-dead",
)
"""Lists the rulings on what follows when two actions meet: which side gets a timer, and which does not."""


def install(app: Flask, *, table: Table, shelf: Shelf) -> None:
    @app.get("/disputes")
    def disputes_page() -> str:
        asked = codec.from_query(request.args.items(multi=True), DisputeRequest)
        lines, match = table.log(most=MOST_PRESSES).lines, table.match
        shown = last_minute(lines)
        meant = [entry for entry, _ in (shown if asked == DisputeRequest() else lines)]
        heard, both = hearing(asked, acts(meant, sides(match)))
        return render_template(
            "disputes.html",
            presses=presses(shown),
            heard=heard,
            leans=[shelf.find(id) for id in heard.said.rulings] if heard.said else [],
            corrections=list(offered(match, heard, both, at=lines[-1][0].mono_ns)) if both else [],
            triggers=[shelf.find(id) for id in TRIGGERS],
            conflicts=[shelf.find(id) for id in CONFLICTS],
        )


def sides(match: Match[Any]) -> dict[str, Side]:
    """Returns the side of each timer."""
    specs = match.state.scenario.timers if isinstance(match.state, State) else ()
    return {spec.id: spec.side for spec in specs if spec.side is not None}


def offered(match: Match[Any], heard: DisputeHearing, both: Both, *, at: int) -> Iterator[tuple[Correction, str]]:
    """Yields the corrections that follow and can be made at that instant, each in words."""
    for correction in remedies(heard.verdict, both) if heard.verdict else ():
        with suppress(Refused, NotHere):
            match.decide(Propose.of(correction, seat=Seat.GOLD), at)
            yield correction, in_words(match.state, correction)


def last_minute(entries: Lines) -> Lines:
    """Returns all that players pressed in the minute up to the last press, oldest first, refusals and undos included.
    Acts about the table itself, such as taking a seat, are not presses."""
    pressed = [each for each in entries if each[0].source.partition(" ")[0] not in _BY_ITSELF]
    pressed = [each for each in pressed if not isinstance(each[0].event, Upkeep)]
    last_ns = pressed[-1][0].mono_ns if pressed else 0
    return list(takewhile(lambda each: 0 <= last_ns - each[0].mono_ns < SHOWN_NS, reversed(pressed)))[::-1]


def presses(shown: Lines) -> list[tuple[ShownLogRow, str | None]]:
    """Returns the log's row of each, and how long after the press before it: "+0.043 s"."""
    gaps = [None, *(later[0].mono_ns - earlier[0].mono_ns for earlier, later in pairwise(shown))]
    return [
        (row, None if gap is None else f"+{gap / SECOND:.3f} s")
        for row, gap in zip(reversed(rows(shown)), gaps, strict=False)
    ]
