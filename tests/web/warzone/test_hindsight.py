"""What a report says of shots that another weapon would have made better."""

from html import unescape
from unittest.mock import patch

import pytest

from companion.table.errors import Unread
from companion.table.table import Table
from companion.warzone.cards.library import KeptCards
from companion.warzone.duel.outcome import CLEARLY, Missed, missed
from tests.companion.story.test_story import story_of
from tests.companion.warzone.cards_strategy import GUARD
from tests.web.conftest import Phone
from tests.web.moments import MATCH, change, dueling, keep
from tests.web.warzone.test_duel_pages import duel

POT = {"action": "shoot", "weapon": "Soot Pot", "band": "long"}
RIFLE = {"action": "shoot", "weapon": "Wick Rifle", "band": "long"}


@pytest.fixture
def dueled(phone: Phone) -> Phone:
    dueling(phone)
    return phone


def found(table: Table) -> list[Missed]:
    return missed(story_of(table, table.glance().number).past.steps(), KeptCards(table).all())


def shoot(phone: Phone, **way: str) -> None:
    assert phone.post(f"{MATCH}/sides/gold/units/1/fight", {"target": "2", **way}).status_code == 200


def test_the_better_weapon_is_told_with_the_duels_own_odds(dueled: Phone, table: Table) -> None:
    lines = {(each["weapon"], each["band"]): each for each in duel(dueled)["lines"]}
    shoot(dueled, **POT)
    (shot,) = found(table)
    assert (shot.unit, shot.target, shot.weapon, shot.better) == ("Captain", "Lamp Guard", "Soot Pot", "Wick Rifle")
    better = lines["Wick Rifle", "long"]["figures"]
    assert shot.better_wounds == pytest.approx(better["expected_wounds"], abs=0.01)
    assert shot.better_wounds - shot.wounds >= CLEARLY or shot.better_chance - shot.chance >= 100 * CLEARLY
    page = unescape(dueled.get("/report").text)
    assert "What might have been" in page
    row = table.glance().seq
    assert f'/replay/{table.glance().number}?at={row}">Captain shot Lamp Guard</a> with Soot Pot' in page


def test_a_shot_for_which_there_was_nothing_better_in_some_band_is_not(dueled: Phone, table: Table) -> None:
    """At short range the rifle was all that the Captain had."""
    shoot(dueled, **RIFLE)
    assert found(table) == []
    assert "What might have been" not in dueled.get("/report").text


def test_a_shot_that_was_undone_was_none(dueled: Phone, table: Table) -> None:
    shoot(dueled, **POT)
    change(dueled, "/api/table/undo")
    assert found(table) == []


def test_without_cards_there_is_nothing_to_say(dueled: Phone, table: Table) -> None:
    shoot(dueled, **POT)
    assert dueled.delete("/api/warzone/units/captain").status_code == 200
    assert found(table) == []
    assert "What might have been" not in dueled.get("/report").text
    keep(dueled, "/api/warzone/units/captain", GUARD | {"id": "captain", "name": "Captain"})
    assert ("What might have been" in unescape(dueled.get("/report").text)) == bool(found(table))


def test_cards_that_come_later_are_looked_back_with(dueled: Phone, table: Table) -> None:
    """As with a match file's, which are brought whole after its match was."""
    card = dueled.get("/api/warzone/units/captain").get_json()
    shoot(dueled, **POT)
    assert dueled.delete("/api/warzone/units/captain").status_code == 200
    number = table.glance().number
    for report in ("/report", f"/report?match={number}"):
        assert "What might have been" not in dueled.get(report).text
    keep(dueled, "/api/warzone/units/captain", card)
    for report in ("/report", f"/report?match={number}"):
        assert "What might have been" in dueled.get(report).text


def test_a_report_is_there_where_earlier_rows_cannot_be_read(dueled: Phone, table: Table) -> None:
    shoot(dueled, **POT)
    for unread in ("played", "last_row"):
        with patch.object(table, unread, side_effect=Unread("What happened earlier cannot be read.")):
            assert dueled.get("/report").status_code == dueled.get("/api/report").status_code == 200
    change(dueled, "/api/table/new", game="battleline")
    change(dueled, "/api/table/begin")
    with patch.object(table, "played", side_effect=AssertionError):
        assert dueled.get("/report").status_code == 200
