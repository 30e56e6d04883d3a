"""The page on which a Force is put together, checked as it grows, and kept by name."""

from collections import Counter
from collections.abc import Callable, Sequence
from urllib.parse import quote

import msgspec
from flask import Flask, Response, flash, g, make_response, redirect, request

from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.table.errors import Refused
from companion.warzone.cards.card import Role, UnitCard
from companion.warzone.cards.factions import Allegiance, Faction
from companion.warzone.cards.kept import KeptCards
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.allies import is_ally
from companion.warzone.force.assets import available
from companion.warzone.force.check import check_force
from companion.warzone.force.force import Force, KeptForce
from companion.warzone.force.kept import KeptForces
from web.http.render import page
from web.warzone.forces.form import UNIT, AskedForce, address, asked

FORCE = "/warzone/force"
_ALLIES = (Role.ADVISOR, Role.SECONDING, Role.DARK_CULT)


class ForcePages:
    def __init__(self, *, cards: KeptCards, forces: KeptForces, choices: Callable[[], WarzoneChoices]) -> None:
        self._cards = cards
        self._forces = forces
        self._choices = choices

    def install(self, app: Flask) -> None:
        app.add_url_rule(FORCE, endpoint="force_page", view_func=self.force_page)
        app.add_url_rule(f"{FORCE}/<id>", endpoint="kept_force", view_func=self.kept_force)
        app.add_url_rule(f"{FORCE}/keep", endpoint="force_keep_form", view_func=self.keep_form, methods=["POST"])
        app.add_url_rule(
            f"{FORCE}/<id>/delete", endpoint="force_delete_form", view_func=self.delete_form, methods=["POST"]
        )

    def force_page(self) -> Response:
        question = asked(request.args)
        cards = self._cards.by_id()
        own, allies = _offered(tuple(cards.values()), question.force)
        return page(
            "warzone_force.html",
            question=question,
            force=question.force,
            counts=Counter(question.force.units),
            verdict=check_force(question.force, cards, self._choices()),
            groups=[(title, units) for title, units in (("Units", own), ("Allies", allies)) if units],
            lost=[id for id in dict.fromkeys(question.force.units) if id not in cards],
            assets=available(question.force.faction),
            bought={name.casefold() for name in question.force.assets},
            factions=[each for each in Faction if each is not Faction.CARTEL],
            allegiances=((Allegiance.LIGHT, "Agents of Light"), (Allegiance.DARKNESS, "Servants of Darkness")),
            kept=[(each, f"{FORCE}/{quote(each.id, safe='')}") for each in self._forces.all()],
            unit=UNIT,
        )

    def kept_force(self, id: str) -> Response:
        """Leads on to the page that asks about it."""
        force = self._forces.find(id)
        return _to(address(force, name=force.name))

    def keep_form(self) -> Response:
        """Keeps the Force that the page's form carries, legal or not: it may be half done."""
        question = asked(request.form)
        if not question.name:
            flash("Give it a name first.", "refused")
        elif question.wrong:
            flash(question.wrong[0][1], "refused")
        else:
            self._keep(question)
        return _to(address(question.force, name=question.name))

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


def _offered(cards: Sequence[UnitCard], force: Force) -> tuple[list[UnitCard], list[UnitCard]]:
    """The cards of the Force's Faction, and those that may be Allies of someone or are in it already."""
    own = [card for card in cards if not is_ally(card, force.faction)]
    allies = [
        card
        for card in cards
        if is_ally(card, force.faction) and (card.id in force.units or any(card.designation(role) for role in _ALLIES))
    ]
    return own, allies


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))
