"""The report's figures against a simulation of the game that counts seconds."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.wartime.report import WarTimeReport
from companion.wartime.scenario.scenario import BOX
from tests.companion.wartime import acts as c
from tests.support import Players

SECONDS = {spec.id: spec.seconds for spec in BOX if spec.side}
COMMANDS = {name: [f"{name}-{end}" for end in ("30", "60a", "60b", "90")] for name in ("gold", "red")}
Act = tuple[int, str, str]
acts = st.tuples(
    st.integers(0, 45),
    st.sampled_from(["flip"] * 8 + ["turn", "free", "pause", "pause", "end", "undo", "undo"]),
    st.sampled_from(sorted(SECONDS)),
)


class Counted:
    """A game told second by second, from what the table took and refused. It knows neither events nor deadlines."""

    def __init__(self) -> None:
        self.acts: list[Act] = [(0, "begin", "")]
        self.now = 0

    @property
    def stopped(self) -> bool:
        """Whether the sand stands, going by the acts alone."""
        switches = [what for _, what, _ in self.acts if what in ("pause", "resume", "end")]
        return bool(switches) and switches[-1] != "resume"

    def undo(self) -> None:
        place = max(index for index, act in enumerate(self.acts) if act[1] != "refused")
        del self.acts[place]
        if self.stopped:
            self.now = max(at for at, what, _ in self.acts if what in ("pause", "end"))
            self.acts = [act for act in self.acts if act[0] <= self.now]

    def told(self) -> dict[str, object]:
        left = dict.fromkeys(SECONDS, 0)
        ran, outs, flips, refusals, lying, lay = (dict.fromkeys(SECONDS, 0) for _ in range(6))
        waited, longest = dict.fromkeys(COMMANDS, 0), dict.fromkeys(COMMANDS, 0)
        ended = False
        for _, what, name in self.acts:
            ended = ended or what == "end"
            if what == "refused":
                refusals[name] += not ended
        for second in range(self.now + 1):
            for _, what, name in (act for act in self.acts if act[0] == second):
                if what == "flip":
                    left[name], flips[name] = SECONDS[name], flips[name] + 1
                    waited[name.partition("-")[0]] = 0
                elif what == "turn":
                    left[name] = SECONDS[name] - left[name]
                    outs[name] += left[name] == 0
                elif what == "free":
                    left[name] = 0
            if second == self.now:
                break
            for army, names in COMMANDS.items():
                waited[army] = waited[army] + 1 if any(left[each] == 0 for each in names) else 0
                longest[army] = max(longest[army], waited[army])
            for name, rest in left.items():
                ran[name] += rest > 0
                lying[name] = 0 if rest else lying[name] + 1
                lay[name] = max(lay[name], lying[name])
                outs[name] += rest == 1
                left[name] = max(0, rest - 1)
        return {
            "length": self.now,
            "pauses": sum(what == "pause" for _, what, _ in self.acts),
            "idle": {name: round((self.now - ran[name]) / self.now, 4) if self.now else 0 for name in SECONDS},
            "outs": outs,
            "flips": flips,
            "refusals": {army: sum(refusals[n] for n in SECONDS if n.startswith(army)) for army in COMMANDS},
            "longest": longest,
            "lay": lay,
        }


def figures(report: WarTimeReport) -> dict[str, object]:
    return {
        "length": report.length_ms / 1000,
        "pauses": report.pauses,
        "idle": {each.id: each.idle for each in report.timers},
        "outs": {each.id: each.run_outs for each in report.timers},
        "flips": {each.id: each.flips for each in report.timers},
        "refusals": {each.side: each.refusals for each in report.sides},
        "lay": {each.id: each.longest_idle.length_ms / 1000 for each in report.timers},
        "longest": {each.side: each.longest_wait.length_ms / 1000 for each in report.sides},
    }


@given(game=st.lists(acts, max_size=30), last=st.integers(0, 100))
def test_the_figures_are_those_of_a_count_of_seconds(game: list[Act], last: int) -> None:
    counted = Counted()
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "t.sqlite").begin()
        for delay, what, name in game:
            players.wait(delay)
            counted.now += 0 if counted.stopped else delay
            if what == "undo":
                if len([act for act in counted.acts if act[1] != "refused"]) > 1:
                    players.do(Undo())
                    players.wait(0)
                    counted.undo()
                continue
            verb = "resume" if what == "pause" and counted.stopped else what
            command = {
                "flip": c.Flip(timer=name),
                "turn": c.Turn(timer=name),
                "free": c.Free(timer=name),
                "pause": c.Pause(),
                "resume": c.Resume(),
                "end": c.End(),
            }[verb]
            try:
                players.do(command)
                counted.acts.append((counted.now, verb, name))
            except Refused:
                if verb in ("flip", "turn", "free"):
                    counted.acts.append((counted.now, "refused", name))
        players.wait(last)
        counted.now += 0 if counted.stopped else last
        report = players.table.report()
        players.table.close()
    assert figures(report) == counted.told()
