"""All that is asked at the end of a Turn, answered as it follows from what was tracked."""

from msgspec.structs import replace

from companion.warzone.match.points.questions import due
from companion.warzone.match.points.suggestions import suggested
from companion.warzone.match.state import State


def tracked_answers(state: State) -> dict[str, str]:
    """The option by question, of this Turn's that nobody has answered: also of those that an answer leads to."""
    found: dict[str, str] = {}
    while True:
        given = {(state.turn, question): option for question, option in found.items()}
        answered = replace(state, answers={**state.answers, **given})
        more = {
            question.id: option
            for question in due(answered, state.turn)
            if question.option(answered.answers.get((state.turn, question.id))) is None
            and (option := suggested(answered, question)) is not None
        }
        if not more:
            return found
        found |= more
