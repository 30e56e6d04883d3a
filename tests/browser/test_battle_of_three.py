"""A battle of three on three phones, from where each sits to its end."""

import re
from collections.abc import Callable

import msgspec
from playwright.sync_api import Page, expect

from companion.battleline.choices import BattleLineChoices, Players
from companion.table.opening import CHOICES, New
from companion.table.seats import Seat
from tests.browser.conftest import Venue, open_flag
from tests.companion.battleline import acts as c
from web.http.phones import PhoneSeat

GOLD, RED, AZURE = Seat


def test_three_phones_play_to_the_end(visit: Callable[..., Page], venue: Venue) -> None:
    agreed = msgspec.json.encode(BattleLineChoices(players=Players.THREE))
    venue.table.keep("battleline", CHOICES, CHOICES, agreed)
    venue.do(New(game="battleline"))
    gold, red, azure = visit("/"), visit(seat=PhoneSeat.RED), visit("/seat")
    azure.get_by_role("button", name="Team Azure").tap()

    lay(gold, 1, "Red 7")
    expect(red.get_by_text("Team Gold has played.")).to_be_visible()
    lay(red, 1, "Blue 8")
    expect(azure.get_by_text("Team Red has played.")).to_be_visible()
    lay(azure, 7, "Green 1")
    expect(gold.get_by_text("Team Azure has played.")).to_be_visible()
    venue.do(*rounds("1:R8 1:B9 7:G2 1:R9 1:Y1 7:G3"))
    venue.do(*rounds("3:O10 4:Y10 9:P10 3:O9 4:Y9 9:P9 3:O8 4:Y8 9:P8"))
    for phone in (gold, red, azure):
        expect(phone.get_by_role("link", name=re.compile("^Flag 9, .*Team Azure can claim it"))).to_be_visible()

    # Nine cards are drawn one after the other on each phone: nobody taps what still moves.
    open_flag(gold, 3)
    gold.get_by_role("button", name="Claim flag 3 for Team Gold").tap()
    expect(red.get_by_role("button", name="Agree")).to_be_visible()
    red.get_by_role("button", name="Agree").tap()
    expect(red.get_by_role("link", name="Flag 3, Team Red and Team Gold, Team Gold’s")).to_be_visible()
    open_flag(red, 4)
    verdict = red.get_by_role("region", name="Flag 4", exact=True)
    expect(verdict).to_contain_text("Not now.")
    expect(verdict).to_contain_text("It is Team Gold's turn.")
    expect(verdict.get_by_role("button")).to_have_count(0)
    venue.do(*rounds("2:G10 5:P1 5:O1 2:G9 5:P2 5:O2 2:G8 6:P3 6:O3"))
    venue.do(c.Claim(side=GOLD, flag=2), c.Claim(side=GOLD, flag=1))
    for phone in (gold, red, azure):
        expect(phone.get_by_role("region", name="The end")).to_contain_text("by a break-through")


def lay(phone: Page, flag: int, card: str) -> None:
    # What another phone did is drawn on this one: not under the finger.
    open_flag(phone, flag)
    phone.get_by_role("button", name=card, exact=True).tap()


def rounds(text: str) -> list[object]:
    """What the three lay in turn, gold first: "1:R8" at flag 1 a Red 8."""
    plays: list[object] = []
    for index, each in enumerate(text.split()):
        seat = (GOLD, RED, AZURE)[index % 3]
        number, _, piece = each.partition(":")
        plays.append(c.Lay(side=seat, flag=int(number), piece=piece))
    return plays
