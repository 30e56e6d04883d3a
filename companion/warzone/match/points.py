"""Counts Victory Points: the questions at the end of a Turn, the worth of each answer, and who wins."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.ledger import Ledger, Line
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.choices import SabotageDamage
from companion.warzone.match.kinds import WarzoneAct, WarzoneEvent, not_over, playing
from companion.warzone.match.state import LAST_TURN, State, TurnPhase, called, possessive
from companion.warzone.scenarios import MOST_VPS, Secondary, WarzoneScenario

# What is asked at the end of a Turn, and what each answer is worth.
#
# Warzone Eternal, Chapter 13: the Victory Points of the four Scenarios and the eight Secondary Objectives.

NO = "no"
YES = "yes"
NEITHER = "neither"


class PointsOption(msgspec.Struct, frozen=True, kw_only=True):
    """Holds an answer, and the VPs that it gives each side."""

    id: str
    text: str
    gold: int = 0
    red: int = 0

    def vps(self, side: Side) -> int:
        return self.gold if side is Side.GOLD else self.red


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """`side` is whose Secondary Objective it is, or None; `source` the heading in the book."""

    id: str
    turn: int
    text: str
    options: tuple[PointsOption, ...]
    source: str
    side: Side | None = None
    secondary: Secondary | None = None

    def option(self, id: str | None) -> PointsOption | None:
        return next((option for option in self.options if option.id == id), None)


def due(state: State, turn: int) -> tuple[Question, ...]:
    """Returns the questions of that Turn's End Turn Phase: none in the first, the Scenario's before the
    Secondaries'."""
    if turn < 2:
        return ()
    return (*_scenario(state, turn), *(_secondary(state, side, each, turn) for side, each in _revealed(state, turn)))


def _revealed(state: State, turn: int) -> Iterator[tuple[Side, Secondary]]:
    for side in Side:
        for secondary in state.forces[side].secondaries:
            if turn == LAST_TURN or not last_turn_only(secondary):
                yield side, secondary


def last_turn_only(secondary: Secondary) -> bool:
    """Returns True where it gives Victory Points in the fifth Turn alone."""
    return secondary in (Secondary.ESCORT, Secondary.ACCEPTABLE_CASUALTIES)


def _scenario(state: State, turn: int) -> Iterator[Question]:
    match state.scenario:
        case None:
            return
        case WarzoneScenario.LEAD_FROM_THE_FRONT:
            yield _which(state, "lead", turn, "Whose Commander is further from their own Side?", state.scenario)
            if turn == LAST_TURN:
                yield from _same_commander(state)
        case WarzoneScenario.BREAKTHROUGH:
            text = "Who has more Units, not Engaged, across the Centerline? In the enemy's area they count twice."
            yield _which(state, "breakthrough", turn, text, state.scenario)
            if turn == LAST_TURN:
                yield _clear_half(state)
        case WarzoneScenario.KEY_POSITIONS:
            yield _which(state, "key", turn, "Who controls more Scenario Objective counters?", state.scenario)
            if turn == LAST_TURN:
                yield from _same_primary(state)
        case WarzoneScenario.SABOTAGE:
            text = f"Who did more damage to Scenario Objective counters {period(state)}?"
            yield _which(state, "sabotage", turn, text, state.scenario)
            if turn == LAST_TURN:
                text = "Did only one side damage both of its Scenario Objective counters this Turn?"
                yield _which(state, "sabotage-both", turn, text, state.scenario, neither="No")


def period(state: State) -> str:
    """Returns whose damage Sabotage compares, as the table chose: "this Turn", or "so far"."""
    return "so far" if state.choices.sabotage_damage is SabotageDamage.GAME else "this Turn"


def _which(
    state: State, id: str, turn: int, text: str, scenario: WarzoneScenario, *, neither: str = "Neither"
) -> Question:
    options = (
        PointsOption(id=Side.GOLD.value, text=called(state, Side.GOLD), gold=1),
        PointsOption(id=Side.RED.value, text=called(state, Side.RED), red=1),
        PointsOption(id=NEITHER, text=neither),
    )
    return Question(id=id, turn=turn, text=text, options=options, source=scenario.title)


def _same_commander(state: State) -> Iterator[Question]:
    """Scores only for the side that scored with its Commander this Turn."""
    answer = state.answers.get((LAST_TURN, "lead"))
    for side in Side:
        if answer == side.value:
            name = called(state, side)
            yield Question(
                id="lead-first",
                turn=LAST_TURN,
                text=f"Is {possessive(name)} Commander still the one chosen at the start of the game?",
                options=(_worth(YES, "Yes", side, 1), PointsOption(id=NO, text="No")),
                source=WarzoneScenario.LEAD_FROM_THE_FRONT.title,
                side=side,
            )


def _clear_half(state: State) -> Question:
    return Question(
        id="breakthrough-clear",
        turn=LAST_TURN,
        text="Whose half of the Battlefield has no Enemy Units in it?",
        options=(
            PointsOption(id=Side.GOLD.value, text=possessive(called(state, Side.GOLD)), gold=1),
            PointsOption(id=Side.RED.value, text=possessive(called(state, Side.RED)), red=1),
            PointsOption(id="both", text="Both", gold=1, red=1),
            PointsOption(id=NEITHER, text="Neither"),
        ),
        source=WarzoneScenario.BREAKTHROUGH.title,
    )


def _same_primary(state: State) -> Iterator[Question]:
    """Does not score where the revealed Primary Objectives differ; where none were sealed here, the players compare
    them."""
    gold, red = (state.forces[side].primary for side in Side)
    if gold is not red:
        return
    text = "If you both chose the same Primary Objective: who controls it?"
    if gold is not None:
        text = f"You both chose the {gold.value} counter as your Primary Objective. Who controls it?"
    yield _which(state, "key-primary", LAST_TURN, text, WarzoneScenario.KEY_POSITIONS)


def _secondary(state: State, side: Side, secondary: Secondary, turn: int) -> Question:
    text, answers = _SECONDARIES[secondary]
    own, enemy = called(state, side), called(state, side.other)
    names = {"own": own, "whose": possessive(own), "enemy": enemy, "theirs": possessive(enemy)}
    options = tuple(_worth(id, words.format(**names), side, vps) for id, words, vps in answers)
    return Question(
        id=f"{side.value}-{secondary.value}",
        turn=turn,
        text=text.format(**names),
        options=options,
        source=secondary.title,
        side=side,
        secondary=secondary,
    )


def _worth(id: str, text: str, side: Side, vps: int) -> PointsOption:
    return PointsOption(id=id, text=text, gold=vps if side is Side.GOLD else 0, red=vps if side is Side.RED else 0)


_Answers = tuple[tuple[str, str, int], ...]
_YES_NO: _Answers = ((YES, "Yes", 1), (NO, "No", 0))
_SECONDARIES: dict[Secondary, tuple[str, _Answers]] = {
    Secondary.ESCORT: (
        "Where is {whose} escort counter?",
        (
            ("off", "Off the Battlefield, over {whose} own Side", 2),
            ("area", "In {whose} Deployment Area", 1),
            ("elsewhere", "Elsewhere", 0),
        ),
    ),
    Secondary.FLANKING_MANEUVERS: (
        "Is one of {whose} Units wholly in {theirs} Deployment Area and wholly within 6” of an edge that is not Side A"
        " or B?",
        _YES_NO,
    ),
    Secondary.HOLD_GROUND: ("Are all of {theirs} Units more than 4” from {whose} Deployment Area?", _YES_NO),
    Secondary.INTERCEPT_TRANSMISSIONS: (
        "Did one of {whose} Units make a connection this Turn, and does it still touch that counter?",
        _YES_NO,
    ),
    Secondary.ACCEPTABLE_CASUALTIES: (
        "How many of the Units that {own} started with are left?",
        (("most", "75% or more", 2), ("half", "50% or more", 1), ("fewer", "Fewer", 0)),
    ),
    Secondary.SACRIFICE: ("Is one of {whose} Troopers Engaged with an Enemy Unit of higher DP?", _YES_NO),
    Secondary.SEND_A_MESSAGE: (
        "How many of {theirs} Units did {whose} Leaders remove by Strike Actions this Turn?",
        (("two", "Two or more", 2), ("one", "One", 1), ("none", "None", 0)),
    ),
    Secondary.SLAUGHTER: (
        "Did {own} remove two or more of {theirs} Units this Turn, worth more DP in all than {own} lost?",
        _YES_NO,
    ),
}
"""Has each one's question, and its answers with their VPs."""

# Victory Points, line by line, and who wins.


class Outcome(msgspec.Struct, frozen=True):
    """Says how the game ended.

    `winner` is None for a draw. `title` says it, and `how` adds the points or the reason, if there is one. `text` is
    both.
    """

    winner: Side | None
    title: str
    how: str = ""

    @property
    def text(self) -> str:
        return f"{self.title}, {self.how}" if self.how else self.title


def victory_points(state: State, side: Side) -> Ledger:
    """Returns a line for every answer that gave this side VPs, by Turn.

    A line of its own subtracts what a Secondary Objective would give beyond its cap.
    """
    lines: list[Line] = []
    given: dict[Secondary, int] = {}
    for turn in range(2, state.turn + 1):
        for question in due(state, turn):
            option = question.option(state.answers.get((turn, question.id)))
            if option is None or not (vps := option.vps(side)):
                continue
            lines.append(Line(f"{question.source}, Turn {turn}", vps, question.source))
            if question.secondary is not None:
                before = given.get(question.secondary, 0)
                given[question.secondary] = min(MOST_VPS, before + vps)
                if over := before + vps - given[question.secondary]:
                    lines.append(Line(f"{MOST_VPS} VPs at most", -over, "Select Secondary Objectives"))
    return Ledger.of(lines)


def unanswered(state: State) -> tuple[str, ...]:
    """Returns the questions of this Turn without an answer so far."""
    return tuple(
        question.text
        for question in due(state, state.turn)
        if question.option(state.answers.get((state.turn, question.id))) is None
    )


def outcome(state: State) -> Outcome | None:
    """Returns the outcome, or None until it is over."""
    return ended(state) if state.stage is Stage.OVER else None


def ended(state: State) -> Outcome:
    """Returns the outcome of a game that is over.

    The winner is the one that the players named, else the one with the most VPs after the fifth Turn (Check for End of
    Game). The book names no tie-break, so equal VPs are a draw.
    """
    gold, red = (victory_points(state, side).value for side in Side)
    count = f"{max(gold, red)} to {min(gold, red)}"
    if state.conceded is not None:
        return Outcome(state.conceded, f"{called(state, state.conceded)} wins")
    if state.turn < LAST_TURN or state.turn_phase is not TurnPhase.END:
        return Outcome(None, "Game over", "before its end")
    if gold == red:
        return Outcome(None, "A draw", f"{count}: the book names no tie-break")
    winner = Side.GOLD if gold > red else Side.RED
    return Outcome(winner, f"{called(state, winner)} wins", count)


# An answer, and its correction.


class Answered(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "answer"

    turn: int
    question: str
    option: str

    def apply(self, state: State) -> State:
        return replace(state, answers={**state.answers, (self.turn, self.question): self.option})

    def sentence(self, state: State) -> str:
        for question in due(state, self.turn):
            option = question.option(self.option)
            if question.id == self.question and option is not None:
                return f"Turn {self.turn}, {question.source}: {option.text}"
        return f"Turn {self.turn}: answered"


class Answer(WarzoneAct, frozen=True, kw_only=True):
    """Answers a question of this Turn's End Turn Phase, or of an earlier one's. Sent again, it corrects the answer."""

    ADDRESSES = ("answer",)
    SUMMARY = "Answer a question of the End Turn Phase, or correct an answer"
    EVENT = Answered

    turn: Annotated[int, msgspec.Meta(ge=2, le=5)]
    question: Annotated[str, msgspec.Meta(max_length=40)]
    option: Annotated[str, msgspec.Meta(max_length=40)]

    def check(self, state: State) -> None:
        if state.stage is Stage.SETUP:
            playing(state)
        if self.turn == state.turn and state.turn_phase is not TurnPhase.END:
            not_over(state)
            raise Refused("That is asked at the end of the Turn.")
        question = next((each for each in due(state, self.turn) if each.id == self.question), None)
        if question is None or self.turn > state.turn:
            raise Refused("That is not asked in this Turn.")
        if question.option(self.option) is None:
            raise Refused("Choose one of the answers.")
