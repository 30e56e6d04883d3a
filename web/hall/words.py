"""Times as the organiser's pages write them; web/static/hall_time.js writes the same. And who won."""

from companion.hall.organiser.view import ResultOf


def won(result: ResultOf) -> str:
    """What came of a match, by the name of who won where that is known: a table may know its sides alone."""
    name = result.people.get(result.winner or "")
    return f"{name} won" if name else result.title.removesuffix(".")


def countdown(ms: int) -> str:
    """Minutes and seconds that are left, "45:00"; with a minus once it is over. A second counts until it has gone."""
    seconds = -(-ms // 1000)
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def ago(ms: int) -> str:
    """How long something has been so: "40 s", "3 min", "2 h"."""
    seconds = max(0, ms) // 1000
    if seconds < 60:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 3600 else f"{seconds // 3600} h"
