"""Who may do what, rule by rule."""

import json
import os
import stat
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import URLSafeSerializer

from companion.clock import ManualClock
from tests.web.conftest import Phone
from web.http.access import Access
from web.http.phones import PhoneSeat
from web.http.secrets import ALPHABET, read_code, renew_code

FLIP = "/api/timers/gold-30/flip"


def test_reading_is_open_and_changing_is_not(stranger: Phone) -> None:
    for path in ("/api/table", "/api/log", "/api/panel", "/api/join", "/api/openapi.json"):
        assert stranger.get(path).status_code == 200
    answer = stranger.post(FLIP)
    assert answer.status_code == 403
    assert answer.get_json()["detail"].startswith("Join first: ")
    assert stranger.post("/api/panel/controls/gold-30/press").status_code == 403


def test_joining_gives_a_number_and_lets_in(app: Flask, access: Access, stranger: Phone) -> None:
    assert stranger.get("/api/join").get_json() == {"joined": False, "phone": None, "seat": None, "name": None}
    spoken = f" {access.code[:3].lower()}-{access.code[3:]} "
    answer = stranger.post("/api/join", {"code": spoken})
    assert answer.get_json() == {"joined": True, "phone": 1, "seat": "both", "name": None}
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("warglass=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert stranger.post("/api/table/begin").status_code == 200
    assert Phone(app.test_client()).post("/api/join", {"code": access.code}).get_json()["phone"] == 2


def test_phones_are_counted_that_have_the_code_of_now(app: Flask, access: Access, stranger: Phone) -> None:
    stranger.get("/")
    assert access.phones == 0
    phone = Phone(app.test_client())
    phone.post("/api/join", {"code": access.code})
    for _ in range(2):
        phone.get("/api/table")
        stranger.get("/api/table")
    assert access.phones == 1
    other = Phone(app.test_client())
    other.post("/api/join", {"code": access.code})
    assert access.phones == 2
    access.renew()
    phone.get("/api/table")
    assert access.phones == 0


def test_the_qr_codes_capitals_lead_to_the_same_page(access: Access, stranger: Phone) -> None:
    small, capitals = stranger.get(f"/j/{access.code}"), stranger.get(f"/J/{access.code}")
    assert capitals.status_code == 200
    assert capitals.data == small.data
    assert f'name="code" value="{access.code}"'.encode() in capitals.data


def test_a_forged_cookie_is_no_cookie(stranger: Phone) -> None:
    for forged in ("1", "WzEsMV0.AAAA", "", "WzEsMV0"):
        stranger.client.set_cookie("warglass", forged, domain="warglass.local")
        assert stranger.post(FLIP).status_code == 403


def test_a_new_code_unjoins_everyone(phone: Phone, access: Access, tmp_path: Path, clock: ManualClock) -> None:
    old = access.code
    new = renew_code(tmp_path, clock)
    assert new != old
    assert access.code == new == read_code(tmp_path)
    assert phone.get("/api/join").get_json()["joined"] is False
    assert phone.post(FLIP).status_code == 403
    assert phone.post("/api/join", {"code": old}).status_code == 422
    assert phone.post("/api/join", {"code": new}).get_json()["phone"] == 1, "it keeps its number"
    access.renew()
    assert phone.get("/api/join").get_json()["joined"] is False


def test_a_browser_joins_two_sites_of_one_machine(tmp_path: Path, clock: ManualClock) -> None:
    table, hall, before = (
        Access(tmp_path / name, clock, port=port) for name, port in (("table", 80), ("hall", 8090), ("before", 80))
    )
    jar: dict[str, str] = {}
    for site in (table, hall):
        cookie = site.join(site.code, address="127.0.0.1", cookie=site.find_cookie(jar))
        assert cookie is not None
        jar[site.cookie] = cookie
    header = "; ".join(f"{name}={cookie}" for name, cookie in jar.items())
    assert jar.keys() == {"warglass", "warglass-8090"}
    for site in (table, hall):
        assert site.seating(site.find_cookie(jar)) is not None
        assert site.lets_in(header)
    assert before.seating(before.find_cookie(jar)) is None, "another's is none"
    assert not before.lets_in(header)


def test_who_joined_while_all_sites_called_their_cookie_alike_stays(tmp_path: Path, clock: ManualClock) -> None:
    cookie = Access(tmp_path, clock).join(Access(tmp_path, clock).code, address="127.0.0.1")
    later = Access(tmp_path, clock, port=8080)
    jar = {"warglass": str(cookie)}
    assert later.seating(later.find_cookie(jar)) is not None
    assert later.lets_in(f"warglass={cookie}")
    jar["warglass-8080"] = "nonsense"
    assert later.seating(later.find_cookie(jar)) is None, "its own goes before it"
    assert not later.lets_in(f"warglass={cookie}; warglass-8080=nonsense")


def test_a_code_lasts_a_game_night_and_restarts(
    phone: Phone, access: Access, tmp_path: Path, clock: ManualClock
) -> None:
    code = access.code
    clock.advance(seconds=12 * 3600)
    assert Access(tmp_path, clock).code == code
    clock.advance(seconds=1)
    assert Access(tmp_path, clock).code != code


def test_the_secrets_are_ours_alone(access: Access, tmp_path: Path) -> None:
    path = tmp_path / "access.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    held = json.loads(path.read_text())
    assert len(held["code"]) >= 6
    assert set(held["code"]) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01IOLBS58G2Z")
    assert len(bytes.fromhex(held["key"])) >= 32


def test_a_torn_secrets_file_is_made_anew(access: Access, tmp_path: Path, clock: ManualClock) -> None:
    (tmp_path / "access.json").write_text('{"key": "12')
    assert read_code(tmp_path) is None
    code = Access(tmp_path, clock).code
    assert code == read_code(tmp_path)


def test_there_is_no_code_before_the_service_was_there(tmp_path: Path) -> None:
    assert read_code(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    "host",
    [
        "192.168.0.7",
        "192.168.0.7:8080",
        "[fe80::1]:8080",
        "localhost:5000",
        "warglass",
        "warglass.local",
        "WARGLASS.local.:80",
    ],
)
def test_hosts_that_are_this_machine(stranger: Phone, host: str) -> None:
    assert stranger.get("/api/table", host=host).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "warglass.local.evil.example", "192.168.0.7.evil.example", "evil@192.168.0.7", "localhost:x"],
)
def test_a_rebound_name_gets_400_everywhere(access: Access, stranger: Phone, host: str) -> None:
    assert not access.hosts.known(host)
    if "@" not in host and ":" not in host:
        for path in ("/api/table", "/healthz", "/nothing"):
            assert stranger.get(path, host=host).status_code == 400


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://warglass.local", "ftp://warglass.local:8080", "warglass.local:8080"],
)
def test_a_change_from_elsewhere_gets_403(phone: Phone, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    answer = phone.post("/api/table/begin", headers=headers, drop=("Origin",) if origin is None else ())
    assert answer.status_code == 403
    assert "another site" in answer.get_json()["detail"]


def test_an_api_change_needs_its_header(phone: Phone) -> None:
    answer = phone.post("/api/table/begin", drop=("X-Warglass",))
    assert answer.status_code == 403
    assert "X-Warglass" in answer.get_json()["detail"]


@pytest.mark.parametrize("path", ["/api/table", "/api/nothing", "/nothing", "/healthz"])
def test_every_answer_is_hardened(stranger: Phone, path: str) -> None:
    headers = stranger.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy.pop("default-src") == policy.pop("frame-ancestors") == policy.pop("base-uri") == "'none'"
    assert set(policy.values()) == {"'self'"}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Server" not in headers


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_code_that_root_renews_stays_the_services_own(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    renew_code(tmp_path, ManualClock())
    files = {path.name: path.stat() for path in tmp_path.iterdir()}
    assert {name: (s.st_uid, s.st_gid, s.st_mode & 0o777) for name, s in files.items()} == {
        "access.json": (1234, 1234, 0o600)
    }


def test_a_phone_sits_down_with_the_code_and_elsewhere_without_it(access: Access, stranger: Phone) -> None:
    told = stranger.post("/api/join", {"code": access.code, "seat": "red", "name": " Ada  L. "}).get_json()
    assert told == {"joined": True, "phone": 1, "seat": "red", "name": "Ada L."}
    moved = stranger.post("/api/seat", {"seat": "both"}).get_json()
    assert moved == told | {"seat": "both"}, "the name stays"
    assert stranger.post("/api/seat", {"seat": "gold", "name": ""}).get_json()["name"] is None
    assert stranger.get("/api/join").get_json()["seat"] == "gold"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"seat": "blue"}, "seat"),
        ({"seat": "red", "name": "x" * 25}, "name"),
        ({"seat": "red", "name": "a\nb\x00"}, "name"),
        ({}, "seat"),
    ],
)
def test_a_seat_that_there_is_not_names_its_field(phone: Phone, body: dict[str, str], field: str) -> None:
    answer = phone.post("/api/seat", body)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == field


def test_who_only_looks_changes_nothing_but_its_seat(access: Access, stranger: Phone) -> None:
    stranger.post("/api/join", {"code": access.code, "seat": "look"})
    answer = stranger.post(FLIP)
    assert answer.status_code == 403
    assert "take a side first" in answer.get_json()["detail"]
    assert stranger.post("/timers/gold-30/flip", data={}).headers["Location"] == "/seat"
    assert stranger.post("/api/seat", {"seat": "gold"}).status_code == 200
    assert stranger.post("/api/table/begin").status_code == 200


def test_a_cookie_from_before_phones_had_seats_sits_for_both(access: Access, stranger: Phone) -> None:
    old = URLSafeSerializer(access.key, salt="phone").dumps([1, 4])
    stranger.client.set_cookie("warglass", str(old), domain="warglass.local")
    assert stranger.get("/api/join").get_json() == {"joined": True, "phone": 4, "seat": "both", "name": None}


def test_seats_are_counted_by_phone(app: Flask, access: Access) -> None:
    one, other = Phone(app.test_client()), Phone(app.test_client())
    one.post("/api/join", {"code": access.code, "seat": "gold"})
    other.post("/api/join", {"code": access.code, "seat": "gold"})
    assert access.joined.sitting() == {PhoneSeat.GOLD: 2}
    other.post("/api/seat", {"seat": "red"})
    assert access.joined.sitting() == {PhoneSeat.GOLD: 1, PhoneSeat.RED: 1}


def test_whose_requests_come_first(app: Flask, access: Access) -> None:
    cookie = access.join(access.code, address="192.168.1.7")
    assert access.lets_in(f"warglass={cookie}")
    assert access.lets_in(f"session=x; warglass={cookie}")
    for header in ("", "warglass", "warglass=x", f"Warglass={cookie}", ";" * 9999, "warglass=" + "x" * 9999):
        assert not access.lets_in(header)
    access.renew()
    assert not access.lets_in(f"warglass={cookie}")
