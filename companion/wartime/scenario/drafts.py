"""Scenarios while they are made: every change is kept at once, and the last ones can be taken back."""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.table.errors import Refused
from companion.wartime.scenario.file import checked
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.scenario import Scenario

STEPS = 50
"""So many changes of a scenario can be taken back."""
MOST = 8
"""Of so many scenarios: those that were changed last. A restart forgets them."""

Change = Callable[[Scenario], Scenario]


@dataclass
class _Steps:
    """What the scenario was before each change, what it is since the last, and what that one was about."""

    before: deque[Scenario] = field(default_factory=lambda: deque(maxlen=STEPS))
    now: Scenario | None = None
    about: str = ""


class Drafts:
    """Any thread may call any method: changes of two phones follow one another, and none is lost."""

    def __init__(self, scenarios: Scenarios) -> None:
        self._scenarios = scenarios
        self._lock = threading.Lock()
        self._steps: OrderedDict[str, _Steps] = OrderedDict()

    def change(self, id: str, change: Change, *, about: str = "") -> Scenario:
        """The scenario after the change, kept. Changes in a row about the same, such as a text that is being written,
        are taken back together. Raises Invalid, NotHere, and Refused where it cannot be kept."""
        with self._lock:
            before = self._scenarios.find(id)
            now = checked(change(before))
            if now == before:
                return now
            self._scenarios.save(now)
            steps = self._steps.pop(id, _Steps())
            if steps.now != before:
                steps = _Steps()
            if not about or about != steps.about:
                steps.before.append(before)
            steps.now, steps.about = now, about
            self._steps[id] = steps
            if len(self._steps) > MOST:
                self._steps.popitem(last=False)
            return now

    def undo(self, id: str) -> None:
        """Takes the last change back, anyone's. Raises NotHere, and Refused where there is nothing to take back."""
        with self._lock:
            steps = self._steps.get(id)
            if steps is None or not steps.before or steps.now != self._scenarios.find(id):
                raise Refused("There is nothing to take back.")
            self._scenarios.save(steps.before[-1])
            steps.now, steps.about = steps.before.pop(), ""

    def can_undo(self, scenario: Scenario) -> bool:
        """Whether there is something to take back of a scenario as it is."""
        with self._lock:
            steps = self._steps.get(scenario.id)
            return bool(steps and steps.before and steps.now == scenario)
