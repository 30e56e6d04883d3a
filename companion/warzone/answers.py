"""Answers questions about a game of Warzone, from its view alone."""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from companion.answers import (
    COMMON,
    PARTIES,
    Intent,
    Lexicon,
    Said,
    Speaker,
    TableAnswer,
    answered,
    counted,
    inside,
    listed,
    named,
    phrases,
    sentence,
    sides,
)
from companion.table.seats import Seat
from companion.table.view import Phase
from companion.warzone.match.state import LAST_TURN, TurnPhase
from companion.warzone.match.views import ForceView, UnitView, WarzoneView

# A game of Warzone that is asked something: its view, and the Units that a question names.

TABLE = "/"
UNIT = "/warzone/match/sides/{side}/units/{unit}"
MOST_TOLD = 6
"""Limits the Units that an answer lists one by one. With more, the question is not clear enough."""


class WarzoneQuestion(msgspec.Struct, frozen=True):
    view: WarzoneView
    speaker: Speaker

    @property
    def over(self) -> bool:
        return self.view.phase is Phase.ENDED

    def force(self, seat: Seat) -> ForceView:
        return self.view.sides[seat.value]

    def units(self, said: Said) -> list[tuple[Seat, UnitView]]:
        """Returns the named Units, of the sides in question where any are theirs."""
        meant = {key for keys in said.values("unit") for key in keys}
        found = [
            (seat, unit)
            for seat in self.speaker.seats
            for unit in self.force(seat).units
            if (seat.value, unit.unit.id) in meant
        ]
        seats = said.sides(self.speaker.seats)
        return [each for each in found if each[0] in seats] or found

    def of_each(self, said: Said, tell: Callable[[Seat, UnitView], str]) -> TableAnswer | None:
        """Answers for each named Unit, by name where there are several."""
        units = self.units(said)
        if not units or len(units) > MOST_TOLD:
            return None
        told = [tell(seat, unit) for seat, unit in units]
        if len(units) > 1:
            told = [f"{self.named(seat, unit)}: {inside(text)}" for (seat, unit), text in zip(units, told, strict=True)]
        (seat, unit), *others = units
        href = TABLE if others else UNIT.format(side=seat.value, unit=unit.unit.id)
        return TableAnswer(" ".join(map(sentence, told)), href)

    def named(self, seat: Seat, unit: UnitView) -> str:
        """Returns the Unit's name, with its side's where the other side has one of that name."""
        other = (each.unit.name for side in self.speaker.seats if side is not seat for each in self.force(side).units)
        return f"{self.speaker.whose(seat)} {unit.unit.name}" if unit.unit.name in other else unit.unit.name

    def list_of(self, said: Said, wanted: Callable[[Seat, UnitView], bool]) -> TableAnswer:
        """Lists the Units of the sides in question for which `wanted` holds."""
        told = []
        for seat in said.sides(self.speaker.seats):
            names = [unit.unit.name for unit in self.force(seat).units if unit.fall is None and wanted(seat, unit)]
            told.append((seat, f"{listed(names)}." if names else "None."))
        return TableAnswer(self.speaker.each(told), TABLE)


# Questions about Turns, Initiative, Activations and Victory Points (Warzone Eternal, Chapter 4).


def first(asked: WarzoneQuestion, said: Said) -> TableAnswer:
    """Answers who has the Initiative this Turn, or what is still to be rolled."""
    view = asked.view
    if asked.over:
        return _over(asked)
    if view.initiative.first is None or view.initiative.chooser is not None:
        return TableAnswer(f"{_scores(asked)}{view.waiting}", TABLE)
    seat = Seat(view.initiative.first)
    of = said.sides(asked.speaker.seats)
    yes = "" if said.has("who") or len(of) > 1 else "Yes: " if seat in of else "No: "
    return TableAnswer(sentence(f"{yes}{asked.speaker.does(seat, 'go')} first in Turn {view.turn}."), TABLE)


def _scores(asked: WarzoneQuestion) -> str:
    rolled = [(seat, score) for seat in asked.speaker.seats if (score := asked.force(seat).initiative) is not None]
    told = ", ".join(f"{asked.speaker.who(seat)} {score.value}" for seat, score in rolled)
    return f"Initiative Scores: {told}. " if rolled and asked.view.turn > 1 else ""


def turn(asked: WarzoneQuestion, _: Said) -> TableAnswer:
    """Answers which Turn and Phase it is, and how many Turns are left."""
    if asked.over:
        return _over(asked)
    view = asked.view
    left = LAST_TURN - view.turn
    after = f"{counted(left, 'Turn')} after it" if left else "the last"
    return TableAnswer(f"Turn {view.turn} of {LAST_TURN}, {after}: {view.turn_phase.title} Phase.", TABLE)


def whose(asked: WarzoneQuestion, said: Said) -> TableAnswer:
    """Answers whose Activation it is."""
    if asked.over:
        return _over(asked)
    view, of = asked.view, said.sides(asked.speaker.seats)
    if view.active is None or said.has("who") or len(of) > 1:
        return TableAnswer(view.waiting, TABLE)
    return TableAnswer(f"{'Yes' if Seat(view.active) in of else 'No'}: {view.waiting}", TABLE)


def points(asked: WarzoneQuestion, _: Said) -> TableAnswer:
    """Answers how many Victory Points each side has."""
    told = [f"{asked.speaker.has(seat)} {asked.force(seat).vps.value}" for seat in asked.speaker.seats]
    over = f"{asked.view.outcome}. " if asked.view.outcome else ""
    return TableAnswer(f"{over}Victory Points: {', '.join(told)}.", TABLE)


def activations(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers how many Activations and Pass Counters are left this Turn."""
    if asked.view.turn_phase is not TurnPhase.ACTIVATION:
        return None
    told = []
    for seat in said.sides(asked.speaker.seats):
        force = asked.force(seat)
        left = f"{counted(force.activations, 'Activation')} and {counted(force.passes, 'Pass Counter')}"
        told.append((seat, f"{left} left."))
    return TableAnswer(sentence(asked.speaker.each(told)), TABLE)


def standing(asked: WarzoneQuestion, said: Said) -> TableAnswer:
    """Answers how many Units are not Casualties."""
    told = []
    for seat in said.sides(asked.speaker.seats):
        units = asked.force(seat).units
        told.append((seat, f"{sum(unit.fall is None for unit in units)} of {counted(len(units), 'Unit')} left."))
    return TableAnswer(asked.speaker.each(told), TABLE)


def commander(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers which Unit is each side's Commander."""
    told = []
    for seat in said.sides(asked.speaker.seats):
        force = asked.force(seat)
        name = next((each.unit.name for each in force.units if each.unit.id == force.commander), None)
        if name is not None:
            told.append((seat, f"{name}."))
    return TableAnswer(asked.speaker.each(told), TABLE) if told else None


def _over(asked: WarzoneQuestion) -> TableAnswer:
    return TableAnswer(f"{asked.view.outcome}." if asked.view.outcome else "The game is over.", TABLE)


# Questions about Units and the counters beside them (Warzone Eternal, Chapters 4 and 6).


def activated(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers whether the named Units have been Activated this Turn."""

    def tell(_: Seat, unit: UnitView) -> str:
        if unit.fall is not None:
            return _fallen(unit)
        if unit.acting:
            return "It is acting now."
        return "Yes: it has its Activation Counter." if unit.activated else "Not yet."

    return asked.of_each(said, tell)


def may_activate(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers whether the named Units can still be Activated."""

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


def pinned(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers whether the named Units are Pinned."""
    return asked.of_each(said, lambda _, unit: _fallen(unit) or ("Yes: Pinned." if unit.pinned else "No."))


def all_pinned(asked: WarzoneQuestion, said: Said) -> TableAnswer:
    """Answers which Units are Pinned."""
    return asked.list_of(said, lambda _, unit: unit.pinned)


def all_jammed(asked: WarzoneQuestion, said: Said) -> TableAnswer:
    """Answers which Units have Reload Counters."""
    return asked.list_of(said, lambda _, unit: bool(unit.jammed))


def all_unactivated(asked: WarzoneQuestion, said: Said) -> TableAnswer:
    """Answers which Units have not been Activated yet."""
    return asked.list_of(said, lambda _, unit: not unit.activated and not unit.acting)


def wounds(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers how many Wound Counters the named Units have, and of how many W."""

    def tell(_: Seat, unit: UnitView) -> str:
        if unit.fall is not None:
            return _fallen(unit)
        total = unit.unit.wounds
        if total is None:
            return f"It has {counted(unit.wounds, 'Wound Counter')}."
        return f"{total - unit.wounds} of {counted(total, 'Wound')} left."

    return asked.of_each(said, tell)


def gone(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers whether the named Units are Casualties."""
    return asked.of_each(said, lambda _, unit: _fallen(unit) or "It is on the Battlefield.")


def jammed(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers whether the named Units have Reload Counters."""

    def tell(_: Seat, unit: UnitView) -> str:
        if unit.fall is not None:
            return _fallen(unit)
        weapons = [each or "a weapon" for each in unit.jammed]
        return f"Yes: {listed(weapons)}." if weapons else "No."

    return asked.of_each(said, tell)


def reacted(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers whether the named Units have Reaction Counters."""

    def tell(_: Seat, unit: UnitView) -> str:
        yes = f"Yes: {counted(unit.reaction_counters, 'Reaction Counter')}." if unit.reacted else "Not yet."
        return _fallen(unit) or yes

    return asked.of_each(said, tell)


def may_react(asked: WarzoneQuestion, said: Said) -> TableAnswer | None:
    """Answers whether the named Units may react to the declared act."""

    def tell(seat: Seat, unit: UnitView) -> str:
        return _fallen(unit) or _reaction(asked, seat, unit)

    return asked.of_each(said, tell)


def who_reacts(asked: WarzoneQuestion, said: Said) -> TableAnswer:
    """Answers which Units may react to the declared act."""
    going = asked.view.declared
    if going is None or not asked.view.reactions:
        return TableAnswer("No act is declared that a Unit could react to.", "/")
    reactive = Seat(going.side.other.value)
    if reactive not in said.sides(asked.speaker.seats):
        return TableAnswer(f"No: {asked.speaker.does(Seat(going.side.value), 'act')}, the other side reacts.", "/")
    free = [each.unit.name for each in asked.force(reactive).units if _ways(asked, each)]
    return TableAnswer(asked.speaker.each([(reactive, f"Yes: {listed(free)}." if free else "No Unit may.")]), "/")


def _reaction(asked: WarzoneQuestion, seat: Seat, unit: UnitView) -> str:
    going = asked.view.declared
    offered = asked.view.reactions.get(unit.unit.id, ())
    if going is None or going.side.value == seat.value or not offered:
        return "Not now: no act is declared that it could react to."
    if ways := _ways(asked, unit):
        return f"Yes: {listed(ways, 'or')}."
    return f"No: {offered[0].why_not}."


def _ways(asked: WarzoneQuestion, unit: UnitView) -> list[str]:
    """Returns the Unit's Reactions, each with what only the players see."""
    return [
        f"{may.reaction.title}{f' ({may.provided[0]})' if may.provided else ''}"
        for may in asked.view.reactions.get(unit.unit.id, ())
        if not may.why_not
    ]


def _fallen(unit: UnitView) -> str:
    return "" if unit.fall is None else f"It is a Casualty since Turn {unit.fall.turn}."


# What players ask of a game of Warzone: their words for counters and Turns, and this game's Units by name.

_WORDS = phrases(
    {
        "first": "first, goes first, go first, going first, starts, start, begins, begin, begin first, starts off",
        "initiative": "initiative, the initiative, initative, init",
        "phase": "phase, turn phase",
        "activation": "activation, activations, activates",
        "active": "activates next, acts, acting, acts now, activates now, plays now, active player, active",
        "activated": "activated, been activated, activation counter, acted, moved, gone, used, done, went",
        "activate": "activate, act, go, move, be activated",
        "reacted": "reacted, reaction counter, reaction counters, used its reaction",
        "react": "react, react to that, react to this, respond, make a reaction, ambush, counterattack, dive for cover",
        "pinned": "pinned, pin, pinned counter",
        "wounds": """
            wounds, wound, wound counters, wound counter, hp, health, hit points, life, hits, wounded, hurt, damaged
        """,
        "gone": "dead, alive, casualty, killed, casualties, eliminated, out, removed, destroyed, a casualty",
        "points": "points, vps, vp, victory points, victory point, point",
        "passes": "pass counters, pass counter, passes, pass, pass tokens",
        "jammed": "jammed, reload, reload counter, must reload, needs to reload, need to reload, reloading",
        "units": "unit, units, figure, figures, model, models, guys",
        "i+units": "of my units",
        "they+units": "of their units",
        "commander": "commander, my commander, general",
        "own": "own, control",
        "": "my own, counter, counters, this turn, so, on it, taken",
    }
)
_BASE = Lexicon(COMMON | _WORDS)


def lexicon(view: WarzoneView) -> Lexicon:
    """Returns the words of this game, with the names at its table."""
    units = tuple((side, each.unit.id, each.unit.name) for side, force in view.sides.items() for each in force.units)
    return _lexicon(tuple(view.names.items()), units)


@lru_cache(maxsize=4)
def _lexicon(names: tuple[tuple[str, str], ...], units: tuple[tuple[str, str, str], ...]) -> Lexicon:
    own = named("unit", (((side, id), name) for side, id, name in units), _BASE)
    return Lexicon(COMMON | own | _WORDS | sides(dict(names)))


# The questions that players ask in a game of Warzone, and the functions that answer them. They see the view alone,
# which has no sealed secret.

_WHO = f"{PARTIES.replace(' ', '|')}|who"
INTENTS: tuple[Intent[WarzoneQuestion], ...] = (
    # Who goes first? Who has the initiative?
    Intent(f"first {_WHO}", f"{PARTIES} initiative win", first),
    Intent(f"initiative {_WHO}", f"{PARTIES} first win", first),
    # Has my Captain activated? Can it still?
    Intent("unit wounds many|left|what|how", f"{PARTIES} many left what how", wounds),
    Intent("unit activated|activate", PARTIES, activated),
    Intent("unit activate can", PARTIES, may_activate),
    Intent("unit react can", PARTIES, may_react),
    Intent("unit reacted", PARTIES, reacted),
    Intent("unit pinned", f"{PARTIES} not", pinned),
    Intent("unit gone", f"{PARTIES} not", gone),
    Intent("unit jammed", PARTIES, jammed),
    Intent("pinned who|which|any", f"{PARTIES} units which any", all_pinned),
    Intent("pinned units i|they|side many|what|any", f"{PARTIES}", all_pinned),
    Intent("activated|activate which|who units|left|not|can", f"{PARTIES} left can units which not", all_unactivated),
    Intent("jammed who|which", f"{PARTIES} units", all_jammed),
    # May I react? Who can?
    Intent(f"react can {_WHO}", f"{PARTIES} units which any", who_reacts),
    Intent("react can which|any", f"{PARTIES} units", who_reacts),
    Intent("activation|passes many|any left|i|they|side", f"{PARTIES} left many any", activations),
    Intent("passes can i|they|side", "any", activations),
    Intent("units many left", f"{PARTIES} game", standing),
    Intent(f"points {_WHO}", f"{PARTIES} many what which left score win", points),
    Intent(f"score {_WHO}|what|how", f"{PARTIES} who what which points game how win", points),
    Intent("win who", "game", points),
    Intent(f"turn|activation|active {_WHO}", f"{PARTIES} activation next active", whose),
    Intent("next who", "active activate activation", whose),
    Intent("turn|phase which|what|left many|which|what", f"{PARTIES} many which what left phase turn game", turn),
    Intent("commander who", PARTIES, commander),
)


def answer(view: WarzoneView, question: str, *, asker: Seat | None) -> TableAnswer | None:
    """Answers the question. None where the game has not begun, or the question is about something else."""
    if view.phase is Phase.SETUP:
        return None
    said = Said(lexicon(view).read(question), asker)
    return answered(INTENTS, WarzoneQuestion(view, Speaker(view.names, asker)), said)
