"""The corrections that follow from a verdict, as far as the log knows what there is to put right."""

from collections.abc import Mapping

from companion.table.sides import Side
from companion.wartime.disputes.corrections import Correction
from companion.wartime.disputes.evidence import Evidence
from companion.wartime.disputes.verdict import Fate, Verdict


def remedies(verdict: Verdict, both: Mapping[Side, Evidence]) -> list[Correction]:
    """What each side's action has done that it should not have, one correction a side."""
    found = []
    for side, act in both.items():
        correction = _remedy(side, verdict.fates[side], act, both.get(side.other))
        if correction != Correction():
            found.append(correction)
    return found


def _remedy(side: Side, fate: Fate, act: Evidence, other: Evidence | None) -> Correction:
    fields: dict[str, object] = {}
    if not fate.keeps:
        fields |= {"timer": act.timer, "free": True}
    if fate.deals is False and act.target is not None and act.tokens:
        fields |= {"side": side.other, "unit": act.target, "tokens": act.tokens}
        if act.left == 0 and other is not None:
            # It left the board with its last token: it stands where it had moved by then.
            fields |= {"hex": other.to}
    elif fate.deals is False and act.feature is not None and act.tokens:
        fields |= {"feature": act.feature, "tokens": act.tokens}
    elif fate.elsewhere and act.unit is not None and act.was is not None:
        fields |= {"side": side, "unit": act.unit, "hex": act.was}
    return Correction(**fields)  # type: ignore[arg-type]
