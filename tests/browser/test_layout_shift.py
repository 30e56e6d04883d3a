"""What happens at the table moves nothing on a phone that looks on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.shifts import PACES, hear, slowed, unsteady, watch
from tests.browser.venue import Stage, open_phone
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS, change
from web.http.access import COOKIE
from web.http.phones import PhoneSeat

TABLE, WARZONE, BATTLE = "/api/table", "/api/warzone/match", "/api/battleline/match"
Step = Callable[[Phone, Stage], object]


def does(path: str, **body: object) -> Step:
    return lambda phone, _: change(phone, path, **body)


def waits(seconds: float) -> Step:
    return lambda _, stage: stage.wait(seconds)


PLAYED: dict[str, tuple[str, str, dict[str, Step]]] = {
    "wartime": (
        "running",
        "/",
        {
            "flip": does("/api/timers/red-60a/flip"),
            "flip and name": does("/api/timers/gold-90/flip", unit="Archer"),
            "last five seconds": waits(26),
            "run out": waits(5),
            "pause": does(f"{TABLE}/pause"),
            "undo": does(f"{TABLE}/undo"),
            "pause again": does(f"{TABLE}/pause"),
            "resume": does(f"{TABLE}/resume"),
            "eliminate": does("/api/units/Archer/eliminate", side="gold"),
        },
    ),
    "warzone": (
        "nobody acts",
        "/",
        {
            "activate": does(f"{WARZONE}/sides/red/activate", units=["1"]),
            "wound": does(f"{WARZONE}/sides/gold/units/2/wound", count=1, by="1"),
            "mark": does(f"{WARZONE}/sides/gold/units/2/mark", counter="pinned"),
            "remove": does(f"{WARZONE}/sides/red/units/2/remove", by="1"),
            "cloud": does(f"{WARZONE}/clouds", name="Smoke"),
            "done": does(f"{WARZONE}/sides/red/done"),
            "undo": does(f"{TABLE}/undo"),
        },
    ),
    "battleline": (
        "without Tactics",
        "/?flag=5",
        {
            "lay": does(f"{BATTLE}/flags/5/lay", side="red", card="B7"),
            "lay a third": does(f"{BATTLE}/flags/5/lay", side="gold", card="R8"),
            "lay elsewhere": does(f"{BATTLE}/flags/4/lay", side="red", card="G3"),
            "claim": does(f"{BATTLE}/flags/5/claim", side="gold"),
            "undo": does(f"{TABLE}/undo"),
        },
    ),
    "wartime's start and end": (
        "units named",
        "/",
        {
            "begin": does(f"{TABLE}/begin"),
            "pause": does(f"{TABLE}/pause"),
            "end": does(f"{TABLE}/end", winner="gold"),
        },
    ),
    "warzone's end": ("nobody acts", "/", {"end": does(f"{TABLE}/end", winner="red")}),
    "battleline's start and end": (
        "nothing laid",
        "/",
        {
            "lay": does(f"{BATTLE}/flags/5/lay", side="gold", card="B7"),
            "end": does(f"{TABLE}/end", winner="red"),
            "again": does(f"{TABLE}/again"),
        },
    ),
}
"""The moment from which a game is played, its page, and what changes that."""


@pytest.mark.parametrize("slower", PACES)
@pytest.mark.parametrize("played", PLAYED)
def test_what_happens_at_the_table_moves_nothing(
    browser: Browser, stage: Stage, errors: list[str], played: str, slower: int
) -> None:
    moment, path, steps = PLAYED[played]
    phone = stage.phone()
    MOMENTS[played.partition("'")[0]][moment](phone)
    context = open_phone(browser, base_url=stage.url)
    watch(context)
    context.add_cookies([{"name": COOKIE, "value": stage.joined(PhoneSeat.GOLD), "url": stage.url}])
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    with slowed(page, slower):
        page.goto(path)
        found: list[str] = []
        for name, step in steps.items():
            hear(page, lambda step=step: step(phone, stage))
            found += unsteady(page, f"by {name}")
    context.close()
    assert found == []
