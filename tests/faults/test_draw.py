from pathlib import Path

from tests.faults.draw import draw_faults, find_faults

SOURCE = '''"""A word that is displayed."""

import logging
from typing import TYPE_CHECKING, Annotated

if TYPE_CHECKING:
    from pathlib import Path

LIMIT: Annotated[int, Meta(le=9)] = 3


class Card(Struct, frozen=True):
    text: str = "only displayed"


def strength(cards: list[int], bonus: int = 1) -> "int | None":
    total = 0
    for card in cards:
        total += card * bonus
    if total > LIMIT and not cards[0]:
        logging.info("%d", 5)
        raise ValueError(f"more than {LIMIT + 1}")
    return names["é"] if strong else -total
'''


def test_faults_are_conditions_constants_operators_and_dropped_statements() -> None:
    found = find_faults("companion/card.py", SOURCE.encode())
    assert [(each.line, each.kind, each.old, each.new) for each in found] == [
        (9, "constant", "9", "10"),
        (9, "constant", "3", "4"),
        (16, "constant", "1", "2"),
        (17, "dropped", "total = 0", "pass"),
        (17, "constant", "0", "1"),
        (19, "dropped", "total += card * bonus", "pass"),
        (19, "operator", "+", "-"),
        (19, "operator", "*", "//"),
        (20, "condition", "total > LIMIT and not cards[0]", "(not (total > LIMIT and not cards[0]))"),
        (20, "condition", ">", ">="),
        (20, "condition", "and", "or"),
        (20, "constant", "0", "1"),
        (22, "dropped", 'raise ValueError(f"more than {LIMIT + 1}")', "pass"),
        (23, "constant", '"é"', "'é?'"),
        (23, "condition", "strong", "(not (strong))"),
        (23, "operator", "-total", "total"),
    ]
    assert all(each.is_fault_of(SOURCE.encode()) for each in found)


def test_a_fault_is_found_again_where_its_line_has_moved() -> None:
    fault = find_faults("companion/card.py", SOURCE.encode())[-1]
    moved = fault.find_again(b"import os\n" + SOURCE.encode())
    assert moved is not None
    assert moved.line == fault.line + 1
    assert fault.find_again(SOURCE.replace("strong else -total", "-total").encode()) is None


def test_the_same_seed_draws_the_same_faults(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / "companion" / f"{name}.py").parent.mkdir(exist_ok=True)
        (tmp_path / "companion" / f"{name}.py").write_text(SOURCE, encoding="utf-8")
    drawn = draw_faults(tmp_path, 1, 10)
    assert len({(each.path, each.line) for each in drawn}) == 10
    assert drawn == draw_faults(tmp_path, 1, 10) != draw_faults(tmp_path, 2, 10)
