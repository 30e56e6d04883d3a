"""What the most expensive question of each kind costs that anyone may ask, beside an ordinary one.

Processor time for one answer, compressed as for a phone, with as much in the library as fits. The quickest of five.
"""

import statistics
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from benchmarks.figures import Figure, quickest_ms
from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.rulings.shelf import Shelf
from companion.table.table import Table
from companion.wartime.scenario.library import scenario_of
from companion.warzone.cards.card_file import card_of
from tests.support import PHONE, ask_table
from tests.web.conftest import Phone, site_of
from tests.web.fakes import FakePanel
from tests.web.test_worst_questions import ask
from tests.web.worst import DUELS, KEPT, QUESTIONS, card, dear, duelling, force, scenario
from web.http.access import Access

SHORT = {"kept": 2, "tries": 1, "kinds": 1}
DEAREST = 5


def measure(folder: Path, *, kept: int = KEPT, tries: int = 5, kinds: int | None = None) -> Iterator[Figure]:
    clock = ManualClock()
    table = Table(clock=clock, journal=Journal(folder / "journal.db"), games=all_games(), game=FIRST)
    for number in range(kept):
        table.keep("warzone", "unit", f"c{number}", msgspec.json.encode(card_of(card(number))))
        table.keep("warzone", "force", f"f{number}", msgspec.json.encode(force(number)))
        table.keep("wartime", "scenario", f"s{number}", msgspec.json.encode(scenario_of(scenario(number))))
    table.keep("warzone", "unit", f"c{KEPT - 1}", msgspec.json.encode(card_of(dear())))
    access = Access(folder, clock, hostnames=["warglass"])
    app = site_of(table=table, shelf=Shelf(table), panel=FakePanel(), access=access, clock=clock)
    phone = Phone(app.test_client())
    costs = []
    for questions, acts in ((QUESTIONS, ()), (DUELS, duelling())):
        for act in acts:
            ask_table(table, act, source=PHONE)
        for name, asked in islice(questions.items(), kinds):
            usual, worst = quickest_ms([partial(ask, phone, question) for question in asked], tries)
            costs.append((worst, usual, name))
    table.close()
    for worst, usual, name in sorted(costs, reverse=True)[:DEAREST]:
        yield Figure.of(f"the dearest question: {name}", [worst], "ms", rival="an ordinary one", rivals=[usual])
    dearest, ordinary = zip(*((worst, usual) for worst, usual, _ in costs), strict=True)
    yield Figure.of(
        "the dearest question of each kind that anyone may ask, median / dearest",
        [statistics.median(dearest), max(dearest)],
        "ms",
        rival="ordinary ones",
        rivals=[statistics.median(ordinary), max(ordinary)],
    )
