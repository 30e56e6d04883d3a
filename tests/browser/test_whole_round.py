"""A round of a hall's, as people play it: three tables with two phones each, an organiser's phone, a real broker, and
nothing but what stands on the pages."""

import csv
import io
import itertools
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.conftest import open_flag
from tests.browser.venue import open_phone
from tests.hall.broker import mosquitto
from tests.support import PATIENCE_S

PLAYERS = ("Ana", "Ben", "Cem", "Dora", "Eli", "Fay")
WON = {"table-1": "gold", "table-2": "red", "table-3": ""}
"""By seat; nobody in the last one."""
Open = Callable[..., Page]


class Trial:
    """`warglass hall try`: broker, tables and organiser, each a process."""

    def __init__(self, place: Path) -> None:
        mosquitto()
        command = ["-m", "companion", "hall", "try", "--tables", "3", "--port", "0", "--folder", str(place)]
        self._process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = [self._process.stdout.readline() for _ in range(4)]
        (address,) = re.findall(r"http://[^:]+:(\d+)/", "".join(said))
        self.url = f"http://127.0.0.1:{address}"
        (self.code,) = re.findall(r"Join code +(\S+)", "".join(said))
        lines = (place / "tables.txt").read_text().splitlines()
        self.tables = dict(line.split() for line in lines)

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE_S)


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    trial = Trial(tmp_path / "hall")
    yield trial
    trial.close()


@pytest.fixture
def phone(browser: Browser, errors: list[str]) -> Iterator[Open]:
    contexts: list[BrowserContext] = []

    def open(address: str, *, beside: Page | None = None, **options: Any) -> Page:
        """`beside`: in a tab of that one's browser."""
        # Sand that falls costs each page a tenth of a processor, and other tests watch it.
        context = beside.context if beside is not None else open_phone(browser, reduced_motion="reduce", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield open
    for context in contexts:
        context.close()


def tap(where: Page | Locator, name: str | re.Pattern[str]) -> None:
    exact = isinstance(name, str)
    found = where.get_by_role("button", name=name, exact=exact).or_(where.get_by_role("link", name=name, exact=exact))
    found.first.tap()


def strip(page: Page) -> Locator:
    return page.locator("#hall")


def sheet(page: Page) -> Locator:
    return page.locator("dialog[open] .sheet")


def sit(phone: Open, address: str, seat: str, name: str, *, beside: Page | None = None) -> Page:
    page = phone(address, beside=beside)
    page.get_by_label("Your name").fill(name)
    page.locator(f"button[value={seat}]").tap()
    expect(strip(page)).to_be_visible()
    return page


def open_title(page: Page) -> Locator:
    page.locator(".title").tap()
    expect(sheet(page)).to_be_visible()
    return sheet(page)


def play_wartime(gold: Page, red: Page) -> None:
    tap(gold, re.compile("^Ready"))
    tap(red, re.compile("^Begin"))
    for page, side, timer in ((gold, "Valyance", "60"), (red, "Firebrand", "90")):
        page.get_by_role("button", name=re.compile(f"^{side}.*{timer}.*free")).first.tap()
        expect(page.locator(".tile.running")).not_to_have_count(0)


def play_battleline(gold: Page, red: Page) -> None:
    tap(open_title(gold), re.compile("^Battle Line"))
    for page, flag, card in ((gold, 4, "Red 10"), (red, 1, "Blue 1"), (gold, 4, "Red 9"), (red, 2, "Blue 2")):
        open_flag(page, flag)
        expect(page.get_by_role("button", name=card, exact=True)).to_be_enabled()
        tap(page, card)
        expect(page.get_by_role("link", name=f"{card}: change")).to_be_visible()


def play_warzone(gold: Page, red: Page) -> None:
    tap(open_title(gold), re.compile("^Warzone Eternal"))
    for page, side in ((gold, "gold"), (red, "red")):
        count = page.locator(f"#count-{side}")
        count.fill("3")
        tap(page.locator("form").filter(has=count), "Set")
        expect(page.get_by_text("3 against" if side == "gold" else "3 against 3")).to_be_visible()
    red.get_by_text("Deployment Areas").tap()
    tap(red, "Red takes Side A")
    tap(red, re.compile("^Begin"))
    expect(gold.locator("body")).to_contain_text("Turn 1")


PLAYED = {"table-1": play_wartime, "table-2": play_battleline, "table-3": play_warzone}


def end(page: Page, seat: str) -> None:
    found = open_title(page)
    found.get_by_role("link", name="End this game").tap()
    found.locator(f"form[action='/table/end'] button[value='{seat}']").tap()


def test_three_tables_and_an_organiser_play_a_round_to_its_results(phone: Open, trial: Trial) -> None:
    organiser = phone(f"{trial.url}/join")
    organiser.get_by_label("Code").fill(trial.code)
    organiser.get_by_label("Your name").fill("Dana")
    tap(organiser, "Join")
    for table in trial.tables:
        expect(organiser.locator(f"[data-table={table}] .why")).not_to_contain_text("has not been here yet")

    tap(organiser, "Event")
    tap(organiser, "Import the players")
    organiser.get_by_label("The first line names the columns").fill("\n".join(["name", *PLAYERS]))
    tap(organiser, "Import")
    expect(organiser.get_by_role("heading", name="6 play")).to_be_visible()
    tap(organiser.locator("main"), "Round")
    organiser.get_by_label("Round 1: its minutes").fill("50")
    tap(organiser, "Pair round 1")
    expect(organiser.locator(".matches li")).to_have_count(3)
    paired = dict(zip(trial.tables, organiser.locator(".matches li > span").all_inner_texts(), strict=True))

    phones: dict[str, list[Page]] = {}
    for table, text in paired.items():
        names = text.split(" – ")
        phones[table] = [
            sit(phone, trial.tables[table], seat, name) for seat, name in zip(("gold", "red"), names, strict=True)
        ]
        for page in phones[table]:
            expect(strip(page)).to_contain_text("Round 1, stands50:00")
            strip(page).get_by_role("link", name="Round 1").tap()
            expect(sheet(page)).to_contain_text(f"At this table: {' and '.join(names)}.")
            tap(page, "Close")

    tap(organiser, "Start the clock")
    expect(organiser.get_by_role("button", name="Start the clock")).to_be_hidden()
    tap(organiser, re.compile("Round 1$"))
    expect(organiser.get_by_text("Running at every table.")).to_be_visible()
    tap(organiser, "5 minutes more")
    for page in itertools.chain(*phones.values()):
        expect(strip(page)).to_contain_text(re.compile("Round 1 *54:"))
    for table, pages in phones.items():
        PLAYED[table](*pages)

    # A judge is called, comes, and has an answer for the whole hall.
    gold, red = phones["table-2"]
    tap(strip(gold), "Judge!")
    sheet(gold).get_by_label("What it is about").fill("May I claim before I lay?")
    tap(sheet(gold), "Judge!")
    alarm = organiser.get_by_role("link", name=re.compile("^Judge! Table 2"))
    expect(alarm).to_be_visible()
    alarm.tap()
    call = organiser.locator(".call")
    expect(call).to_contain_text("May I claim before I lay?")
    expect(call.locator(".presses")).to_contain_text("Red 9")
    tap(organiser, "On my way")
    for page in (gold, red):
        expect(strip(page)).to_contain_text("Dana is on the way")
    organiser.get_by_label("Your answer").fill("Not before you have laid a card.")
    organiser.get_by_text("Make it a house ruling of the event").tap()
    organiser.get_by_label("The question, as every table").fill("May I claim before I lay?")
    tap(organiser, "Answered")
    for page in (gold, red):
        expect(strip(page)).to_contain_text("Dana answered: Not before you have laid a card.")

    tap(organiser, re.compile("Round 1$"))
    organiser.get_by_label("What every table reads").fill("Lunch at one.")
    tap(organiser, "Announce")
    for page in itertools.chain(*phones.values()):
        expect(strip(page)).to_contain_text("Lunch at one.")
    expect(organiser.locator(".said")).to_contain_text("3 of 3 tables")
    for pages in phones.values():
        tap(strip(pages[1]), "Seen")

    for table, (gold, red) in phones.items():
        end(gold, WON[table])
        for page, before in ((gold, re.compile(".+ and .+ have to confirm")), (red, re.compile(".+ has to confirm"))):
            expect(strip(page)).to_contain_text(before)
            tap(strip(page), "Confirm")
        for page in (gold, red):
            expect(strip(page)).to_contain_text("Sent to the hall.")

    tap(organiser, "Event")
    expect(organiser.get_by_text("All results are in.")).to_be_visible()
    with organiser.expect_download() as coming:
        organiser.get_by_role("link", name="Results as CSV").tap()
    rows = csv.DictReader(io.StringIO(coming.value.path().read_text("utf-8-sig")))
    told = {row["table"]: (row["player 1"], row["player 2"], row["winner"]) for row in rows}
    seats = {table: dict(zip(("gold", "red"), text.split(" – "), strict=True)) for table, text in paired.items()}
    assert told == {table: (own["gold"], own["red"], own.get(WON[table], "draw")) for table, own in seats.items()}, (
        "who won is who sat there"
    )
    tap(organiser, "Standings")
    points = dict.fromkeys(PLAYERS, 0)
    for table, own in seats.items():
        points |= {name: 3 if seat == WON[table] else 0 if WON[table] else 1 for seat, name in own.items()}
    lines = organiser.locator("main tbody tr")
    expect(lines.first).to_be_visible()
    cells = [line.locator("td").all_inner_texts()[1:3] for line in lines.all()]
    ranked = [(name.split()[0], int(gained.split()[0])) for name, gained in cells]
    assert dict(ranked) == points
    assert [gained for _, gained in ranked] == [3, 3, 1, 1, 0, 0]
    wall = phone(f"{trial.url}/wall", viewport={"width": 1920, "height": 1080})
    for said in ("Round 1", "Lunch at one.", *PLAYERS):
        expect(wall.locator("body")).to_contain_text(said)

    for pages in phones.values():
        tap(pages[0], "Rulings")
        expect(pages[0].get_by_role("link", name="May I claim before I lay?")).to_be_visible()
    log = phones["table-2"][1]
    tap(log, "Log")
    for said in (
        f"{seats['table-2']['gold']} called a judge: May I claim before I lay?",
        "Dana is on the way",
        "Dana answered: Not before you have laid a card.",
        "Lunch at one.",
    ):
        expect(log.locator("ol.log")).to_contain_text(said)

    # One browser sits at all of them, and is the organiser's too.
    tabs = [organiser, *(sit(phone, each, "both", "Dana", beside=organiser) for each in trial.tables.values())]
    for page in tabs:
        page.bring_to_front()
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-joined", "yes")
