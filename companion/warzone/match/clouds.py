"""Holds the Clouds on the Battlefield. Warzone Eternal, Chapter 8, Cloud Area of Effect."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.fields.numbers import LARGEST, bounded
from companion.names import named
from companion.table.commands import typed
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.warzone.match.fight import ArmorFaces, AttackDealt
from companion.warzone.match.kinds import OwnUnitAct, UnitEvent, WarzoneAct, WarzoneEvent, in_phase, playing, standing
from companion.warzone.match.parts import Die
from companion.warzone.match.state import Casualty, Cloud, State, TurnPhase, called, count_of, possessive, with_unit
from companion.warzone.match.units import afterwards
from companion.warzone.sums.leadership import DISPERSES

MOST_CLOUDS = 40


class CloudAct(WarzoneAct, frozen=True, kw_only=True):
    """Asks for something about the Cloud of that number."""

    cloud: Annotated[int, typed(lambda field, text: bounded(field, text, most=LARGEST))]

    def check(self, state: State) -> None:
        self.placed(state)

    def placed(self, state: State) -> Cloud:
        """Returns the Cloud, in a game that is played. Raises Refused, NotHere."""
        playing(state)
        return _placed(state, self.cloud)


class CloudEvent(WarzoneEvent, frozen=True, kw_only=True):
    """Says what happened to the Cloud of that number."""

    cloud: int

    def apply(self, state: State) -> State:
        return state


def _placed(state: State, number: int) -> Cloud:
    """Raises NotHere."""
    for cloud in state.clouds:
        if cloud.id == number:
            return cloud
    raise NotHere("cloud", str(number))


def _with_cloud(state: State, number: int, **changes: object) -> State:
    return replace(
        state, clouds=tuple(replace(each, **changes) if each.id == number else each for each in state.clouds)
    )


def _without_cloud(state: State, number: int) -> State:
    return replace(state, clouds=tuple(each for each in state.clouds if each.id != number))


# A Cloud comes, moves and goes.


class CloudPlaced(CloudEvent, frozen=True, kw_only=True):
    WHAT = "Cloud"

    name: str
    size: int | msgspec.UnsetType = msgspec.UNSET
    owner: Side | msgspec.UnsetType = msgspec.UNSET

    def apply(self, state: State) -> State:
        cloud = Cloud(id=self.cloud, name=self.name, size=self.size or None, owner=self.owner or None)
        return replace(state, clouds=(*state.clouds, cloud), clouds_placed=max(self.cloud, state.clouds_placed))

    def sentence(self, state: State) -> str:
        whose = f"{possessive(called(state, self.owner))} " if self.owner else ""
        return f"{whose}{self.name}{f' ({self.size}”)' if self.size else ''} was placed"

    def whose(self, _: State) -> str:
        return self.name


class PlaceCloud(WarzoneAct, frozen=True, kw_only=True):
    """`size` is the X of Cloud (X) in inches, `owner` whose Cloud it is, if you say so."""

    ADDRESSES = ("clouds",)
    SUMMARY = "A Cloud is placed"
    EVENT = CloudPlaced

    name: Annotated[str, msgspec.Meta(max_length=40), typed(lambda field, name: named(field, name or None) or "")] = ""
    size: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    side: Side | None = msgspec.field(name="owner", default=None)

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        playing(state)
        if len(state.clouds) >= MOST_CLOUDS:
            raise Refused(f"There are {MOST_CLOUDS} clouds already: remove one first.")
        number = state.clouds_placed + 1
        name = self.name or f"Cloud {number}"
        return [self.event(at, cloud=number, name=name, size=self.size or UNSET, owner=self.side or UNSET)]


class CloudMoved(CloudEvent, frozen=True, kw_only=True):
    """Records that a Cloud was scattered. `die` shows the direction, where the table rolled it."""

    WHAT = "Cloud's scatter"

    inches: int
    die: Die

    def sentence(self, _: State) -> str:
        return f"Cloud {self.cloud} scattered {self.inches}” as the die showed ({self.die})"


class ScatterCloud(CloudAct, frozen=True, kw_only=True):
    """Moves the Cloud so many inches in the direction that the die shows (Scatter)."""

    ADDRESSES = ("clouds/{cloud}/scatter",)
    SUMMARY = "A Cloud is scattered"
    EVENT = CloudMoved

    inches: Annotated[int, msgspec.Meta(ge=1, le=36)]
    die: Die = msgspec.field(name="roll")


class CloudRolled(CloudEvent, frozen=True, kw_only=True):
    WHAT = "Cloud's roll"

    die: Die

    def apply(self, state: State) -> State:
        if self.die.value >= DISPERSES:
            return _without_cloud(state, self.cloud)
        return _with_cloud(state, self.cloud, stayed=state.turn)

    def sentence(self, _: State) -> str:
        return f"Cloud {self.cloud}: {self.die}, it {'is gone' if self.die.value >= DISPERSES else 'stays'}"


class RollCloud(CloudAct, frozen=True, kw_only=True):
    """Rolls for the Cloud in the End Turn Phase: on 11 and above it is gone."""

    ADDRESSES = ("clouds/{cloud}/roll",)
    SUMMARY = "Roll for a Cloud in the End Turn Phase"
    EVENT = CloudRolled

    die: Die = msgspec.field(name="roll")

    def check(self, state: State) -> None:
        cloud = self.placed(state)
        in_phase(state, TurnPhase.END)
        if cloud.stayed == state.turn:
            raise Refused(f"{cloud.name} has been rolled for this Turn.")


class CloudRemoved(CloudEvent, frozen=True, kw_only=True):
    WHAT = "Cloud's end"

    def apply(self, state: State) -> State:
        return _without_cloud(state, self.cloud)

    def sentence(self, _: State) -> str:
        return f"Cloud {self.cloud} was removed"


class RemoveCloud(CloudAct, frozen=True, kw_only=True):
    """Removes the Cloud."""

    ADDRESSES = ("clouds/{cloud}/remove",)
    SUMMARY = "A Cloud is gone"
    EVENT = CloudRemoved


# Which Units it hits at the end of an Activation.


class CloudAnswered(CloudEvent, frozen=True, kw_only=True):
    """Records that every Unit in the Cloud at the end of an Activation has been hit again, or that it is empty."""

    WHAT = "Cloud's answer"

    def apply(self, state: State) -> State:
        return _with_cloud(state, self.cloud, asked=False)

    def sentence(self, _: State) -> str:
        return f"Cloud {self.cloud}: no other Unit in it"


class AnswerCloud(CloudAct, frozen=True, kw_only=True):
    """Says that every Unit in the Cloud at the end of this Activation has been hit again, or that it is empty."""

    ADDRESSES = ("clouds/{cloud}/answer",)
    SUMMARY = "At the end of an Activation no other Unit is in a Cloud"
    EVENT = CloudAnswered

    def check(self, state: State) -> None:
        cloud = self.placed(state)
        if not cloud.asked:
            raise Refused(f"{cloud.name} does not hit any Unit now.")


class CloudHit(UnitEvent, frozen=True, kw_only=True):
    """Records that a Cloud hit the Unit in it at the end of an Activation.

    `wounds` is the number beside it now. `casualty`: it is gone. `enemy` is the Unit whose Cloud it was, where that is
    one of the other side's.
    """

    WHAT = "Cloud's hit"

    cloud: int
    dealt: AttackDealt
    armor: tuple[int, ...]
    wounds: int
    casualty: bool = False
    real: bool = False
    enemy: str | None = msgspec.field(name="by", default=None)

    def apply(self, state: State) -> State:
        hit = state.forces[self.side].units.get(self.unit)
        if hit is None:
            return state
        fall = hit.fall
        if self.casualty:
            fall = fall or Casualty(turn=state.turn, by=self.enemy)
        pinned = hit.pinned or self.dealt.pinned
        return with_unit(state, self.side, self.unit, wounds=self.wounds, pinned=pinned, fall=fall)

    def sentence(self, state: State) -> str:
        dealt, dice = self.dealt, ""
        if self.armor:
            dice = f" [armor {', '.join(map(str, self.armor))}{'; real dice' if self.real else ''}]"
        outcome = [count_of(dealt.wounds, "Wound")] if dealt.wounds else []
        outcome += ["a Casualty"] if self.casualty else ["Pinned"] if dealt.pinned else []
        after = afterwards(state, self.side, self.unit, self.enemy) if self.casualty else ()
        hit = f"{self.who(state)} in Cloud {self.cloud}{dice}: {', '.join(outcome) or 'no effect'}"
        return ", ".join((hit, *after))


class HitByCloud(OwnUnitAct, frozen=True, kw_only=True):
    """Hits the Unit that is in the Cloud at the end of an Activation.

    `armor` are the dice of its Armor Tests, `dealt` is their result.
    """

    ADDRESSES = ("clouds/{cloud}/hit",)
    SUMMARY = "At the end of an Activation a Cloud hits a Unit that is in it"
    EVENT = CloudHit

    cloud: int
    dealt: AttackDealt
    armor: ArmorFaces = ()
    real: bool = False

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        playing(state)
        cloud, dealt = _placed(state, self.cloud), self.dealt
        found = standing(state.forces[self.side], self.unit)
        if not cloud.asked:
            raise Refused(f"{cloud.name} hits again at the end of an Activation.")
        wounds, limit = found.wounds + dealt.wounds, found.unit.wounds
        return [
            self.event(
                at,
                cloud=cloud.id,
                dealt=dealt,
                wounds=wounds,
                casualty=bool(dealt.casualty) if limit is None else wounds >= limit,
                enemy=cloud.unit if cloud.owner is self.side.other else None,
            )
        ]
