"""Where players would go back to in a story, in each game."""

from pathlib import Path

import pytest

from companion.story import Story
from companion.table.commands import Begin, End, Undo
from companion.table.seats import Seat, Side
from tests.companion.battleline import acts as b
from tests.companion.battleline.match.seats import GOLD, lay, seated
from tests.companion.matchfile.test_match_file import EVERY, stored
from tests.companion.story.test_story import story_of
from tests.companion.wartime import acts as w
from tests.support import Players


def places(story: Story) -> list[tuple[str, str | None]]:
    return [(each.place.label, each.place.side) for each in story.moments if each.place]


def of_table(players: Players) -> list[tuple[str, str | None]]:
    return places(story_of(players.table, players.table.glance().number))


def test_wartime(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    players.do(w.Muster(side=Side.RED, units=("Orc", "Goblin")))
    players.do(Begin())
    players.flip("red-30", unit="Orc")
    players.do(w.Eliminate(unit="Goblin", side=Side.RED))
    players.do(Undo())
    players.do(w.Eliminate(unit="Orc", side=Side.RED))
    players.do(End(winner=Seat.GOLD))
    assert of_table(players) == [("The start", None), ("Orc eliminated", "red"), ("The end", "gold")]


def test_battle_line(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R10 - 5:R9 - 5:R8")
    assert of_table(players) == [("Flag 5 is proven", "gold")]
    players.do(b.Claim(side=GOLD, flag=5))
    players.do(End(winner=Seat.RED))
    assert of_table(players)[1:] == [("Flag 5 claimed", "gold"), ("The end", "red")]


@pytest.mark.parametrize("name", ["warzone", "warzone_fought", "warzone_objectives"])
def test_warzone(name: str) -> None:
    story = Story(stored(name), EVERY["warzone"])
    found = [label for label, _ in places(story)]
    turns = [label for label in found if label.startswith("Turn ")]
    assert turns == [f"Turn {number + 1}" for number in range(len(turns))]
    fallen = sum(len(side.casualties) for side in story.report().sides)  # type: ignore[attr-defined]
    assert sum(label.startswith("Casualty: ") for label in found) >= min(1, fallen)
