"""Tries buttons and screens together with a person at the panel."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import msgspec
from gpiozero import Factory

from companion.clock import MS
from companion.errors import WarglassError
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig
from hardware.buttons import LOCKOUT_NS, Buttons, Change, Debounce
from hardware.doctor.machine import Machine
from hardware.doctor.pins import SparePins
from hardware.faces.words import NameplateFace
from hardware.screens.screen import Screen

# One contact's presses, and how often it bounced in each.

_CLEAN_EDGES = 2
"""Counts the edges of a press that does not bounce: it closes and opens once."""


AGAIN_NS = 150 * MS
"""Within so long of a press no finger makes another, but a worn switch does: 45 to 150 ms are reported."""


class TrialPress(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a press that is over: begun at the monotonic instant `at`, held for `held_ns` nanoseconds.

    `bounces` counts how often the contact opened and closed once more than it had to, in the middle or at either end.
    Edges that the pin library lost are not counted. `again_ns` is how long after the press before it a worn switch
    closed, None where it was a finger.
    """

    at: int
    held_ns: int
    bounces: int
    again_ns: int | None = None


class BounceCounter:
    """Follows a contact through the table's own debouncing (hardware.buttons).

    It is pure: time comes in with each call, in nanoseconds, and edges come in the order of their instants.
    """

    def __init__(self, *, lockout_ns: int = LOCKOUT_NS) -> None:
        self._debounce = Debounce(lockout_ns=lockout_ns)
        self._level = False
        self._pressed_at: int | None = None
        self._last: int | None = None
        """Holds when the press before began."""
        self._edges = 0
        self.presses: list[TrialPress] = []
        """Holds those that are over, with their lockout."""

    @property
    def down(self) -> bool:
        """Returns True where it counts as pressed now."""
        return self._pressed_at is not None

    @property
    def again_ns(self) -> int | None:
        """Returns how long after a finger's press it closed by itself, if that is why it is down."""
        if self._last is None or self._pressed_at is None or self._pressed_at - self._last > AGAIN_NS:
            return None
        return self._pressed_at - self._last

    def edge(self, at: int, *, pressed: bool) -> None:
        """Takes the contact's edge at `at`."""
        while (due := self._debounce.due()) is not None and due <= at:
            self.look(due, pressed=self._level)
        self._level = pressed
        changes = self._debounce.edge(at, pressed=pressed)
        self._take([change for change in changes if not change.pressed])
        if self.down or pressed:
            self._edges += 1
        self._take([change for change in changes if change.pressed])

    def look(self, now: int, *, pressed: bool) -> None:
        """Takes the contact's level `now`, after time has passed."""
        self._take(self._debounce.look(now, pressed=pressed))

    def _take(self, changes: list[Change]) -> None:
        for change in changes:
            if change.pressed:
                self._pressed_at = change.at
            elif self._pressed_at is not None:
                self._finish(self._pressed_at, change.at)

    def _finish(self, pressed_at: int, released_at: int) -> None:
        bounces = (max(0, self._edges - _CLEAN_EDGES) + 1) // 2
        again = self.again_ns
        self.presses.append(
            TrialPress(at=pressed_at, held_ns=released_at - pressed_at, bounces=bounces, again_ns=again)
        )
        # What follows a second closing is compared with the finger's own press.
        self._last = self._last if again is not None else pressed_at
        self._pressed_at, self._edges = None, 0


# What keeps buttons or screens from being tried.


class CannotTry(WarglassError):
    """Reports that the trial cannot be made. The message says what to do first."""


# `warglass doctor --buttons`: every button is pressed once, seen, and its bounces counted.

LOOK_S = 0.01
"""The queue of edges is emptied this often; they are stamped when they happen."""


class ButtonTrial:
    """Opens the pins as the table does, and reports what comes in. Raises CannotTry."""

    def __init__(
        self, *, machine: Machine, panel: PanelConfig, spare: Sequence[int], say: Callable[[str], None]
    ) -> None:
        """`spare` are the pins on which no button should be. `say` gets text as it is to appear, line ends included."""
        self._machine = machine
        self._say = say
        self._controls = {control.id: control for control in panel.controls}
        self._contacts = {each: BounceCounter(lockout_ns=panel.lockout_ms * MS) for each in self._controls}
        self._seen: Counter[str] = Counter()
        """Counts how often a finger has pressed each."""
        self._again: dict[str, list[int]] = defaultdict(list)
        """After how many nanoseconds each closed again by itself."""
        self._listens_until = 0
        """So long the newest press may have a second closing."""
        self._open_line = ""
        self._pins = _pins(machine)
        try:
            self._buttons = Buttons(controls=panel.controls, pins=self._pins, clock=machine.clock)
        except Exception as error:
            self._pins.close()
            raise CannotTry(f"A pin cannot be opened: {error}. `warglass doctor` tells who has it.") from error
        self._spare = SparePins(gpios=spare, pins=self._pins)

    def run(self) -> bool:
        """Listens until each button has been pressed, or the user stops. Returns True where all were."""
        self._say("Press each button once, in any order. Stop with Ctrl-C.\n")
        for control in self._controls.values():
            if self._buttons.pressed(control.id):
                self._say(
                    f"  {_name(control)}: already pressed. It is shorted to ground, or wired to the wrong pair of the "
                    "switch's legs.\n"
                )
        try:
            while self._listens:
                self._look()
                self._machine.wait(LOOK_S)
        except KeyboardInterrupt:
            self._say("\n")
        finally:
            self._spare.close()
            self._buttons.close()
            self._pins.close()
        return self._sum()

    @property
    def _listens(self) -> bool:
        """Returns True while a button has yet to be pressed, or a press may still go on."""
        down = any(contact.down for contact in self._contacts.values())
        return len(self._seen) < len(self._controls) or down or self._machine.clock.now() < self._listens_until

    def _look(self) -> None:
        before = {control: contact.down for control, contact in self._contacts.items()}
        while not self._buttons.edges.empty():
            edge = self._buttons.edges.get()
            self._contacts[edge.control].edge(edge.at, pressed=edge.pressed)
        for gpio in self._spare.pressed():
            self._end_line()
            self._say(
                f"  GPIO {gpio}: pressed, and no button is to be there. Move its wire to where it belongs, or write "
                f"gpio = {gpio} for that button.\n"
            )
        now = self._machine.clock.now()
        for control, contact in self._contacts.items():
            contact.look(now, pressed=self._buttons.pressed(control))
            if contact.down and not before[control] and contact.again_ns is None:
                self._went_down(control)
            while contact.presses:
                self._was_pressed(control, contact.presses.pop(0))

    def _went_down(self, control: str) -> None:
        self._end_line()
        self._say(f"  {_name(self._controls[control])}: pressed")
        self._open_line = control

    def _was_pressed(self, control: str, press: TrialPress) -> None:
        if press.again_ns is not None:
            self._again[control].append(press.again_ns)
            self._end_line()
            self._say(f"  {_name(self._controls[control])}: closed again by itself after {_ms(press.again_ns)} ms\n")
            return
        self._listens_until = max(self._listens_until, press.at + AGAIN_NS)
        if self._open_line != control:
            self._went_down(control)
        bounces = f"{press.bounces} bounce{'' if press.bounces == 1 else 's'}"
        self._say(f", {bounces}, {_ms(press.held_ns)} ms\n")
        self._open_line = ""
        self._seen[control] += 1

    def _end_line(self) -> None:
        if self._open_line:
            self._say("\n")
            self._open_line = ""

    def _sum(self) -> bool:
        for control, after in self._again.items():
            often = f"{len(after)} of {self._seen[control]} times"
            name = _name(self._controls[control])
            self._say(f"{name} is worn: it closes again after {_ms(max(after))} ms, {often}. Change it.\n")
        missing = [_name(control) for control in self._controls.values() if control.id not in self._seen]
        if not missing:
            self._say("Every button works.\n")
            return True
        self._say(f"Never pressed: {', '.join(missing)}.\n")
        self._say(
            "If you did press one: one leg belongs on its GPIO, the leg across from it on ground, not on 3.3 V.\n"
        )
        return False


def _pins(machine: Machine) -> Factory:
    for attempt in machine.pin_libraries():
        if attempt.pins is not None:
            return attempt.pins
    raise CannotTry("No pin library works here. `warglass doctor` tells why, and what to do.")


def _ms(ns: int) -> int:
    return round(ns / MS)


def _name(control: ControlConfig) -> str:
    return f"{control.id} (GPIO {control.gpio})"


# `warglass doctor --screens`: every screen shows its own name and place, so that wires can be matched.

TURN_S = 0.5
"""Each screen is lit up this long before the next one is."""


class ScreenTrial:
    """Drives the screens as the table does, one after the other."""

    def __init__(self, *, machine: Machine, screens: Sequence[ScreenConfig], say: Callable[[str], None]) -> None:
        """`say` gets text as it is to appear, line ends included."""
        self._machine = machine
        self._say = say
        self._screens = [Screen(config=screen, link=machine.link(screen), clock=machine.clock) for screen in screens]
        self._online: dict[str, bool] = {}

    def run(self) -> bool:
        """Shows names until the user stops, then leaves all dark. Returns True where each screen answered at last."""
        self._say("Each screen shows its name in a frame and is lit up in turn. Stop with Ctrl-C.\n")
        self._say("Is each frame whole? Where a side is missing or has noise, change offset or chip of that screen.\n")
        lit = 0
        try:
            while True:
                for index, screen in enumerate(self._screens):
                    self._show(screen, lit=index == lit)
                lit = (lit + 1) % len(self._screens)
                self._machine.wait(TURN_S)
        except KeyboardInterrupt:
            self._say("\n")
        finally:
            for screen in self._screens:
                screen.switch_off()
        return self._sum()

    def _show(self, screen: Screen, *, lit: bool) -> None:
        name = screen.config.id
        screen.show(nameplate(screen.config, lit=lit))
        if self._online.get(name) != screen.online:
            self._online[name] = screen.online
            self._say(f"  {name} ({screen.place}): {screen.trouble or 'shows its name'}\n")

    def _sum(self) -> bool:
        missing = [name for name, online in self._online.items() if not online]
        if missing:
            self._say(f"Still silent: {', '.join(missing)}. `warglass doctor` tells what to check.\n")
        return not missing


def nameplate(screen: ScreenConfig, *, lit: bool) -> NameplateFace:
    """Returns a screen's name and place."""
    if screen.spi is not None:
        where = f"device {screen.spi.device}"
        return NameplateFace(name=screen.id, bus=f"SPI {screen.spi.port}", where=where, lit=lit)
    bus = f"bus {screen.bus}" if screen.mux is None else f"bus {screen.bus}, mux {screen.mux:#x}"
    address = f"{int(screen.address):#x}"
    where = address if screen.channel is None else f"channel {screen.channel}, {address}"
    return NameplateFace(name=screen.id, bus=bus, where=where, lit=lit)
