"""Runs the panel as a whole: its screens, buttons, buzzer and lamp, started and stopped together."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from companion.clock import MS, Clock
from companion.hall.port import HallPort
from companion.panel.check import quiet_hours
from companion.panel.config import ControlConfig, PanelConfig, SoundConfig
from companion.panel.port import ControlView, DrawnScreen, PanelView, ScreenView
from companion.people import Invite
from companion.system.watchdog import Vital
from companion.table.errors import NotHere, Refused
from companion.table.table import Table
from companion.table.view import TableView
from hardware.backend import Backend
from hardware.claims import WiredParts
from hardware.games.controls import Controls, JudgeButton
from hardware.games.registry import face_for
from hardware.input import InputThread
from hardware.screens.invitation import HallNews, Invitation, RoundClockNotice, inviting_screen
from hardware.screens.screen import Screen
from hardware.screens.stalls import Stalls
from hardware.screens.writer import BusWriter
from hardware.signals import Signals
from hardware.sound import Sounder

HUNG_NS = 1500 * MS
"""A stop waits this long for screens to go dark, on all buses together."""


class Panel:
    """Drives all that is wired up, as a PanelPort: a real panel cannot be pressed from a page."""

    simulated = False

    def __init__(
        self,
        *,
        config: PanelConfig,
        backend: Backend,
        table: Table,
        clock: Clock,
        invite: Callable[[], Invite | None],
        judge: str | None = None,
        hall: Callable[[], HallPort | None] = lambda: None,
    ) -> None:
        """Takes the pins that are free; before `start`, no thread runs and no screen gets anything.

        `invite` says how phones get here as of now, once the panel runs; None before there are pages. `judge` is the
        button that calls a judge when held, while `hall` gives a hall to call in.
        """
        self._config = config
        self._clock = clock
        self._backend = backend
        self._stalls = Stalls(screens=config.screens, clock=clock, say=table.fault)
        self._parts = WiredParts(config=config, source=backend, clock=clock, say=table.fault)
        self._screens = {
            each.id: Screen(config=each, link=self._stalls.watched(each, backend.link(each)), clock=clock)
            for each in config.screens
        }
        self._invitation = Invitation(
            screen=inviting_screen(config.screens), invite=invite, look_again=table.look_again, opened_at=clock.now()
        )
        news = HallNews(screens=config.screens, look_again=table.look_again)
        # News of the hall comes and goes; the join screen goes before a clock that stays.
        notices = (news, self._invitation, RoundClockNotice(screens=config.screens))
        self._writers = [
            BusWriter(
                screens=screens,
                table=table,
                clock=clock,
                rest=config.rest,
                notices=notices,
                hangs=partial(self._stalls.hangs, bus),
                mark=self._parts.mark,
            )
            for bus, screens in self._by_wires().items()
        ]
        self._sounder = Sounder(self._parts.voice, quiet=_quiet(config.sound, clock))
        self._signals = Signals(
            table=table, sounder=self._sounder, light=self._parts.light, warning_ms=1000 * config.sound.warning
        )
        self._controls = Controls(
            table=table,
            controls=config.controls,
            guard_ns=config.guard_ms * MS,
            buzzer=self._sounder,
            invitation=self._invitation,
            judge=JudgeButton(control=judge, hall=hall, news=news),
        )
        self._input = InputThread(
            buttons=self._parts.buttons,
            controls=self._controls,
            ids=[control.id for control in config.controls],
            table=table,
            clock=clock,
            lockout_ns=config.lockout_ms * MS,
        )

    def start(self) -> None:
        for thread in self._threads():
            thread.start()

    def stop(self) -> None:
        """Stops everything, screens dark, once the table has stopped. Takes a second or two where a bus hangs."""
        self._input.stop()
        until = self._clock.now() + HUNG_NS
        for writer in self._writers:
            writer.join(until=until)
        self._stalls.stop()
        self._signals.join()
        self._sounder.stop()
        self._parts.stop()
        self._backend.close()

    @property
    def status(self) -> str:
        """Returns how many screens answer and how many buttons work, for the service's status line."""
        online = sum(self._online(screen) for screen in self._screens.values())
        hanging = [f"{bus} hangs" for bus in self._by_wires() if self._stalls.hangs(bus)]
        parts = (f"{online} of {len(self._screens)} screens", self._parts.status, *hanging)
        return ", ".join(part for part in parts if part)

    def vitals(self) -> Iterator[Vital]:
        """Yields the threads without which the panel is dead, for the watchdog. Any thread may call."""
        yield self._input.vital
        for writer in self._writers:
            yield writer.vital

    def describe(self) -> PanelView:
        return PanelView(
            name=self._config.name,
            simulated=self.simulated,
            screens=tuple(
                ScreenView(
                    id=screen.config.id,
                    width=screen.config.width,
                    height=screen.config.height,
                    shows=screen.config.shows,
                    online=self._online(screen),
                )
                for screen in self._screens.values()
            ),
            controls=tuple(
                ControlView(
                    id=each.id,
                    label=self._controls.caption(each.id),
                    timer=each.timer,
                    gpio=each.gpio,
                    hand=each.hand,
                    trouble=self._parts.trouble(each.id),
                )
                for each in self._config.controls
            ),
            muted=None if self._parts.voice is None else self._sounder.muted,
            troubles=(*self._parts.troubles, *self._stalls.troubles),
        )

    def ram(self, screen: str) -> bytes:
        return self.screen(screen).ram

    def shows_code(self, screen: str) -> bool:
        return self.screen(screen).shows_code

    def faces(self, view: TableView) -> tuple[DrawnScreen, ...]:
        return tuple(
            DrawnScreen(
                id=screen.config.id,
                width=screen.config.width,
                height=screen.config.height,
                ram=screen.ram_of(face_for(screen.config.shows, view, view.server_ms)),
            )
            for screen in self._screens.values()
        )

    def screen(self, screen: str) -> Screen:
        """Returns that screen. Raises NotHere."""
        try:
            return self._screens[screen]
        except KeyError:
            raise NotHere("screen", screen) from None

    def control(self, control: str) -> ControlConfig:
        """Returns that control. Raises NotHere."""
        for each in self._config.controls:
            if each.id == control:
                return each
        raise NotHere("control", control)

    def press(self, control: str, *, ms: int) -> None:  # noqa: ARG002
        self.push(control)

    def push(self, control: str) -> None:
        self.control(control)
        raise Refused("This panel is real: press its own buttons.")

    def let_go(self, control: str) -> None:
        self.push(control)

    def mute(self, *, muted: bool) -> None:
        if self._parts.voice is None:
            raise Refused("This panel has no buzzer.")
        self._sounder.muted = muted

    def _online(self, screen: Screen) -> bool:
        """Returns True where it answered last time, on a bus that does not hang."""
        return screen.online and not self._stalls.hangs(screen.config.wires)

    def _by_wires(self) -> dict[str, list[Screen]]:
        """Returns the screens of each physical bus: those behind a multiplexer share the wires before it."""
        wires: dict[str, list[Screen]] = defaultdict(list)
        for screen in self._screens.values():
            wires[screen.config.wires].append(screen)
        return wires

    def _threads(self) -> Iterator[BusWriter | Sounder | Signals | InputThread | WiredParts | Stalls]:
        yield self._stalls
        yield from self._writers
        yield self._parts
        yield self._sounder
        yield self._signals
        yield self._input


def _quiet(sound: SoundConfig, clock: Clock) -> Callable[[], bool]:
    """Returns a function that says whether these are quiet hours."""
    hours = None if sound.quiet is None else quiet_hours(sound.quiet)
    return lambda: hours is not None and hours.cover(clock.wall())
