"""Victory Points, line by line, and who wins."""

import msgspec

from companion.ledger import Ledger, Line
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match.names import called
from companion.warzone.match.points.questions import due
from companion.warzone.match.state import LAST_TURN, State, TurnPhase
from companion.warzone.scenario.objectives import MOST_VPS, Secondary


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: `winner` is None for a draw. `title` says it, `how` adds the points or the reason, if there
    is anything to add; `text` is both."""

    winner: Side | None
    title: str
    how: str = ""

    @property
    def text(self) -> str:
        return f"{self.title}, {self.how}" if self.how else self.title


def victory_points(state: State, side: Side) -> Ledger:
    """A line for every answer that gave this side VPs, by Turn. What a Secondary Objective would give beyond its cap is
    taken off in a line of its own."""
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
    """The questions of this Turn that nobody has answered yet."""
    return tuple(
        question.text
        for question in due(state, state.turn)
        if question.option(state.answers.get((state.turn, question.id))) is None
    )


def outcome(state: State) -> Outcome | None:
    """Who won; None until it is over."""
    return ended(state) if state.stage is Stage.OVER else None


def ended(state: State) -> Outcome:
    """Who won a game that is over: whoever the players named, else the most VPs after the fifth Turn (Check for End of
    Game). The book names no tie-break, so equal VPs are a draw."""
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
