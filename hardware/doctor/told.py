"""What a running table says of itself: it has pins, buses and journal in its hands, and knows what they do to it."""

from collections.abc import Iterator

from hardware.doctor.finding import Finding, ok, skipped, warn
from hardware.doctor.installation import Installation
from hardware.doctor.running_table import table_process


def check_told(at: Installation) -> Iterator[Finding]:
    """Its faults, each a line. A screen that is silent has its own line as well, which says more."""
    if table_process(at) is None or at.config is None:
        yield skipped("table", "no table is running that could be asked" if at.config else at.without("panel"))
        return
    faults = at.machine.table_faults(at.config.web.host, at.config.web.port)
    if faults is None:
        yield warn(
            "table",
            "it runs, but does not answer",
            "It may be starting: look again in a moment. If that stays so, see what it says.",
            command="journalctl -eu warglass",
        )
        return
    for fault in faults:
        yield warn(
            "table",
            fault.rstrip("."),
            "The table plays on without it and tries again by itself. What fails below says what to do.",
        )
    if not faults:
        yield ok("table", "it runs, and says that nothing is broken")
