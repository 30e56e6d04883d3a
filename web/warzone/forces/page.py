"""Serves the page that builds a Force, and the Forces' part of the API."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Flask, Response, flash, g, request

from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import Phase
from companion.warzone.cards.card import Allegiance, Faction, Role, UnitCard
from companion.warzone.cards.library import KeptCards, KeptForces
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.assets import available, bearers
from companion.warzone.force.check import ForceVerdict, check_force
from companion.warzone.force.force import ForceRoster, KeptForce, ally_problem, deployed, is_ally
from companion.warzone.match.forces import bringing
from companion.warzone.match.views import WarzoneView
from web.http.endpoint import Call, Endpoint, Nothing, ask, delete, get, put
from web.http.render import page
from web.warzone.forces.form import FOR, MOST, UNIT, AskedForce, address, read_form

# The cards that a Force may be put together from, in groups.

_GROUPS = {Role.LEADER: "Leaders", Role.TROOPER: "Troopers", Role.SPECIALIST: "Specialists", Role.SUPPORT: "Support"}
_OTHERS, _ALLIES = "Others", "Allies"
_JOIN = (Role.ADVISOR, Role.SECONDING, Role.DARK_CULT)


def offered(cards: Sequence[UnitCard], force: ForceRoster) -> Mapping[str, Sequence[UnitCard]]:
    """Groups the Faction's own cards by their first Designation in the book's order, and the Allies.

    The Allies are those that may join a Force of this Faction and Allegiance, or are in it already.
    """
    groups: dict[str, list[UnitCard]] = {title: [] for title in (*_GROUPS.values(), _OTHERS, _ALLIES)}
    for card in cards:
        if not is_ally(card, force.faction):
            groups[next((title for role, title in _GROUPS.items() if card.designation(role)), _OTHERS)].append(card)
        elif card.id in force.units or _may_join(card, force):
            groups[_ALLIES].append(card)
    return {title: found for title, found in groups.items() if found}


def _may_join(card: UnitCard, force: ForceRoster) -> bool:
    return any(card.designation(role) for role in _JOIN) and ally_problem(force, card) is None


# The page on which a Force is put together, checked as it grows, kept by name, and brought into the match.

FORCE = "/warzone/force"


class ForcePages:
    def __init__(
        self, *, table: Table, cards: KeptCards, forces: KeptForces, choices: Callable[[], WarzoneChoices]
    ) -> None:
        self._table = table
        self._cards = cards
        self._forces = forces
        self._choices = choices

    def install(self, app: Flask) -> None:
        app.add_url_rule(FORCE, endpoint="force_page", view_func=self.force_page)
        app.add_url_rule(f"{FORCE}/<id>", endpoint="kept_force", view_func=self.kept_force)
        app.add_url_rule(f"{FORCE}/keep", endpoint="force_keep_form", view_func=self.keep_form, methods=["POST"])
        app.add_url_rule(f"{FORCE}/bring", endpoint="force_bring_form", view_func=self.bring_form, methods=["POST"])
        app.add_url_rule(
            f"{FORCE}/<id>/delete", endpoint="force_delete_form", view_func=self.delete_form, methods=["POST"]
        )

    def force_page(self) -> Response:
        question = read_form(request.args)
        force, cards = question.force, self._cards.by_id()
        units = [deployed(cards[id], force.faction) for id in force.units if id in cards]
        return page(
            "warzone_force.html",
            question=question,
            force=force,
            counts=Counter(force.units),
            verdict=check_force(force, cards, self._choices()),
            groups=offered(tuple(cards.values()), force).items(),
            lost=[id for id in dict.fromkeys(force.units) if id not in cards],
            assets=available(force.faction),
            bought={name.casefold() for name in force.assets},
            bearers=bearers(force, units),
            whose=self._whose(question),
            factions=[each for each in Faction if each is not Faction.CARTEL],
            allegiances=((Allegiance.LIGHT, "Agents of Light"), (Allegiance.DARKNESS, "Servants of Darkness")),
            kept=[(each, f"{FORCE}/{quote(each.id, safe='')}{_on(question.side)}") for each in self._forces.all()],
            unit=UNIT,
            most=MOST,
            for_=FOR,
        )

    def _whose(self, question: AskedForce) -> str | None:
        """Returns what the side is called that the Force may be brought for now; None where it is for none."""
        view = self._table.view()
        if question.side is None or not isinstance(view, WarzoneView) or view.phase is not Phase.SETUP:
            return None
        return view.names[question.side.value]

    def kept_force(self, id: str) -> Response:
        """Leads on to the page that asks about it."""
        force = self._forces.find(id)
        return _to(address(force, name=force.name, side=read_form(request.args).side))

    def bring_form(self) -> Response:
        """Brings the Force that the page's form carries into the match, legal or not, and goes on there."""
        question = read_form(request.form)
        try:
            if question.wrong:
                raise Refused(question.wrong[0][1])
            if question.side is None:
                raise Refused("Say whose Force it is: build it from the table.")
            command = bringing(question.side, question.force, question.name, self._cards.by_id())
            self._table.dispatch(command, source=g.source)
        except (Invalid, Refused, NotHere) as refused:
            flash(str(refused), "refused")
            return _to(address(question.force, name=question.name, side=question.side))
        return _to("/")

    def keep_form(self) -> Response:
        """Keeps the Force that the page's form carries, legal or not: it may be half done."""
        question = read_form(request.form)
        if not question.name:
            flash("Give it a name first.", "refused")
        elif question.wrong:
            flash(question.wrong[0][1], "refused")
        else:
            self._keep(question)
        return _to(address(question.force, name=question.name, side=question.side))

    def _keep(self, question: AskedForce) -> None:
        terms = msgspec.to_builtins(question.force)
        try:
            force = from_file({"id": self._forces.id_for(question.name), "name": question.name, **terms}, KeptForce)
            self._forces.save(force)
        except (Invalid, Refused) as refused:
            flash(str(refused), "refused")
        else:
            flash(f"Kept: {force.name}.")

    def delete_form(self, id: str) -> Response:
        """Goes back to the Force as it stood, to be kept again where that was a slip."""
        force = self._forces.find(id)
        try:
            self._forces.delete(id, source=g.source)
        except Refused as refused:
            flash(str(refused), "refused")
        else:
            flash(f"Deleted: {force.name}. Keep it again if that was a slip.")
        return _to(address(force, name=force.name))


def _on(side: Side | None) -> str:
    return f"?side={side.value}" if side else ""


def _to(address: str) -> Response:
    return Response(status=303, headers={"Location": address})


# The Forces' part of the API: checked, and kept by name.


class ForceList(msgspec.Struct, frozen=True):
    forces: tuple[KeptForce, ...]


class ForceApi:
    """Serves the Forces' endpoints."""

    def __init__(self, *, cards: KeptCards, forces: KeptForces, choices: Callable[[], WarzoneChoices]) -> None:
        self._cards = cards
        self._forces = forces
        self._choices = choices

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        one = "/warzone/forces/{id}"
        return (
            ask(
                "/warzone/force", self._check, body=ForceRoster, answer=ForceVerdict, summary="Whether a Force is legal"
            ),
            get("/warzone/forces", self._list, query=Nothing, answer=ForceList, summary="The Forces kept here"),
            get(one, self._read, query=Nothing, answer=KeptForce, summary="One Force"),
            put(one, self._put, body=KeptForce, answer=KeptForce, summary="Save a Force under its id"),
            delete(one, self._delete, answer=Nothing, summary="Delete a Force"),
        )

    def _check(self, call: Call[Nothing, ForceRoster]) -> ForceVerdict:
        cards = self._cards.by_id()
        for index, id in enumerate(call.body.units):
            if id not in cards:
                raise Invalid(f"units[{index}]", f"there is no unit {id}: /api/warzone/units lists those that are")
        return check_force(call.body, cards, self._choices())

    def _list(self, _: Call[Nothing, Nothing]) -> ForceList:
        return ForceList(self._forces.all())

    def _read(self, call: Call[Nothing, Nothing]) -> KeptForce:
        return self._forces.find(call.path["id"])

    def _put(self, call: Call[Nothing, KeptForce]) -> KeptForce:
        if call.body.id != call.path["id"]:
            raise Invalid("id", f"must be {call.path['id']}, as in the address")
        self._forces.save(call.body)
        return call.body

    def _delete(self, call: Call[Nothing, Nothing]) -> Nothing:
        self._forces.delete(call.path["id"], source=call.source)
        return Nothing()
