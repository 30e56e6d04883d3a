"""Questions about the rules are left to the rulings, also while a game is being played."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.battleline.answers.answers import answer as battleline
from companion.games import RuledGame
from companion.rulings.shelf import shipped
from companion.table.seats import Seat
from companion.wartime.answers.answers import answer as wartime
from companion.warzone.answers import answer as warzone
from tests.companion.answers.played import Moment, moments

EACH = 7
"""Of so many ways to ask for a ruling one is tried."""
MOST = 0.01
"""Such a part of them may be about the table as well: "who goes first"."""

Ask = Callable[[Moment, str], Any]


@pytest.mark.parametrize(
    ("game", "ask"),
    [
        (RuledGame.BATTLELINE, lambda at, asked: battleline(at.state, asked, names=at.view.names, asker=Seat.GOLD)),
        (RuledGame.WARTIME, lambda at, asked: wartime(at.state, at.view, asked, asker=Seat.GOLD)),
        (RuledGame.WARZONE, lambda at, asked: warzone(at.view, asked, asker=Seat.GOLD)),
    ],
    ids=lambda each: each.value if isinstance(each, RuledGame) else "",
)
def test_hardly_any_way_to_ask_for_a_ruling_is_about_the_table(game: RuledGame, ask: Ask) -> None:
    """In the middle of a game: what it takes for an answer there is more than a word that the ruling has as well."""
    rulings = [ruling for chapter in shipped() for ruling in chapter.rulings if ruling.game is game]
    asked = [each for ruling in rulings for each in (ruling.question, *ruling.asked)][::EACH]
    played = moments(game.value)
    at = played[len(played) // 2]
    answered = [each for each in asked if ask(at, each) is not None]
    assert len(asked) > 100
    assert len(answered) < MOST * len(asked), answered
