"""Guessing the join code, and joining meanwhile."""

from collections.abc import Callable

import pytest
from flask import Flask

from companion.clock import ManualClock
from tests.web.conftest import Phone
from web.door.guesses import AGAIN, CALM_S, EACH, FIRST, REMEMBERED, TYPOS, Guesses, household
from web.http.access import Access
from web.http.problems import TurnedAway

WRONG = {"code": "AAAAAA"}


def at(app: Flask, address: str) -> Phone:
    return Phone(app.test_client(), address=address)


def forged(number: int) -> str:
    return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"


def exhaust(access: Access) -> None:
    """Somebody makes up addresses until nobody new is heard."""
    for number in range(FIRST):
        assert not access.fits("AAAAAA", address=forged(number))


def test_five_wrong_codes_a_minute_from_one_address(app: Flask, access: Access, clock: ManualClock) -> None:
    guesser, friend = at(app, "10.0.0.1"), at(app, "10.0.0.2")
    for _ in range(5):
        assert guesser.post("/api/join", WRONG).status_code == 422
        clock.advance(seconds=1)
    answer = guesser.post("/api/join", {"code": access.code})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "55")
    assert "scan the QR code" in answer.get_json()["detail"]
    assert friend.post("/api/join", {"code": access.code}).status_code == 200
    clock.advance(seconds=54)
    assert guesser.post("/api/join", {"code": access.code}).status_code == 429
    clock.advance(seconds=1)
    assert guesser.post("/api/join", {"code": access.code}).status_code == 200


def test_addresses_full_of_guessers_keep_nobody_out_who_comes_with_the_right_code(app: Flask, access: Access) -> None:
    guessers = [at(app, f"10.0.0.{number}") for number in range(40)]
    heard = [guesser.post("/api/join", WRONG).status_code for _ in range(EACH) for guesser in guessers]
    assert heard.count(422) == len(guessers) + AGAIN, "each once, and then what they share"
    assert at(app, "10.0.0.77").post("/api/join", {"code": access.code}).status_code == 200


def test_who_knows_the_code_has_only_mistyped(app: Flask, access: Access) -> None:
    friend = at(app, "10.0.0.77")
    for _ in range(3):
        for _ in range(EACH - 1):
            assert friend.post("/api/join", WRONG).status_code == 422
        assert friend.post("/api/join", {"code": access.code}).status_code == 200
    assert access.guesser is None


def test_the_panels_link_lets_in_whatever_others_do(app: Flask, access: Access) -> None:
    exhaust(access)
    late = at(app, "10.9.9.9")
    assert late.post("/api/join", {"code": access.code}).status_code == 429
    scanned = f"{access.code}{access.token}"
    page = late.get(f"/J/{scanned}")
    assert f'name="code" value="{scanned}"' in page.text
    form = {"code": scanned, "seat": "red"}
    seats = late.post("/join", data={"code": scanned}, drop=("X-Warglass",))
    assert seats.status_code == 200, "a seat is yet to be chosen"
    assert late.post("/join", data=form, drop=("X-Warglass",)).headers["Location"] == "/"
    other = at(app, "10.9.9.8")
    assert other.post("/join", data=form, drop=("X-Warglass",)).status_code == 429, "it was used"
    form["code"] = f"{access.code}{access.token}"
    assert other.post("/join", data=form, drop=("X-Warglass",)).status_code == 303


def test_a_link_that_was_used_is_still_a_code(app: Flask, access: Access) -> None:
    scanned = f"{access.code}{access.token}"
    for number in range(3):
        assert at(app, f"10.0.0.{number}").post("/api/join", {"code": scanned}).status_code == 200


def test_a_token_is_no_key_and_gives_one_try(app: Flask, access: Access) -> None:
    exhaust(access)
    token, guesser = access.token, at(app, forged(FIRST))
    assert guesser.post("/api/join", {"code": f"AAAAAA{token}"}).status_code == 422
    assert access.token != token
    assert guesser.post("/api/join", {"code": f"{access.code}{token}"}).status_code == 429
    assert guesser.post("/api/join", {"code": access.token}).status_code == 429


def test_a_new_code_has_a_new_token(access: Access) -> None:
    before = access.token
    assert access.token == before
    access.renew()
    assert access.token != before


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.168.0.7", "192.168.0.7"),
        ("2001:db8:0:1:aaaa::5", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:bbbb::6", "2001:db8:0:1::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("::ffff:192.168.0.7", "192.168.0.7"),
        ("", ""),
    ],
)
def test_a_machine_counts_as_one_however_many_addresses_it_makes(address: str, whose: str) -> None:
    assert household(address) == whose


@pytest.mark.parametrize(
    ("address_of", "most"),
    [
        (lambda _: "10.0.0.1", EACH * 60),
        (lambda number: forged(number % 250), AGAIN * 60 + 250),
        (lambda number: forged(number if number % 2 else number % 250), (AGAIN + FIRST) * 60 + 250),
    ],
    ids=["one", "a network full", "ever new"],
)
def test_what_a_guesser_gets_in_an_hour(clock: ManualClock, address_of: Callable[[int], str], most: int) -> None:
    guesses, heard = Guesses(clock), 0
    for moment in range(60 * 6):
        for number in range(100):
            address = address_of(moment * 100 + number)
            try:
                guesses.may_try(address)
            except TurnedAway:
                continue
            guesses.was_wrong(address)
            heard += 1
        clock.advance(seconds=10)
    assert most * 0.8 < heard <= most
    assert len(guesses._wrong) <= REMEMBERED


def test_the_table_says_who_is_guessing_until_it_stops(access: Access, clock: ManualClock) -> None:
    for _ in range(EACH):
        assert access.guesser is None
        access.fits("AAAAAA", address="10.0.0.1")
    for _ in range(60):
        assert access.guesser == "10.0.0.1"
        clock.advance(seconds=CALM_S / 2)
        for address in ("10.0.0.2", "10.0.0.1"):
            for _ in range(EACH):
                access.fits("AAAAAA", address=address)
    clock.advance(seconds=CALM_S - 1)
    assert access.guesser == "10.0.0.1"
    clock.advance(seconds=1)
    assert access.guesser is None


def test_who_guesses_slowly_is_seen_in_the_end(access: Access, clock: ManualClock) -> None:
    for _ in range(TYPOS):
        assert access.guesser is None
        access.fits("AAAAAA", address="10.0.0.1")
        clock.advance(seconds=30)
    assert access.guesser == "10.0.0.1"
