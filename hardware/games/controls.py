"""Turns gestures on buttons into acts, and has one button call the hall's judges when it is held."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from companion.clock import MS
from companion.hall.port import HallPort
from companion.panel.config import GUARD_MS, ControlConfig
from companion.table.commands import Command
from companion.table.errors import NotHere, Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import MatchExchange
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.table.table import Table
from hardware.buttons import HOLD_NS, Gesture, GestureKind
from hardware.games.panel_game import NOT_HERE, GameControls
from hardware.games.registry import PANEL_GAMES

CAPTION = "Judge!, held"


class TellsPlayers(Protocol):
    """Makes room at a press, and says what was refused."""

    def touch(self, at: int) -> None: ...

    def refused(self, text: str, at: int) -> None: ...


class JudgeButton:
    """Calls a judge. Used by the input thread alone, `calls` aside."""

    def __init__(self, *, control: str | None, hall: Callable[[], HallPort | None], news: TellsPlayers) -> None:
        """`control` is the button's id, None for no button.

        `hall` gives None while the table stands in none: then its hold means what it means on any table.
        """
        self._control = control
        self._hall = hall
        self._news = news

    def calls(self, control: str) -> bool:
        """Returns True where that button, held, calls a judge now. Any thread may ask."""
        return control == self._control and self._hall() is not None

    def touch(self, at: int) -> None:
        """Notes that a button was pressed."""
        self._news.touch(at)

    def call(self, gesture: Gesture) -> bool:
        """Calls a judge as of the instant at which the button went down, if that is what the gesture means.

        Raises Refused, which a screen shows too: a second hold does not take a call back.
        """
        hall = self._hall() if gesture.kind is GestureKind.HOLD and gesture.control == self._control else None
        if hall is None:
            return False
        try:
            hall.call_judge(source=_source(gesture), at=gesture.at - HOLD_NS)
        except Refused as refused:
            self._news.refused(str(refused), gesture.at)
            raise
        return True


# What the buttons ask of the table, in any game.


class Buzzer(Protocol):
    """Makes the sound of a refusal."""

    def refused(self) -> None: ...


_AGAIN = "The button closed again after {} ms, and what it does had just changed."


class Inviting(Protocol):
    """Shows phones the way to the table."""

    def ask(self, at: int) -> None: ...

    def touch(self, at: int) -> None: ...


class PanelAct(NamedTuple):
    """Records what a press brought about at the instant `at`, and what the button meant when it went down."""

    at: int
    meaning: object


class Guard:
    """Holds back the press that a worn switch adds to another.

    A button whose meaning its own act has changed takes no press for a while. It takes neither a tap nor a hold that
    begins with such a press. A button that still means the same takes them.
    """

    def __init__(self, ns: int) -> None:
        """`ns` is for how long; 0 for not at all."""
        self._ns = ns
        self._meant: dict[str, object] = {}
        self._acts: dict[str, PanelAct] = {}
        self._held_back: set[str] = set()

    def pressed(self, control: str, at: int, meaning: object) -> int | None:
        """Takes a button that went down and means that now.

        Returns how long after its act that was, if the press is held back, else None.
        """
        act = self._acts.get(control)
        if act is not None and 0 <= at - act.at < self._ns and meaning != act.meaning:
            self._held_back.add(control)
            return at - act.at
        self._held_back.discard(control)
        self._meant[control] = meaning
        return None

    def holds_back(self, control: str) -> bool:
        """Returns True where its press is held back, and with it all that follows from that."""
        return control in self._held_back

    def acted(self, controls: Iterable[str], at: int) -> None:
        """Notes that the table has done what these buttons asked."""
        for control in controls:
            self._acts[control] = PanelAct(at, self._meant.get(control))


class Controls:
    """Hands each gesture to the game being played. Used by the input thread alone, captions aside.

    In any game, the pause button, held, shows the join code, and the button that is chosen for it calls a judge. A hand
    acts as it goes down, and is no part of a handshake.
    """

    def __init__(
        self,
        *,
        table: Table,
        controls: Iterable[ControlConfig],
        guard_ns: int = GUARD_MS * MS,
        buzzer: Buzzer,
        invitation: Inviting,
        judge: JudgeButton,
    ) -> None:
        self._table = table
        self._buzzer = buzzer
        self._invitation = invitation
        self._judge = judge
        self._guard = Guard(guard_ns)
        self._asking: frozenset[str] = frozenset()
        """Holds the buttons behind the present request."""
        given = tuple(controls)
        self._pausing = {control.id for control in given if control.pauses}
        self._hands = {control.id: control.hand for control in given if control.hand is not None}
        self._timers = {control.id: control.timer for control in given if control.hand is None}
        self._games: dict[str, GameControls[Any]] = {}
        # What is being played is imported with the panel: neither its faces nor its first press wait for that.
        self._in_game(table.game)

    def caption(self, control: str) -> str:
        """Returns what the button is for in the game being played, and after its end. Any thread may ask."""
        if not self._judge.calls(control):
            return self._caption(control)
        if self._table.match.state.stage is Stage.OVER and control not in self._hands:
            return CAPTION
        own = self._caption(control)
        return CAPTION if own == NOT_HERE else f"{own}. {CAPTION}"

    def _caption(self, control: str) -> str:
        if control in self._hands:
            return self._hand(self._hands[control])
        if self._table.match.state.stage is Stage.OVER:
            return "Join code, held" if control in self._pausing else "Hold one each: again"
        return self._in_game(self._table.game).caption(control)

    def handle(self, gesture: Gesture, *, held: frozenset[str]) -> None:
        """Carries out a gesture; `held` are the controls that are being held."""
        if gesture.kind is GestureKind.PRESS:
            self._invitation.touch(gesture.at)
            self._judge.touch(gesture.at)
        elif gesture.kind is GestureKind.HOLD and gesture.control in self._pausing:
            self._invitation.ask(gesture.at)
            return
        elif self._calls_judge(gesture):
            return
        if gesture.control in self._hands:
            self._touch(gesture)
            return
        view = self._table.recent_view()
        game = self._in_game(view.game)
        if gesture.kind is GestureKind.PRESS:
            since = self._guard.pressed(gesture.control, gesture.at, (view.game, game.meaning(gesture.control, view)))
            if since is not None:
                self._table.pass_over(_AGAIN.format(since // MS), source=_source(gesture), at=gesture.at)
        if self._guard.holds_back(gesture.control):
            return
        shaking = frozenset(control for control in held - self._hands.keys() if not self._judge.calls(control))
        # A handshake is done by all that are held. A hold may be found only when its button is let go.
        self._asking = frozenset((gesture.control,)) | (shaking if gesture.kind is GestureKind.HOLD else frozenset())
        game.handle(gesture, view=view, held=shaking)

    def _calls_judge(self, gesture: Gesture) -> bool:
        try:
            return self._judge.call(gesture)
        except Refused:
            self._buzzer.refused()
            return True

    def _in_game(self, name: str) -> GameControls[Any]:
        """Returns the same ones each time: they may remember what was pressed."""
        made = self._games.get(name)
        return made or self._games.setdefault(name, PANEL_GAMES[name].controls(self._timers, self._ask))

    def _touch(self, gesture: Gesture) -> None:
        hand = PANEL_GAMES[self._table.game].hand
        if hand is not None and gesture.kind is GestureKind.PRESS:
            self._asking = frozenset()
            self._ask(hand(self._hands[gesture.control]), gesture)

    def _hand(self, side: Side) -> str:
        if PANEL_GAMES[self._table.game].hand is None:
            return NOT_HERE
        return f"{self._table.match.names[Seat(side.value)]}'s hand"

    def _ask(self, asked: Command | MatchExchange, gesture: Gesture) -> None:
        """Asks the table, as of the instant of the gesture; a refusal makes a sound."""
        try:
            if isinstance(asked, MatchExchange):
                self._table.exchange(asked, source=_source(gesture), at=gesture.at)
            else:
                self._table.act(asked, source=_source(gesture), at=gesture.at)
        except (Refused, NotHere):
            self._buzzer.refused()
        else:
            self._guard.acted(self._asking, gesture.at)


def _source(gesture: Gesture) -> Source:
    return Source(SourceKind.BUTTON, gesture.control)
