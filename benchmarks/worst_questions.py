"""What the most expensive question of each kind costs that anyone may ask, beside an ordinary one. Run it from the
repository's root: python benchmarks/worst_questions.py.

Milliseconds of CPU for one answer, compressed as for a phone, with as much in the library as fits; the best of five.
"""

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))
from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.rulings.shelf import Shelf
from companion.table.table import Table
from companion.wartime.scenario.file import scenario_of
from companion.warzone.cards.card_file import card_of
from tests.support import PHONE
from tests.web.conftest import Phone
from tests.web.fakes import FakePanel
from tests.web.test_worst_questions import ask
from tests.web.worst import DUELS, KEPT, QUESTIONS, Question, card, dear, duelling, force, scenario
from web.app import create_app
from web.http.access import Access

TRIES = 5
TARGET_MS = 50


def measured(phone: Phone, question: Question) -> tuple[float, int]:
    """Milliseconds and bytes."""
    tries = [ask(phone, question) for _ in range(TRIES)]
    return min(cpu for *_, cpu in tries) / 1e6, tries[0][1]


def main(folder: Path) -> None:
    clock = ManualClock()
    table = Table(clock=clock, journal=Journal(folder / "journal.db"), games=all_games(), game=FIRST)
    for number in range(KEPT):
        table.keep("warzone", "unit", f"c{number}", msgspec.json.encode(card_of(card(number))))
        table.keep("warzone", "force", f"f{number}", msgspec.json.encode(force(number)))
        table.keep("wartime", "scenario", f"s{number}", msgspec.json.encode(scenario_of(scenario(number))))
    table.keep("warzone", "unit", f"c{KEPT - 1}", msgspec.json.encode(card_of(dear())))
    access = Access(folder, clock, hostnames=["warglass"])
    app = create_app(table=table, shelf=Shelf(table), panel=FakePanel(), access=access, clock=clock)
    phone = Phone(app.test_client())
    print(f"{'':24} {'ordinary':>10} {'worst':>10} {'bytes':>9}")
    _print(phone, QUESTIONS)
    for command in duelling():
        table.dispatch(command, source=PHONE)
    _print(phone, DUELS)
    table.close()


def _print(phone: Phone, asked: Mapping[str, tuple[Question, Question]]) -> None:
    for name, (ordinary, worst) in asked.items():
        (usual, _), (most, size) = measured(phone, ordinary), measured(phone, worst)
        print(f"{name:24} {usual:7.1f} ms {most:7.1f} ms {size:9}{'  over the target' * (most > TARGET_MS)}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(Path(scratch))
