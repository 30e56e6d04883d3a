"""Rule texts: read out of catalogues, found by the ability as a card prints it, bounded, and never within a card."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.clock import ManualClock
from companion.fields.invalid import Invalid
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.errors import NotHere, Refused
from companion.table.events import Source, SourceKind
from companion.table.table import Table
from companion.warzone.abilities.ability import read_ability
from companion.warzone.battlescribe.reader import read_files
from companion.warzone.cards.abilities import LONGEST, of_cards, rule_text
from companion.warzone.cards.card_file import file_of, link_text, write_card
from companion.warzone.cards.library import KeptTexts
from tests.companion.warzone.cards_strategy import guard
from tests.companion.warzone.test_battlescribe import altered, files

BURST = "Two wicks at once.\n\n• <b>Mind</b> the draught."
PHONE = Source(SourceKind.PHONE, "phone 1")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(clock=ManualClock(), journal=Journal(tmp_path / "journal.db"), games=all_games(), game=FIRST)
    yield table
    table.close()


def test_what_rules_say_is_read_once_and_in_plain_lines() -> None:
    said = {each.ability: each.text for each in read_files(files("Lamps.cat", "Lamps_Eternal.gst")).rules}
    assert set(said) == {
        *("Steadfast", "Dim (-2)", "Command (Lamp Guards)", "Swarm (2)"),
        "Burst (2)",
        "Cloud (2)",
        "Bright Idea",
    }
    assert said["Burst (2)"] == BURST
    assert {card.name for card in read_files(files("Lamps_out.ros")).cards()} == {"Lamp Guards Support"}


def test_a_text_without_end_is_cut() -> None:
    reading = read_files(altered(("Nothing happens.", "On and on. " * LONGEST)))
    (rule,) = (each for each in reading.rules if each.ability == "Bright Idea")
    assert (len(rule.text), rule.text[-1]) == (LONGEST, "…")


def test_only_the_rules_of_cards_are_kept_and_none_lies_within_a_card() -> None:
    reading = read_files(files("Lamps.cat", "Lamps_Eternal.gst"))
    card = next(each for each in reading.cards() if each.name == "Lamp Guards Trooper")
    assert {each.ability for each in of_cards(reading.rules, [card])} == {"Steadfast", "Dim (-2)", "Burst (2)"}
    for told in (
        write_card(card),
        link_text(card),
        str(msgspec.json.encode(file_of(card))),
        str(msgspec.json.encode(card)),
    ):
        assert "wicks" not in told
        assert "flicker" not in told


def test_an_ability_is_looked_up_as_printed_and_then_by_its_name(table: Table) -> None:
    texts = KeptTexts(table)
    texts.take_in([rule_text("Burst (2)", "Twice."), rule_text("burst", "Again and again.")])
    found = texts.of(read_ability(printed) for printed in ("BURST (2)", "Burst (3)", "Burst", "Recoil"))
    assert {str(ability): rule.text for ability, rule in found.items()} == {
        "BURST (2)": "Twice.",
        "Burst (3)": "Again and again.",
        "Burst": "Again and again.",
    }
    texts.take_in([rule_text("Burst (2)", "Thrice.")])
    assert [each.text for each in texts.all()] == ["Again and again.", "Thrice."]
    texts.delete("BURST (2)", source=PHONE)
    with pytest.raises(NotHere):
        texts.delete("Burst (2)", source=PHONE)
    texts.delete_all(source=PHONE)
    assert texts.all() == ()


def test_a_table_keeps_so_many_and_says_so(table: Table) -> None:
    texts = KeptTexts(table)
    with pytest.raises(Refused, match="delete some first"):
        texts.take_in(rule_text(f"Glow ({number})", "x" * LONGEST) for number in range(501))
    assert len(texts.all()) == 500


@pytest.mark.parametrize(
    ("ability", "text", "field"),
    [
        ("Burst (2", "Twice.", "ability"),
        ("", "Twice.", "ability"),
        ("Burst" * 30, "Twice.", "ability"),
        ("Burst", " \n ", "text"),
        ("Burst", "x" * (LONGEST + 1), "text"),
        ("Burst", "Twice\x07", "text"),
    ],
)
def test_what_cannot_be_kept_names_its_field(ability: str, text: str, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        rule_text(ability, text)
    assert caught.value.field == field


def test_the_guard_by_hand_has_abilities_of_its_own() -> None:
    assert of_cards([rule_text("Burst", "Twice."), rule_text("Recoil (4)", "Hard.")], [guard()]) == (
        rule_text("Burst", "Twice."),
    )
