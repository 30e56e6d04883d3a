"""The hall's round as one table has it: what is new about it, in words, and when it ends by the table's own clock."""

from companion.hall.wire.from_hall import Round
from companion.table.at_hall import RoundHere


def players_at(table: str, told: Round) -> tuple[str, ...]:
    """Who plays at that table, in the order of play; nobody where the hall has said nothing of it."""
    return next((pairing.players for pairing in told.pairings if pairing.table == table), ())


def pauses(before: Round | None, after: Round) -> bool:
    """Whether the table is to pause its game for it: for each pause once, and only while the round still stands. Of one
    that is over, players who did not hear of it in time have no use."""
    return after.paused and after.pause > (0 if before is None else before.pause)


def begun(before: Round | None, after: Round, *, already: bool) -> bool:
    """Whether that round's clock has ever run, as far as is known: `already` as of `before`. Pauses are counted over
    all rounds."""
    same = before is not None and before.number == after.number
    return after.deadline_ms is not None or (before is not None and after.pause > before.pause) or (same and already)


def news(before: Round | None, after: Round, *, already: bool) -> str:
    """What the log tells of it; nothing where its clock is no other. `already`: whether `before` had begun."""
    name = after.title or f"Round {after.number}"
    if before is None or before.number != after.number:
        if after.deadline_ms is not None:
            return f"{name} has begun"
        if begun(before, after, already=already):
            return f"{name} stands, {minutes(after.left_ms)} left"
        return f"{name}: {minutes(after.left_ms)}, not begun yet" if after.number else ""
    if before.deadline_ms is None and after.deadline_ms is not None:
        return f"{name} goes on" if already else f"{name} begins: {minutes(before.left_ms)}"
    if before.deadline_ms is not None and after.deadline_ms is None:
        return f"{name} stands, {minutes(after.left_ms)} left"
    more = (after.deadline_ms or after.left_ms) - (before.deadline_ms or before.left_ms)
    return f"{name} has {minutes(abs(more))} {'more' if more > 0 else 'less'}" if more else ""


def here(told: Round, players: tuple[str, ...], *, offset_ms: int | None, error_ms: int | None) -> RoundHere | None:
    """As the table's screens count it; None as long as a running clock cannot be told by the table's own."""
    if not told.number or (told.deadline_ms is not None and offset_ms is None):
        return None
    return RoundHere(
        number=told.number,
        title=told.title or f"Round {told.number}",
        ends_ms=None if told.deadline_ms is None or offset_ms is None else told.deadline_ms - offset_ms,
        left_ms=told.left_ms,
        error_ms=error_ms,
        players=players,
    )


def minutes(ms: int) -> str:
    """A length of time: "50 minutes", "1 minute", "12:30"."""
    seconds = round(ms / 1000)
    whole, rest = divmod(max(0, seconds), 60)
    return f"{whole}:{rest:02}" if rest else f"{whole} minute{'' if whole == 1 else 's'}"
