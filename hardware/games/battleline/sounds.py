"""What is heard of Battle Line: a claim that is granted."""

from collections.abc import Iterator

from companion.battleline.match.views import BattleLineView
from hardware.sound.patterns import CLAIMED, Pattern


def sounds(before: BattleLineView, after: BattleLineView, warning_ms: int) -> Iterator[Pattern]:  # noqa: ARG001
    """What the change sounds like."""
    held = {flag.flag for flag in before.flags if flag.holder is not None}
    if any(flag.holder is not None and flag.flag not in held for flag in after.flags):
        yield CLAIMED
