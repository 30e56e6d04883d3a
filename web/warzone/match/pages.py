"""Serves the pages of the Warzone match: its table, the counters of a Unit, its report."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, g

from companion.clock import MS
from companion.story import Story
from companion.table.errors import NotHere
from companion.table.events import BOTH
from companion.table.seats import Seat, Side, side_named
from companion.table.table import Table
from companion.table.view import Phase
from companion.warzone.answers import answer
from companion.warzone.cards.card import Faction, UnitCard
from companion.warzone.cards.library import GAME, KeptCards, KeptForces, KeptTexts
from companion.warzone.choices import WarzoneChoices
from companion.warzone.duel.outcome import Missed, missed
from companion.warzone.force.force import card_of
from companion.warzone.match.fight import Fought
from companion.warzone.match.objectives import Picks, picks_of
from companion.warzone.match.parts import Reaction, Told
from companion.warzone.match.reactions import ACTIONS, barred, count_spent
from companion.warzone.match.report import WarzoneReport
from companion.warzone.match.state import LAST_TURN, State
from companion.warzone.match.views import ForceView, UnitView, WarzoneView
from companion.warzone.scenarios import Deployment, WarzoneScenario
from web.http.render import page
from web.site.games import GamePages, MenuEntry, Offer, OpenedPage, PrintedPage, Scene, Tool, minutes
from web.site.table_page import seat_of
from web.warzone.calculators.page import ARMOR, INITIATIVE, PLANS, RANGE, SHOOT, STRIKE, TESTS
from web.warzone.cards.reading import printed
from web.warzone.match.acts import doing, hand, helping
from web.warzone.match.goals import goals
from web.warzone.match.prospects import next_turn, warriors
from web.warzone.match.steps import SetupStep, drawing, mustering, next_step, scoring, undesignated
from web.warzone.match.tiles import DUEL, MANY, UNITS, facts, folded, legend, pack, tiles, wide
from web.warzone.reactions import Offered, attack, offered

# A Warzone match for spectators: both Forces, their Victory Points, and who acts.

_COLUMNS = {5: "one", 12: "two", 24: "three", 40: "four"}
"""Up to so many Units stand in so many columns."""


def scene(view: WarzoneView, cards: Sequence[UnitCard]) -> Scene:
    return Scene(
        template="warzone_watch.html",
        style="warzone_watch.css",
        values={
            "view": view,
            "sides": (Side.RED, Side.GOLD),
            "last_turn": LAST_TURN,
            "tiles": {side: tiles(view, side.value, cards=cards) for side in Side},
            "columns": {side: _columns(view.sides[side.value]) for side in Side},
            "said": "Setting up" if view.phase is Phase.SETUP else view.waiting.removesuffix("."),
        },
    )


def _columns(force: ForceView) -> str:
    """Names the columns of a roster. Units that are only counted have no names, and need little room."""
    if not force.listed:
        return "ten"
    return next((columns for most, columns in _COLUMNS.items() if len(force.units) <= most), "five")


FRESH_MS = 4000
"""So long is a refusal at the panel said on the phones."""


TOOLS = (
    Tool("Initiative", "who goes first", INITIATIVE),
    Tool("Armor test", "AR, DAM, odds", ARMOR),
    Tool("Range", "bands and sight", RANGE),
    Tool("Shoot", "dice and odds", SHOOT),
    Tool("Strike", "melee odds", STRIKE),
    Tool("Plans", "compare two actions", PLANS),
    Tool("Moves", "climb, jump, fall", TESTS),
    Tool("Unit cards", "kept on this table", "/warzone/units"),
    Tool("Forces", "build and check", "/warzone/force"),
)


class MatchPages:
    """Serves pages that only read. Their changes go through web.http.forms."""

    def __init__(
        self,
        *,
        table: Table,
        cards: KeptCards,
        texts: KeptTexts,
        forces: KeptForces,
        choices: Callable[[], WarzoneChoices],
    ) -> None:
        self._table = table
        self._cards = cards
        self._texts = texts
        self._forces = forces
        self._choices = choices

    def pages(self) -> GamePages:
        return GamePages(
            name=GAME,
            says="turns, tests, exact odds",
            tools=TOOLS,
            opened=lambda view: OpenedPage(scenario=None, name=view.scenario.title) if view.scenario else None,
            table=self.table_page,
            scene=self.scene,
            report=report_scene,
            hindsight=self.hindsight,
            offers=lambda: [Offer(scenario=None, name="Warzone Eternal", text="five Turns")],
            how=(
                ("Tap a Unit", "Activates it; tap its marks to change them"),
                ("Large button", "takes the next step in your turn"),
                ("Undo", "takes the last act back, anyone’s"),
            ),
            entries=(
                MenuEntry(name="Unit cards", says="kept on this table", href="/warzone/units"),
                MenuEntry(name="Forces", says="build and check", href="/warzone/force"),
            ),
            answer=lambda _, view, question, asker: answer(view, question, asker=asker),
            printed=self.printed,
        )

    def printed(self, question: str) -> list[PrintedPage]:
        """Returns what kept cards print about a question, those of the Forces on the table first."""
        cards, state = self._cards.all(), self._table.match.state
        forces = state.forces.values() if isinstance(state, State) else ()
        playing = {
            card.id
            for force in forces
            for each in force.units.values()
            if (card := card_of(each.unit, force.faction, cards)) is not None
        }
        return printed(question, sorted(cards, key=lambda card: card.id not in playing), self._texts)

    def hindsight(self, story: Story) -> list[tuple[Missed, int]]:
        """Returns the shots that another weapon would have made better, each with its row's number."""
        rows = {
            each.event.sand_ns: each.seq for each in story.moments if each.stands and isinstance(each.event, Fought)
        }
        found = missed(story.past.steps(), self._cards.all())
        return [(each, rows[each.sand_ns]) for each in found if each.sand_ns in rows]

    def scene(self, view: WarzoneView) -> Scene:
        return scene(view, self._cards.all())

    def install(self, app: Flask) -> None:
        app.add_url_rule(
            UNITS.format(side="<side>", unit="<unit>"), endpoint="counters_page", view_func=self.counters_page
        )

    def table_page(self, view: WarzoneView, near: Seat) -> Response:
        side = near.side
        seated = seat_of(g.seating, view.names).side is not None
        return page(
            "warzone_table.html",
            view=view,
            sides=(side.other, side),
            keeps=_keeps(side),
            picks=self._picks(),
            scoring=scoring,
            refused=_fresh(view),
            **(
                self._setup(view)
                if view.phase is Phase.SETUP
                else _play(view, side, seated=seated, cards=self._cards.all(), going=self._going(side, seated=seated))
            ),
        )

    def _setup(self, view: WarzoneView) -> dict[str, Any]:
        return {
            "next": next_step(view),
            "steps": SetupStep,
            "lacking": {side: undesignated(force) for side, force in view.sides.items()},
            "deployments": [(each, each.value.title()) for each in Deployment],
            "scenarios": [(each, each.title) for each in WarzoneScenario],
            "musters": {
                side: mustering(view, side, kept=self._forces.all(), cards=self._cards.by_id(), choices=self._choices())
                for side in Side
            },
            "factions": tuple(Faction),
            "field": drawing(view.battlefield, view.sides, view.names) if view.battlefield else None,
        }

    def _going(self, near: Side, *, seated: bool) -> Offered | None:
        """Returns what is going on."""
        state = self._table.match.state
        if not isinstance(state, State) or state.declared is None:
            return None
        # Odds are for the side that reacts.
        cards = self._cards.all() if state.declared.side.other in _answers(near, seated) else ()
        return offered(state, cards, now=self._table.view().server_ms * MS)

    def _picks(self) -> dict[Side, Picks]:
        """Returns what this phone has sealed: no other phone's page has it, nor one that is handed round."""
        state = self._table.match.state
        return picks_of(state, g.source) if isinstance(state, State) and g.source.seat != BOTH else {}

    def counters_page(self, side: str, unit: str) -> Response:
        view = self._table.view()
        if not isinstance(view, WarzoneView):
            raise NotHere("unit", unit)
        whose = side_named(side)
        own, enemy = view.sides[whose.value], view.sides[whose.other.value]
        found = next((each for each in own.units if each.unit.id == unit), None)
        if found is None:
            raise NotHere("unit", unit)
        cards = self._cards.all()
        card = card_of(found.unit, own.faction, cards)
        return page(
            "warzone_counters.html",
            view=view,
            side=whose,
            theirs=seat_of(g.seating, view.names).value == whose.other.value,
            own=own,
            unit=found,
            enemy={each.unit.id: each.unit.name for each in enemy.units},
            pack=pack(view, whose.value, found),
            acting=[each.unit.id for each in enemy.units if each.acting],
            doing=doing(view, whose.value, found, card),
            helping=helping(view, whose, found, card),
            used=count_spent(found),
            most=ACTIONS,
            attack=_attack(view, whose, found),
            facts=facts(found, card),
            reacting=self._answers(whose, unit),
            reactions=self._reactions(whose, unit),
            weapons=[weapon.name for weapon in card.weapons] if card else [],
        )

    def _answers(self, side: Side, unit: str) -> Offered | None:
        """Returns what this one Unit may answer to what is going on."""
        state = self._table.match.state
        if not isinstance(state, State) or state.active is not side.other:
            return None
        return offered(state, self._cards.all(), only=unit)

    def _reactions(self, side: Side, unit: str) -> list[tuple[Reaction, str]]:
        """Returns the Unit's Reactions by the counters beside it, without a declared act.

        Each has its attack's sheet at the Unit that acts.
        """
        state = self._table.match.state
        if not isinstance(state, State) or state.active is not side.other:
            return []
        found = state.forces[side].unit(unit)
        acting = (state.acting or ())[:1]
        return [
            (each, attack(side, unit, acting[0], Told(reaction=each)) if acting else "")
            for each in Reaction
            if not barred(found, each)
        ]


def _attack(view: WarzoneView, side: Side, unit: UnitView) -> str:
    """Links to the Unit's attacks in its own side's Activation."""
    asked = {"side": side.value, "unit": unit.unit.id}
    return f"{DUEL}?{urlencode(asked)}" if view.active == side.value else ""


def _keeps(near: Side) -> tuple[Side, ...]:
    """Returns the sides whose secrets this phone may seal, its own first."""
    return tuple(side for side in (near, near.other) if g.seating and g.source.keeps_secrets_of(side.value))


def _fresh(view: WarzoneView) -> list[str]:
    """Returns what was refused at the panel just now."""
    return list(dict.fromkeys(reason.text for reason in view.refused.values() if view.server_ms - reason.ms < FRESH_MS))


def _answers(near: Side, seated: bool) -> tuple[Side, ...]:
    """Returns the sides whose Reactions this phone declares, and whose Units a tap on their tiles Activates."""
    return (near,) if seated else (near, near.other)


def _play(
    view: WarzoneView, near: Side, *, seated: bool, cards: Sequence[UnitCard], going: Offered | None
) -> dict[str, Any]:
    """Offers the other side's Units no Activation by a tap: their own pages have it."""
    taps = _answers(near, seated)
    placed = any(each.point for each in view.objectives)
    shown = {side: tiles(view, side.value, cards=cards, taps=side in taps, duels=side.other in taps) for side in Side}
    return {
        "goals": goals(view),
        "field_drawn": drawing(view.battlefield, view.sides, view.names) if placed and view.battlefield else None,
        "tiles": shown,
        "legend": legend([tile for each in shown.values() for tile in each]),
        "long": {side: len(shown[side]) > MANY for side in Side},
        "folded": {side: folded(view, side.value, shown[side], own=side is near) for side in Side},
        "wide": {side: wide(view.sides[side.value]) for side in Side},
        "reacting": going,
        "answers": taps,
        "acts": hand(view, near, shared=not seated, reacts=going is not None and going.open and going.side in taps),
        "next_turn": next_turn(view, near, seated=seated),
        "warriors": list(warriors(view, taps, cards)),
    }


def report_scene(view: WarzoneView, report: WarzoneReport) -> Scene:
    """Draws the report whole on the server, for a phone as for paper."""
    values = {"view": view, "report": report, "minutes": minutes}
    return Scene(template="warzone_report.html", style="warzone_report.css", values=values)
