"""Initiative (Warzone Eternal Core Rules, Roll for Initiative; First Turn Initiative)."""

from enum import Enum
from typing import Annotated

import msgspec

from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.chances.chance import Chance
from companion.warzone.chances.dice import FACES
from companion.warzone.choices import TIED_INITIATIVE, WarzoneChoices

ROLL = "Roll for Initiative"
FIRST, LAST = 1, 5

Die = Annotated[int, msgspec.Meta(ge=1, le=FACES)]
Points = Annotated[int, msgspec.Meta(ge=0, le=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=40)]


class Player(Enum):
    A = "a"
    B = "b"

    @property
    def other(self) -> "Player":
        return Player.B if self is Player.A else Player.A


class Initiative(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The start of a Turn. `…_pinned`: units with Pinned Counters; `…_roll`: the d20, left out before it is rolled.

    `…_ignores_vp`: the Force has Seize the Initiative; `…_counts_as_one`: it uses The Moment Has Come!, and then its
    roll need not be given. `deployment_chosen_by` is needed in the first Turn, and matters only there.
    """

    turn: Annotated[int, msgspec.Meta(ge=FIRST, le=LAST)]
    a_vp: Points = 0
    b_vp: Points = 0
    a_pinned: Count = 0
    b_pinned: Count = 0
    a_roll: Die | None = None
    b_roll: Die | None = None
    a_ignores_vp: bool = False
    b_ignores_vp: bool = False
    a_counts_as_one: bool = False
    b_counts_as_one: bool = False
    deployment_chosen_by: Player | None = None


class InitiativeChances(msgspec.Struct, frozen=True, kw_only=True):
    """Who has the lower Initiative Score; the three add up to 1."""

    a: Chance
    b: Chance
    tie: Chance


class InitiativeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`chooser` has the lower score and keeps the Initiative or passes it; `first` goes first, where nobody chooses."""

    a: Ledger | None
    b: Ledger | None
    chooser: Player | None
    tie: bool
    first: Player | None
    chances: InitiativeChances
    choices: tuple[Chosen, ...]


def score(die: int, *, vps: int, pinned: int, ignores_vp: bool, counts_as_one: bool) -> Ledger:
    """An Initiative Score: the d20, the Force's VPs, its units with Pinned Counters, and what its assets change."""
    lines = [Line("d20", die, ROLL)]
    if counts_as_one:
        lines.append(Line("The Moment Has Come!", 1 - die, "Bauhaus Assets"))
    lines.append(Line("VPs", vps, ROLL))
    if ignores_vp:
        lines.append(Line("Seize the Initiative", -vps, "Imperial Assets"))
    return Ledger.of([*lines, Line("Pinned units", pinned, ROLL)])


def initiative(question: Initiative, choices: WarzoneChoices) -> InitiativeAnswer:
    """The Initiative Scores, or the chances before they are rolled. Raises Invalid."""
    if question.turn == FIRST:
        return _first_turn(question)
    a, b = (None if roll is None else _score(question, player, roll) for player, roll in _rolls(question))
    known = a is not None and b is not None
    tie = a is not None and b is not None and a.value == b.value
    chooser = None
    if a is not None and b is not None and not tie:
        chooser = Player.A if a.value < b.value else Player.B
    return InitiativeAnswer(
        a=a,
        b=b,
        chooser=chooser,
        tie=tie,
        first=None,
        chances=_chances(question),
        choices=(reading(TIED_INITIATIVE, choices),) if tie or not known else (),
    )


def scores(question: Initiative, player: Player) -> list[int]:
    """The Initiative Scores that the player can have, each as likely, the lowest first: one where the die is known."""
    roll = dict(_rolls(question))[player]
    least = _score(question, player, roll or 1).value
    return [least] if roll else list(range(least, least + FACES))


def _first_turn(question: Initiative) -> InitiativeAnswer:
    chosen_by = question.deployment_chosen_by
    if chosen_by is None:
        raise Invalid(
            "deployment_chosen_by",
            "is missing: in the first Turn whoever did not select the Deployment Areas goes first",
        )
    sure = {player: Chance.of(int(player is chosen_by.other)) for player in Player}
    return InitiativeAnswer(
        a=None,
        b=None,
        chooser=None,
        tie=False,
        first=chosen_by.other,
        chances=InitiativeChances(a=sure[Player.A], b=sure[Player.B], tie=Chance.of(0)),
        choices=(),
    )


def _rolls(question: Initiative) -> tuple[tuple[Player, int | None], tuple[Player, int | None]]:
    """The dice that are known: one that counts as 1 is, rolled or not."""
    a, b = (
        1 if roll is None and counts_as_one else roll
        for roll, counts_as_one in (
            (question.a_roll, question.a_counts_as_one),
            (question.b_roll, question.b_counts_as_one),
        )
    )
    return (Player.A, a), (Player.B, b)


def _score(question: Initiative, player: Player, die: int) -> Ledger:
    if player is Player.A:
        return score(
            die,
            vps=question.a_vp,
            pinned=question.a_pinned,
            ignores_vp=question.a_ignores_vp,
            counts_as_one=question.a_counts_as_one,
        )
    return score(
        die,
        vps=question.b_vp,
        pinned=question.b_pinned,
        ignores_vp=question.b_ignores_vp,
        counts_as_one=question.b_counts_as_one,
    )


def _chances(question: Initiative) -> InitiativeChances:
    """Every pair of dice that can still fall."""
    mine, theirs = scores(question, Player.A), scores(question, Player.B)
    whole = len(mine) * len(theirs)
    lower = sum(a < b for a in mine for b in theirs)
    tied = sum(a == b for a in mine for b in theirs)
    return InitiativeChances(
        a=Chance.of(lower, whole), b=Chance.of(whole - lower - tied, whole), tie=Chance.of(tied, whole)
    )
