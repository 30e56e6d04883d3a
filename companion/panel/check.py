"""What is wrong with a panel that no single key shows: timers that do not exist, names, pins and addresses used twice,
more current than there is."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.fields.invalid import FieldError
from companion.fields.words import clipped
from companion.panel.addresses import address_problems
from companion.panel.config import PanelConfig
from companion.panel.pins import pin_problems
from companion.panel.power import budget
from companion.panel.quiet_hours import quiet_hours
from companion.panel.screens import screen_problems
from companion.wartime.scenario.scenario import BOX


def panel_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Each problem, by the key below `[panel]` that is at fault."""
    timers = {spec.id for spec in BOX}
    for index, screen in enumerate(panel.screens):
        for timer in screen.shows:
            if timer not in timers:
                yield FieldError(f"screens[{index}].shows", f"there is no timer {timer!r}")
    for index, control in enumerate(panel.controls):
        if control.timer is not None and control.timer not in timers:
            yield FieldError(f"controls[{index}].timer", f"there is no timer {control.timer!r}")
        if control.timer is not None and control.hand is not None:
            yield FieldError(f"controls[{index}].hand", "a button is a timer's or a hand: leave one of the two out")
    yield from _named_twice("screens", [screen.id for screen in panel.screens])
    yield from _named_twice("controls", [control.id for control in panel.controls])
    yield from screen_problems(panel)
    yield from address_problems(panel)
    yield from pin_problems(panel)
    yield from _power_problems(panel)
    if panel.sound.quiet is not None:
        try:
            quiet_hours(panel.sound.quiet)
        except ValueError as error:
            yield FieldError("sound.quiet", str(error))


def judge_problems(panel: PanelConfig, judge: str | None) -> Iterator[FieldError]:
    """What is wrong with that button, the `judge` of `[hall]`, on this panel: it calls one of the hall's when held."""
    if judge is None:
        return
    free = [control.id for control in panel.controls if not control.pauses]
    choose = f"choose one of {', '.join(free)}" if free else f"the panel {panel.name} has none to choose from"
    chosen = next((control for control in panel.controls if control.id == judge), None)
    if chosen is None:
        yield FieldError("judge", f"there is no button {clipped(repr(judge))}: {choose}")
    elif chosen.pauses:
        yield FieldError("judge", f"the pause button, held, shows the join code: {choose}")


def _named_twice(key: str, ids: list[str]) -> Iterator[FieldError]:
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield FieldError(f"{key}[{index}].id", f"{name!r} is there twice")


def _power_problems(panel: PanelConfig) -> Iterator[FieldError]:
    whole = budget(panel)
    if whole.margin_ma >= 0:
        return
    upto = (replace(panel, screens=panel.screens[: count + 1]) for count in range(len(panel.screens)))
    key = next((f"screens[{index}]" for index, part in enumerate(upto) if budget(part).margin_ma < 0), "rail_ma")
    yield FieldError(
        key,
        f"the panel draws up to {whole.most_ma:.0f} mA and the 3.3 V rail gives {whole.rail_ma:.0f} mA: leave screens "
        "out, or feed them from a 3.3 V regulator of their own and say in rail_ma what that gives",
    )
