"""What the screens show once a game is over, whatever was played."""

from companion.table.told.telling import ALL
from companion.table.view import Over
from hardware.faces.over import OverFace
from hardware.games.places import place_of


def over_face(shows: tuple[str, ...], over: Over) -> OverFace:
    """On every screen who won: on those of a side's own timers how, on one that a side has to itself that side's
    telling figure, and between them the one for everyone, as soon as it is known."""
    place = place_of(shows)
    if place.side is None:
        return OverFace(title=over.title, said=over.telling.get(ALL, ""))
    said = over.telling.get(place.side.value, "") if place.shared else over.how
    return OverFace(title=over.title, said=said)
