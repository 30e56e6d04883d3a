"""Questions about Units and the counters beside them (Warzone Eternal, Chapters 4 and 6)."""

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted, listed
from companion.table.seats import Seat
from companion.warzone.answers.game import Asked
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import UnitView


def activated(asked: Asked, said: Said) -> Answer | None:
    """Whether the named Units have been Activated this Turn."""

    def tell(_: Seat, unit: UnitView) -> str:
        if unit.fall is not None:
            return _fallen(unit)
        if unit.acting:
            return "It is acting now."
        return "Yes: it has its Activation Counter." if unit.activated else "Not yet."

    return asked.of_each(said, tell)


def may_activate(asked: Asked, said: Said) -> Answer | None:
    """Whether the named Units can still be Activated."""

    def tell(seat: Seat, unit: UnitView) -> str:
        if unit.fall is not None:
            return _fallen(unit)
        if unit.acting:
            return "It is acting now."
        if unit.activated:
            return "No: it has its Activation Counter."
        if asked.view.turn_phase is not TurnPhase.ACTIVATION:
            return f"Not now: {asked.view.waiting}"
        if asked.view.active != seat.value or asked.view.acting:
            return f"It has not been Activated yet. {asked.view.waiting}"
        return "Yes."

    return asked.of_each(said, tell)


def pinned(asked: Asked, said: Said) -> Answer | None:
    """Whether the named Units are Pinned."""
    return asked.of_each(said, lambda _, unit: _fallen(unit) or ("Yes: Pinned." if unit.pinned else "No."))


def all_pinned(asked: Asked, said: Said) -> Answer:
    """Which Units are Pinned."""
    return asked.list_of(said, lambda _, unit: unit.pinned)


def all_jammed(asked: Asked, said: Said) -> Answer:
    """Which Units have Reload Counters."""
    return asked.list_of(said, lambda _, unit: bool(unit.jammed))


def all_unactivated(asked: Asked, said: Said) -> Answer:
    """Which Units have not been Activated yet."""
    return asked.list_of(said, lambda _, unit: not unit.activated and not unit.acting)


def wounds(asked: Asked, said: Said) -> Answer | None:
    """How many Wound Counters the named Units have, and of how many W."""

    def tell(_: Seat, unit: UnitView) -> str:
        if unit.fall is not None:
            return _fallen(unit)
        total = unit.unit.wounds
        if total is None:
            return f"It has {counted(unit.wounds, 'Wound Counter')}."
        return f"{total - unit.wounds} of {counted(total, 'Wound')} left."

    return asked.of_each(said, tell)


def gone(asked: Asked, said: Said) -> Answer | None:
    """Whether the named Units are Casualties."""
    return asked.of_each(said, lambda _, unit: _fallen(unit) or "It is on the Battlefield.")


def jammed(asked: Asked, said: Said) -> Answer | None:
    """Whether the named Units have Reload Counters."""

    def tell(_: Seat, unit: UnitView) -> str:
        if unit.fall is not None:
            return _fallen(unit)
        weapons = [each or "a weapon" for each in unit.jammed]
        return f"Yes: {listed(weapons)}." if weapons else "No."

    return asked.of_each(said, tell)


def reacted(asked: Asked, said: Said) -> Answer | None:
    """Whether the named Units have Reaction Counters."""

    def tell(_: Seat, unit: UnitView) -> str:
        yes = f"Yes: {counted(unit.reaction_counters, 'Reaction Counter')}." if unit.reacted else "Not yet."
        return _fallen(unit) or yes

    return asked.of_each(said, tell)


def may_react(asked: Asked, said: Said) -> Answer | None:
    """Whether the named Units may react to what is going on."""

    def tell(seat: Seat, unit: UnitView) -> str:
        return _fallen(unit) or _reaction(asked, seat, unit)

    return asked.of_each(said, tell)


def who_reacts(asked: Asked, said: Said) -> Answer:
    """Which Units may react to what is going on."""
    going = asked.view.declared
    if going is None or not asked.view.reactions:
        return Answer("Nothing is declared that could be answered.", "/")
    reactive = Seat(going.side.other.value)
    if reactive not in said.sides(asked.speaker.seats):
        return Answer(f"No: {asked.speaker.does(Seat(going.side.value), 'act')}, the other side reacts.", "/")
    free = [each.unit.name for each in asked.force(reactive).units if _ways(asked, each)]
    return Answer(asked.speaker.each([(reactive, f"Yes: {listed(free)}." if free else "No Unit may.")]), "/")


def _reaction(asked: Asked, seat: Seat, unit: UnitView) -> str:
    going = asked.view.declared
    offered = asked.view.reactions.get(unit.unit.id, ())
    if going is None or going.side.value == seat.value or not offered:
        return "Not now: nothing is declared that it could answer."
    if ways := _ways(asked, unit):
        return f"Yes: {listed(ways, 'or')}."
    return f"No: it {offered[0].why_not}."


def _ways(asked: Asked, unit: UnitView) -> list[str]:
    """The Reactions that it has, each with what only the players see."""
    return [
        f"{may.reaction.title}{f' ({may.provided[0]})' if may.provided else ''}"
        for may in asked.view.reactions.get(unit.unit.id, ())
        if not may.why_not
    ]


def _fallen(unit: UnitView) -> str:
    return "" if unit.fall is None else f"It is a Casualty since Turn {unit.fall.turn}."
