"""The Forces' part of the API: checked, and kept by name."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.fields.invalid import Invalid
from companion.warzone.cards.kept import KeptCards, KeptForces
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.check import Verdict, check_force
from companion.warzone.force.force import Force, KeptForce
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, ask, delete, get, put


class ForceList(msgspec.Struct, frozen=True):
    forces: tuple[KeptForce, ...]


class ForceApi:
    """The Forces' endpoints."""

    def __init__(self, *, cards: KeptCards, forces: KeptForces, choices: Callable[[], WarzoneChoices]) -> None:
        self._cards = cards
        self._forces = forces
        self._choices = choices

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        one = "/warzone/forces/{id}"
        return (
            ask("/warzone/force", self._check, body=Force, answer=Verdict, summary="Whether a Force is legal"),
            get("/warzone/forces", self._list, query=Nothing, answer=ForceList, summary="The Forces kept here"),
            get(one, self._read, query=Nothing, answer=KeptForce, summary="One Force"),
            put(one, self._put, body=KeptForce, answer=KeptForce, summary="Save a Force under its id"),
            delete(one, self._delete, answer=Nothing, summary="Delete a Force"),
        )

    def _check(self, call: Call[Nothing, Force]) -> Verdict:
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
