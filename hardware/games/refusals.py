"""How long a screen shows that a press was refused."""

from companion.table.view import Reason

REFUSAL_MS = 2000


def to_be_read(refusal: Reason | None, now_ms: int) -> Reason | None:
    """The refusal, as long as it is to be read; then None."""
    return refusal if refusal is not None and now_ms - refusal.ms < REFUSAL_MS else None
