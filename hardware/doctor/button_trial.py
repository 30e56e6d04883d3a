"""`warglass doctor --buttons`: every button is pressed once, seen, and its bounces counted."""

from collections.abc import Callable, Sequence

from gpiozero import Factory

from companion.clock import MS
from companion.panel.config import ControlConfig
from hardware.buttons.button import Buttons
from hardware.doctor.bounces import BounceCounter, Press
from hardware.doctor.cannot_try import CannotTry
from hardware.doctor.machine import Machine
from hardware.doctor.spare_pins import SparePins

LOOK_S = 0.01
"""How often the queue of edges is emptied; they are stamped when they happen."""


class ButtonTrial:
    """Opens the pins as the table does, and tells what comes in. Raises CannotTry."""

    def __init__(
        self, *, machine: Machine, controls: Sequence[ControlConfig], spare: Sequence[int], say: Callable[[str], None]
    ) -> None:
        """`spare` are the pins on which no button should be. `say` is given text as it is to appear, line ends
        included."""
        self._machine = machine
        self._say = say
        self._controls = {control.id: control for control in controls}
        self._contacts = {control.id: BounceCounter() for control in controls}
        self._seen: set[str] = set()
        self._open_line = ""
        self._pins = _pins(machine)
        try:
            self._buttons = Buttons(controls=controls, pins=self._pins, clock=machine.clock)
        except Exception as error:
            self._pins.close()
            raise CannotTry(f"A pin cannot be opened: {error}. `warglass doctor` tells who has it.") from error
        self._spare = SparePins(gpios=spare, pins=self._pins)

    def run(self) -> bool:
        """Listens until each button has been pressed, or the user stops; whether all were."""
        self._say("Press each button once, in any order. Stop with Ctrl-C.\n")
        for control in self._controls.values():
            if self._buttons.pressed(control.id):
                self._say(
                    f"  {_name(control)}: already pressed. It is shorted to ground, or wired to the wrong pair of the "
                    "switch's legs.\n"
                )
        try:
            while len(self._seen) < len(self._controls):
                self._look()
                self._machine.wait(LOOK_S)
        except KeyboardInterrupt:
            self._say("\n")
        finally:
            self._spare.close()
            self._buttons.close()
            self._pins.close()
        return self._sum()

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
            if contact.down and not before[control]:
                self._went_down(control)
            while contact.presses:
                self._was_pressed(control, contact.presses.pop(0))

    def _went_down(self, control: str) -> None:
        self._end_line()
        self._say(f"  {_name(self._controls[control])}: pressed")
        self._open_line = control

    def _was_pressed(self, control: str, press: Press) -> None:
        if self._open_line != control:
            self._went_down(control)
        bounces = f"{press.bounces} bounce{'' if press.bounces == 1 else 's'}"
        self._say(f", {bounces}, {round(press.held_ns / MS)} ms\n")
        self._open_line = ""
        self._seen.add(control)

    def _end_line(self) -> None:
        if self._open_line:
            self._say("\n")
            self._open_line = ""

    def _sum(self) -> bool:
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


def _name(control: ControlConfig) -> str:
    return f"{control.id} (GPIO {control.gpio})"
