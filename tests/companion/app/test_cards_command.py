"""`warglass cards`: every ability of every card is in one of three groups, and the share says what it says."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.cli import main
from companion.warzone.abilities.ability import Does, Effect, Help
from companion.warzone.abilities.catalogue import KNOWN
from companion.warzone.abilities.wording import Bound, vocabulary
from companion.warzone.cards.abilities import Counting, coverage
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import card_of
from tests.companion.warzone.test_battlescribe import altered, files
from tests.support import Says


def warglass(folder: Path, sources: dict[str, bytes]) -> Result:
    for name, data in sources.items():
        (folder / name).write_bytes(data)
    return CliRunner().invoke(main, ["cards", str(folder)])


def lamp(*abilities: str, weapons: tuple[str, ...] = ()) -> UnitCard:
    found: UnitCard = card_of(
        {
            "id": "l", "name": "Lamp", "type": "Lamp", "dp": 4, "mv": 4, "mw": 12, "cc": 10, "st": 8, "def": -1,
            "ar": 20, "w": 2, "pw": 5, "ld": 12, "designations": ["Trooper"], "abilities": list(abilities),
            "weapons": [{"name": "Beam", "abilities": list(weapons), "short": '12" +0 14', "cf": 19}],
        }
    )  # fmt: skip
    return found


def test_every_ability_is_in_one_group() -> None:
    found = coverage(lamp("Duelist (-2)", "Trailblaze", "Fearless", "Flare (3)", weapons=("Burst (2)", "Gruesome (3)")))
    assert found.counted == (
        Counting("Duelist (-2)", (Help.ATTACKS,)),
        Counting("Trailblaze", (Help.MOVES,)),
        Counting("Burst (2)", (Help.ATTACKS,)),
    )
    assert found.no_number == ("Fearless",)
    assert [(each.name, each.why) for each in found.not_counted] == [
        ("Flare (3)", "not known"),
        ("Gruesome (3)", KNOWN["gruesome"].does),
    ]


def test_determination_counts_in_attacks_and_in_tests() -> None:
    (found,) = coverage(lamp("Determination")).counted
    assert found.where == (Help.ATTACKS, Help.TESTS)


@pytest.mark.parametrize("value", ["", " (X)", " (99)"])
def test_what_has_no_number_that_counts_is_not_counted(value: str) -> None:
    (found,) = coverage(lamp(weapons=(f"Accurate{value}",))).not_counted
    assert found.why == Says("no number")


def test_what_is_misspelt_is_named_with_what_it_may_mean_and_what_files_misspell_is_known() -> None:
    (unknown,) = coverage(lamp("Evasve (-2)")).not_counted
    assert unknown.like == "evasive"
    assert coverage(lamp(weapons=("Continous",))).not_counted == ()


def test_what_a_cards_owner_has_bound_counts() -> None:
    flare = vocabulary(Bound(name="Flare", effects=(Effect(does=Does.TN),)))
    assert coverage(lamp("Flare (3)"), flare).not_counted == ()


def test_a_folder_is_told_card_by_card(tmp_path: Path) -> None:
    result = warglass(tmp_path, files("Lamps.cat", "Lamps_Eternal.gst"))
    assert result.exit_code == 0
    assert "Not counted: Flare (1, 8) (not known), on " in result.output
    assert "  counted: " in result.output
    assert " have every ability counted that changes a number;" in result.output


def test_the_share_is_of_the_cards_without_anything_uncounted(tmp_path: Path) -> None:
    """Reach and Burst in place of what nobody knows."""
    known = altered(("Reach (1), Flare (1, 8)", "Reach (1)"), ("Anti-Moth, Explosive (1)", "Explosive (1)"))
    (tmp_path / "known").mkdir()
    (tmp_path / "unknown").mkdir()
    share = [
        next(line for line in warglass(tmp_path / name, sources).output.splitlines() if " cards (" in line)
        for name, sources in (("known", known), ("unknown", files("Lamps.cat", "Lamps_Eternal.gst")))
    ]
    counted, cards = share[1].split(" of ")[0], share[1].split(" of ")[1].split()[0]
    assert int(counted) < int(cards)  # of our own making
    assert int(share[0].split(" of ")[0]) > int(counted)


def test_a_folder_without_any_says_what_it_looks_for(tmp_path: Path) -> None:
    result = warglass(tmp_path, {"notes.txt": b"none"})
    assert result.exit_code == 1
    assert ".cat, .catz, .gst" in result.output
