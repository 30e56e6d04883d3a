"""Stand-ins for the pages' neighbours."""

from collections.abc import Mapping
from threading import Condition

import msgspec

from companion.config import shipped_panel
from companion.hall.port import CardTold
from companion.panel.config import ControlConfig, PanelConfig
from companion.panel.port import ControlView, DrawnScreen, PanelView, ScreenView
from companion.table.errors import NotHere, NotYours, Refused
from companion.table.events import JudgeCalled, ResultAgreed, Source
from companion.table.table import Table
from companion.table.view import Announcement, AtHall, CallState, JudgeCall, ResultHere, TableView
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import BOX
from tests.support import PATIENCE_S

NAMES: Mapping[str | None, str] = {spec.id: spec.name for spec in BOX}
FULL = shipped_panel("full")


def _label(control: ControlConfig) -> str:
    return NAMES.get(control.timer, "Pause") if control.hand is None else f"{ARMIES[control.hand]}'s hand"


class FakePanel:
    """A panel of the shipped shape whose screens show what a test puts there and whose presses are written down."""

    def __init__(self, config: PanelConfig | None = None, *, simulated: bool = True) -> None:
        self.config = config or FULL
        self.simulated = simulated
        self.offline: set[str] = set()
        self.broken: dict[str, str] = {}
        self.inviting: set[str] = set()
        self.asked_of: list[TableView] = []
        self.muted: bool | None = False
        self.calls: list[tuple[str, str, int | None]] = []
        self._called = Condition()
        self.shown = {screen.id: bytes(screen.width * screen.height // 8) for screen in self.config.screens}

    def describe(self) -> PanelView:
        return PanelView(
            name=self.config.name,
            simulated=self.simulated,
            screens=tuple(
                ScreenView(id=s.id, width=s.width, height=s.height, shows=s.shows, online=s.id not in self.offline)
                for s in self.config.screens
            ),
            controls=tuple(
                ControlView(
                    id=c.id,
                    label=_label(c),
                    timer=c.timer,
                    gpio=c.gpio,
                    hand=c.hand,
                    trouble=self.broken.get(c.id),
                )
                for c in self.config.controls
            ),
            muted=self.muted,
        )

    def ram(self, screen: str) -> bytes:
        try:
            return self.shown[screen]
        except KeyError:
            raise NotHere("screen", screen) from None

    def faces(self, view: TableView) -> tuple[DrawnScreen, ...]:
        self.asked_of.append(view)
        return tuple(
            DrawnScreen(id=s.id, width=s.width, height=s.height, ram=self.shown[s.id]) for s in self.config.screens
        )

    def shows_code(self, screen: str) -> bool:
        return screen in self.inviting

    def press(self, control: str, *, ms: int) -> None:
        self._did("press", control, ms)

    def push(self, control: str) -> None:
        self._did("push", control, None)

    def let_go(self, control: str) -> None:
        self._did("let-go", control, None)

    def asked(self, count: int) -> list[tuple[str, str, int | None]]:
        """Its calls, once there are so many."""
        with self._called:
            assert self._called.wait_for(lambda: len(self.calls) >= count, PATIENCE_S), self.calls
            return list(self.calls)

    def mute(self, *, muted: bool) -> None:
        if self.muted is None:
            raise Refused("This panel has no buzzer.")
        self.muted = muted

    def _did(self, what: str, control: str, ms: int | None) -> None:
        if not self.simulated:
            raise Refused("This panel is real: press its button.")
        if control not in {c.id for c in self.config.controls}:
            raise NotHere("button", control)
        with self._called:
            self.calls.append((what, control, ms))
            self._called.notify_all()


class FakeHall:
    """A hall that hears the table and does at once what it is asked; a test is its organiser. Without `stand`, the
    table stands in none."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._calls = 0

    def stand(self, **shown: object) -> None:
        """The table stands in it, and it is as is given, all else as before; a result without names is of whoever
        plays now."""
        result = shown.get("result")
        if isinstance(result, ResultHere) and not result.names:
            shown["result"] = msgspec.structs.replace(result, names=self._table.view().names)
        before = self._table.hall or AtHall(hall="Club night", table="Table 7", online=True)
        self._table.stands_in(msgspec.structs.replace(before, **shown))

    def close(self) -> None:
        self._table.stands_in(None)

    def announce(self, text: str, *, id: str = "a1") -> None:
        self.stand(said=Announcement(id=id, text=text, ms=self._ms))

    def comes(self, who: str) -> None:
        self._called(CallState.COMING, who=who)

    def answers(self, who: str, text: str) -> None:
        self._called(CallState.ANSWERED, who=who, text=text)

    def call_judge(self, *, source: Source, words: str = "", at: int | None = None) -> None:
        before = self._at.call
        if before is not None and before.state is not CallState.ANSWERED:
            raise Refused("A judge was called already.")
        self._calls += 1
        self._table.note(JudgeCalled(call=self._calls, words=words), source=source)
        self.stand(call=JudgeCall(id=self._calls, ms=self._ms, state=CallState.CALLED))

    def take_back(self, *, source: Source) -> None:
        if self._at.call is None:
            raise Refused("No judge was called.")
        self.stand(call=None)

    def seen(self, announcement: str, *, source: Source) -> None:
        if self._at.said is None or self._at.said.id != announcement:
            raise Refused("The hall says something else by now.")
        self.stand(said=None)

    def take_place(self, *, source: Source) -> None:
        if not self._at.aside:
            raise Refused("No other box has taken this table’s place.")
        self.stand(aside=msgspec.UNSET, online=True, trouble="")

    def sit(self, seat: str, player: str, *, source: Source) -> None:
        result = self._at.result
        assert result is not None
        assert self._at.round is not None
        other = next(each for each in self._at.round.players if each != player)
        players = {each: player if each == seat else other for each in result.names}
        self.stand(result=msgspec.structs.replace(result, players=players, agreed=(), sent=False))

    def agree(self, seat: str, *, agreed: bool, source: Source) -> None:
        result = self._at.result
        if result is None:
            raise Refused("There is nothing to confirm.")
        if not source.keeps_secrets_of(seat):
            raise NotYours(seat, "to confirm")
        have = {*result.agreed} | {seat} if agreed else {*result.agreed} - {seat}
        self._table.note(ResultAgreed(seat=seat, result=result.title, agreed=agreed), source=source)
        sent = have == {*self._table.view().names}
        self.stand(result=msgspec.structs.replace(result, agreed=tuple(sorted(have)), sent=sent), arrived=sent)

    def _called(self, state: CallState, **more: str) -> None:
        call = self._at.call
        assert call is not None
        self.stand(call=msgspec.structs.replace(call, state=state, **more))

    @property
    def _at(self) -> AtHall:
        at = self._table.hall
        assert at is not None
        return at

    @property
    def _ms(self) -> int:
        return self._table.view().server_ms


class FakeCards:
    """Knows one card, and writes down what comes of it."""

    TEXT = "WARGLASS-CARD"
    CARD = CardTold(
        hall="Club night",
        table="t07",
        called="Table 7",
        host="hall.local",
        port=8883,
        fingerprint="5f:0c:9e:71:aa:42:0b:d3:5f:0c:9e:71:aa:42:0b:d3:5f:0c:9e:71:aa:42:0b:d3:5f:0c:9e:71:aa:42:0b:d3",
    )

    def __init__(self) -> None:
        self.held: CardTold | None = None
        self.stuck = ""

    def inspect_card(self, text: str) -> CardTold:
        if text != self.TEXT:
            raise Refused("This card is cut off. Copy all of it.")
        return self.CARD

    def take(self, text: str) -> None:
        self.held = self.inspect_card(text)

    def leave(self) -> None:
        if self.held is None and not self.stuck:
            raise Refused("This table has no card.")
        self.held, self.stuck = None, ""
