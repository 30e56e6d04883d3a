"""What is heard of Warzone: a new Turn, and whose Activation it is."""

from collections.abc import Iterator

from companion.warzone.match.views import WarzoneView
from hardware.sound.patterns import TURN, YOURS, Pattern


def sounds(before: WarzoneView, after: WarzoneView, warning_ms: int) -> Iterator[Pattern]:  # noqa: ARG001
    """What the change sounds like, in order."""
    if after.turn > before.turn:
        yield TURN
    if after.active is not None and after.active != before.active:
        yield YOURS[after.active]
