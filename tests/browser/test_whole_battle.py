"""Battles to their natural ends, by phones whose taps are counted and by the panel, and all who look on."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.battleline.cards import TROOPS, Edition
from companion.battleline.choices import BattleLineChoices, Players
from companion.battleline.match.state import called
from companion.table.opening import CHOICES, New
from companion.table.seats import Seat
from hardware.faces.flags import FlagsWonFace
from hardware.games.registry import face_for
from tests.browser.battles import battle, cards
from tests.browser.conftest import until
from tests.browser.dealt_battle import Dealt
from tests.browser.whole_table import WholeTable
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import state, view
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
SCROLLS = "window.scrolls = 0; addEventListener('scroll', () => (scrolls += 1), true);"
LATER = "5:G10 2:B4 5:G9 2:B5 5:G8 2:B6 6:P10 3:O1 6:P9 3:O2 6:P8 3:O3"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[WholeTable]:
    venue = WholeTable(tmp_path)
    yield venue
    venue.close()


class Thumb:
    """It swipes nowhere, so it taps only what is in sight as a whole; and it counts its taps."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._taps = 0
        page.add_init_script(SCROLLS)
        page.goto(address)

    def tap(self, kind: str, name: str | re.Pattern[str]) -> None:
        found = self.page.get_by_role(kind, name=name, exact=True).first  # type: ignore[arg-type]
        expect(found).to_be_in_viewport(ratio=1)
        found.tap()
        self._taps += 1

    def counted(self) -> int:
        """How many taps it took since it was last asked."""
        taps, self._taps = self._taps, 0
        return taps

    def sees(self, kind: str, name: str) -> tuple[int, int]:
        """How many taps it took since it last saw something, and swipes."""
        found = self.page.get_by_role(kind, name=name)  # type: ignore[arg-type]
        expect(found).to_be_in_viewport(ratio=1)
        taps = self.counted()
        swipes: int = self.page.evaluate("scrolls")
        return taps, swipes


def test_from_the_first_card_to_the_break_through(visit: Visit, venue: WholeTable) -> None:
    battle(venue)
    gold = Thumb(visit("about:blank", seat=PhoneSeat.GOLD), venue.url)
    red = Thumb(visit("about:blank", seat=PhoneSeat.RED), venue.url)
    screen = visit("/watch", joined=False, viewport={"width": 1280, "height": 720})

    for thumb, flag, card in ((gold, 4, "Red 10"), (red, 1, "Blue 1")):
        thumb.tap("link", f"Flag {flag}")
        expect(thumb.page.get_by_role("region", name=f"Flag {flag}")).to_be_visible()
        thumb.tap("button", card)
        assert thumb.sees("link", f"{card}: change") == (2, 0)
    for thumb, card in ((gold, "Red 9"), (red, "Blue 2"), (gold, "Red 8"), (red, "Blue 3")):
        expect(thumb.page.get_by_text("You are next.")).to_be_visible()
        thumb.tap("button", card)
        assert thumb.sees("link", f"{card}: change") == (1, 0), "the flag stays open"
    assert cards(venue, 4)["gold"] == ["R10", "R9", "R8"]

    for flag in (4, 5, 6):
        assert gold.sees("link", f"Flag {flag}, Team Gold can claim it") == (0, 0)
        gold.tap("button", f"Claim flag {flag}")
        if flag == 6:
            break
        assert gold.sees("link", f"Flag {flag}, Team Gold’s") == (1, 0)
        assert red.sees("region", f"The proof of flag {flag}") == (0, 0)
        red.tap("button", "Agree")
        assert red.sees("link", f"Flag {flag}, Team Gold’s") == (1, 0)
        if flag == 4:
            lay(venue, LATER)
            expect(gold.page.get_by_text("Orange 3 at flag 3", exact=True)).to_be_visible()

    for thumb, taps in ((gold, 1), (red, 0)):
        assert thumb.sees("heading", "Team Gold wins") == (taps, 0)
        assert thumb.sees("img", "Flags 4, 5 and 6") == (0, 0)
        expect(thumb.page.get_by_text("by a break-through at flags 4, 5 and 6")).to_be_in_viewport(ratio=1)
    expect(screen.locator(".word")).to_contain_text("Team Gold wins by a break-through at flags 4, 5 and 6")
    expect(screen.locator(".bridged")).to_have_count(2)
    for timer in ("gold-30", "red-90", "neutral-120"):
        face = face_for((timer,), venue.table.view(), 0)
        assert isinstance(face, FlagsWonFace)
        assert (face.flags, face.joined) == ((4, 5, 6), True)
    assert venue.lit("gold-30", "red-90", "neutral-120")


def lay(venue: WholeTable, text: str) -> None:
    """As both would in turn, gold first."""
    for index, each in enumerate(text.split()):
        flag, _, piece = each.partition(":")
        venue.do(c.Lay(side=(Seat.GOLD, Seat.RED)[index % 2], flag=int(flag), piece=piece))


class Evening:
    """Three phones and the panel at one battle. Each act is done by hand, and counted by its kind."""

    def __init__(self, visit: Visit, venue: WholeTable) -> None:
        self.venue = venue
        self.taps: Counter[str] = Counter()
        self.acts: Counter[str] = Counter()
        self.thumbs: dict[Seat, Thumb] = {}
        for seat in Seat:
            page = visit("about:blank", seat=PhoneSeat(seat.value), viewport={"width": 360, "height": 640})
            self.thumbs[seat] = Thumb(page, venue.url)

    def do(self, act: c.Command) -> None:
        assert isinstance(act, c.SideAct)
        thumb, side = self.thumbs[act.side], view(self.venue).sides[act.side.value]
        if isinstance(act, c.Claim) and act.flag == side.shown and act.side is not Seat.AZURE:
            self._done("Panel", lambda: self.venue.press(f"{act.side.value}-30"))
        else:
            self._done(type(act).__name__, lambda: by_thumb(thumb, act), thumb)
        if isinstance(act, c.Claim) and act.flag and not view(self.venue).winner:
            across = self.thumbs[state(self.venue).layout.across(act.flag, act.side)]
            self._done("Agree", lambda: across.tap("button", "Agree"), across)

    def _done(self, kind: str, act: Callable[[], None], thumb: Thumb | None = None) -> None:
        """Until everyone sees it."""
        version = self.venue.table.version
        act()
        assert self.venue.table.wait(version, 10) is not None, kind
        self.acts[kind] += 1
        self.taps[kind] += thumb.counted() if thumb else 1
        self.seen()

    def seen(self) -> None:
        """Waits until each phone shows the table as it is."""
        shown = view(self.venue)
        drawn = f"{shown.version} {shown.last[-1].seq if shown.last else ''}"
        for thumb in self.thumbs.values():
            until(thumb.page, f"document.querySelector('#battle:not([inert])')?.dataset.version === '{drawn}'")


def by_thumb(thumb: Thumb, act: c.SideAct) -> None:
    """What a player taps for it on a phone of his own."""
    match act:
        case c.Claim(flag=flag):
            if thumb.page.get_by_role("button", name=f"Claim flag {flag}", exact=True).count() == 0:
                opened(thumb, flag)
            thumb.tap("button", f"Claim flag {flag}")
        case c.Pass() if thumb.page.locator(".claims .main", has_text="Pass").count():
            thumb.tap("button", "Pass")
        case c.Pass():
            thumb.tap("link", "Tactics")
            thumb.tap("button", "Pass")
        case c.Lay(flag=flag, piece=piece):
            opened(thumb, flag)
            if piece not in TROOPS:
                thumb.tap("link", "Tactics")
            thumb.tap("button", called(piece, Edition.FIRST))
        case c.Scout():
            thumb.tap("link", "Tactics")
            thumb.tap("button", "Scout")
        case c.Desert(piece=piece):
            thumb.tap("link", "Tactics")
            thumb.tap("link", "Deserter")
            thumb.tap("button", called(piece, Edition.FIRST))
        case c.Redeploy(piece=piece, to=to) | c.Betray(piece=piece, to=to):
            thumb.tap("link", "Tactics")
            thumb.tap("link", "Redeploy" if isinstance(act, c.Redeploy) else "Traitor")
            thumb.tap("link", called(piece, Edition.FIRST))
            thumb.tap("button", f"Flag {to}" if to else "Discard")


def opened(thumb: Thumb, flag: int | None) -> None:
    """With that flag open, which takes a tap if it is not."""
    region = thumb.page.get_by_role("region", name=f"Flag {flag}", exact=True)
    if region.count() == 0:
        thumb.tap("link", re.compile(rf"^Flag {flag}\b"))
        expect(region).to_be_visible()


@pytest.mark.parametrize(
    ("seed", "by_hand", "winner"),
    [(391, 11, "Team Gold"), pytest.param(377, 75, "Team Azure", marks=pytest.mark.deep)],
)
def test_three_play_on_when_both_decks_are_empty_until_one_wins(
    visit: Visit, venue: WholeTable, seed: int, by_hand: int, winner: str
) -> None:
    """The last acts by hand; in a deep test all of a battle, whose decks run empty at the 53rd of 75."""
    venue.table.keep("battleline", CHOICES, CHOICES, msgspec.json.encode(BattleLineChoices(players=Players.THREE)))
    venue.do(New(game="battleline"))
    dealt = Dealt(seed, Players.THREE)
    acts = list(dealt.acts())
    venue.do(*acts[:-by_hand])
    evening = Evening(visit, venue)
    evening.seen()
    assert view(venue).to_draw > 0
    for act in acts[-by_hand:]:
        evening.do(act)
        if view(venue).to_draw == 0 and not view(venue).winner:
            expect(evening.thumbs[act.side].page.get_by_text("None to draw")).to_be_in_viewport(ratio=1)
    assert (view(venue).to_draw, state(venue).claimed) == (0, dealt.state.claimed)
    for thumb in evening.thumbs.values():
        assert thumb.sees("heading", f"{winner} wins") == (0, 0), "nobody swipes"
    assert venue.lit("gold-30", "red-90", "neutral-120")
    most = {"Lay": 3, "Scout": 2, "Desert": 3, "Redeploy": 4, "Betray": 4, "Pass": 2, "Claim": 2}
    assert all(taps <= most.get(kind, 1) * evening.acts[kind] for kind, taps in evening.taps.items()), evening.taps
