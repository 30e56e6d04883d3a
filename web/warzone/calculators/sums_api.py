"""Warzone's smaller sums as JSON: initiative, passes, ranges, sight, falls and the tests that terrain asks for."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.band import Reach, ReachAnswer, reach
from companion.warzone.sums.cloud import Cloud, CloudAnswer, cloud
from companion.warzone.sums.fall import Fall, FallAnswer, fall
from companion.warzone.sums.initiative import Initiative, InitiativeAnswer, initiative
from companion.warzone.sums.leadership import (
    Dangerous,
    DangerousAnswer,
    LeadershipAnswer,
    LeadershipTest,
    dangerous,
    enclosed,
    interact,
)
from companion.warzone.sums.passes import Passes, PassesAnswer, passes
from companion.warzone.sums.scatter import Scatter, ScatterAnswer, scatter
from companion.warzone.sums.sight import Sight, SightAnswer, sight
from web.http.endpoint import Endpoint, get
from web.warzone.calculators.api import handler


def endpoints(choices: Callable[[], WarzoneChoices]) -> Sequence[Endpoint[Any, Any]]:
    """`choices` tells what the table has agreed on."""
    sums: tuple[tuple[str, Callable[[Any], object], Any, Any, str], ...] = (
        (
            "initiative",
            lambda q: initiative(q, choices()),
            Initiative,
            InitiativeAnswer,
            "Initiative Scores or chances",
        ),
        ("passes", passes, Passes, PassesAnswer, "Pass Counters"),
        ("band", reach, Reach, ReachAnswer, "Which Range Band a distance is in"),
        ("sight", sight, Sight, SightAnswer, "What Blocked LOS Lines amount to"),
        ("fall", lambda q: fall(q, choices()), Fall, FallAnswer, "What a fall does"),
        ("dangerous", lambda q: dangerous(q, choices()), Dangerous, DangerousAnswer, "The test for Dangerous terrain"),
        ("enclosed", enclosed, LeadershipTest, LeadershipAnswer, "The test to enter Enclosed terrain"),
        ("interact", interact, LeadershipTest, LeadershipAnswer, "The test of an Interact Action"),
        ("scatter", scatter, Scatter, ScatterAnswer, "Where a scattering thing goes"),
        ("cloud", cloud, Cloud, CloudAnswer, "Whether a cloud stays"),
    )
    return [
        get(f"/warzone/{name}", handler(answer), query=query, answer=kind, summary=summary)
        for name, answer, query, kind, summary in sums
    ]
