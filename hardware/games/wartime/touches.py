"""When players have last touched the timers that a screen shows."""

from companion.wartime.match.views import WarTimeView
from hardware.games.panel_game import Touch


def touch(shows: tuple[str, ...], view: WarTimeView) -> Touch:
    """What of the screen's timers a player can change (not the sand that falls by itself, but what turns it over, gives
    it back or takes it), and when they were last flipped, refused or run out."""
    shown = [timer for timer in view.timers if timer.id in shows]
    instants = [0]
    for timer in shown:
        flipped = None if timer.ends_ms is None else timer.ends_ms - 1000 * timer.seconds
        refused = timer.refused.ms if timer.refused else None
        instants += [instant for instant in (flipped, refused, timer.ran_out_ms) if instant is not None]
    value = [(t.state, t.flip, t.unit, t.card, t.ends_ms or t.remaining_ms, t.refused) for t in shown]
    return Touch((view.phase, value), max(instants))
