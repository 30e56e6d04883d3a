"""Unit cards over HTTP: typed in, searched, passed on as file and link, and read out of BattleScribe's files."""

import base64
import re
import zlib
from html import unescape
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from hypothesis import given, settings

from companion.fields.invalid import Invalid
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import card_of, from_link, link_text, read_card
from tests.companion.warzone.cards_strategy import GUARD, cards, guard
from tests.web.conftest import Phone
from tests.web.moments import embattled
from web.http.problems import LARGEST_UPLOAD
from web.warzone.cards.form import draft_of

INVENTED = Path(__file__).parents[2] / "companion" / "warzone" / "invented"
UNIT = "/api/warzone/units/lamp-guard"


def catalogues() -> list[dict[str, str]]:
    names = ("Lamps.cat", "Lamps_Eternal.gst")
    return [{"name": name, "data": base64.b64encode((INVENTED / name).read_bytes()).decode()} for name in names]


def names(phone: Phone, query: str = "") -> list[str]:
    return [each["name"] for each in phone.get(f"/api/warzone/units{query}").get_json()["units"]]


def test_a_new_card_offers_import_before_its_fields(phone: Phone) -> None:
    page = phone.get("/warzone/units/new").text
    assert page.index('href="/warzone/units/import"') < page.index('name="card"') < page.index('name="name"')
    assert "autofocus" not in page
    phone.put(UNIT, GUARD)
    assert "Or enter it" not in phone.get("/warzone/units/lamp-guard/edit").text


@settings(max_examples=60)
@given(cards)
def test_a_card_is_the_same_after_its_link(card: UnitCard) -> None:
    assert from_link(link_text(card)) == card


def test_a_card_is_kept_searched_and_deleted(phone: Phone) -> None:
    assert phone.put(UNIT, GUARD).get_json() == GUARD
    assert (
        phone.put(
            "/api/warzone/units/imp", GUARD | {"id": "imp", "name": "Imp", "type": "Imps", "faction": None}
        ).status_code
        == 200
    )
    assert phone.get(UNIT).get_json() == GUARD
    assert names(phone) == ["Imp", "Lamp Guard"]
    assert names(phone, "?q=guard%20LAMP") == ["Lamp Guard"]
    assert names(phone, "?faction=Capitol") == ["Lamp Guard"]
    assert names(phone, "?faction=Mishima") == []
    assert phone.delete(UNIT).status_code == 200
    assert phone.get(UNIT).status_code == 404
    assert phone.delete(UNIT).status_code == 404


def test_only_who_joined_keeps_and_everyone_reads(phone: Phone, stranger: Phone) -> None:
    assert stranger.put(UNIT, GUARD).status_code == 403
    phone.put(UNIT, GUARD)
    assert stranger.get(UNIT).status_code == 200


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"mw": 41}, "mw"),
        ({"id": "other"}, "id"),
        ({"weapons": [{"name": "Axe", "cc": "hard"}]}, "weapons[0].cc"),
        ({"wings": 2}, "wings"),
    ],
)
def test_an_error_names_the_field(phone: Phone, changes: dict[str, object], field: str) -> None:
    answer = phone.put(UNIT, GUARD | changes)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == field


def test_the_file_of_a_card_makes_the_same_card_elsewhere(phone: Phone) -> None:
    phone.put(UNIT, GUARD)
    text = phone.get(f"{UNIT}?format=toml").text
    assert phone.get("/warzone/units/lamp-guard.toml").text == text
    assert read_card(text) == guard()
    phone.delete(UNIT)
    assert phone.post("/api/warzone/units", {"toml": text}).get_json() == GUARD
    assert phone.post("/api/warzone/units", {"toml": text.replace("mw = 13", "mw = 14")}).get_json()["mw"] == 14
    assert names(phone) == ["Lamp Guard"]
    wrong = phone.post("/api/warzone/units", {"toml": text.replace("mw = 13", "mw = 99")})
    assert "line " in wrong.get_json()["detail"]


def test_files_are_looked_at_first_and_then_kept(phone: Phone) -> None:
    seen = phone.post("/api/warzone/units/import", {"files": catalogues()}).get_json()
    assert (len(seen["units"]), seen["weapons"], seen["unread"], seen["kept"]) == (8, 5, [], [])
    assert names(phone) == []
    some = phone.post("/api/warzone/units/import", {"files": catalogues(), "keep": ["old tallow"]}).get_json()
    assert some["kept"] == ["old-tallow"]
    every = phone.post("/api/warzone/units/import", {"files": catalogues(), "keep": ["*"]}).get_json()
    assert len(every["kept"]) == len(names(phone)) == 8
    none = phone.post("/api/warzone/units/import", {"files": catalogues(), "keep": ["Nobody"]})
    assert none.get_json()["errors"][0]["field"] == "keep"


def test_only_the_import_takes_a_large_body(phone: Phone) -> None:
    large = [{"name": "x.cat", "data": base64.b64encode(b"<a>" + b" " * 200_000 + b"</a>").decode()}]
    assert phone.post("/api/warzone/units/import", {"files": large}).status_code == 200
    assert phone.post("/api/warzone/units", {"toml": "x" * 200_000}).status_code == 413
    assert phone.post("/api/warzone/units/import", data=b" " * (LARGEST_UPLOAD + 1)).status_code == 413


# The pages, without JavaScript

FORM = {
    "name": "Lamp Guard",
    "type": "Lamp Guards",
    "faction": "Capitol",
    "designations": "Trooper",
    "abilities": "Steadfast, Long Wick (3)",
    "base": "30",
    **{key: str(GUARD[key]) for key in ("dp", "mv", "mw", "cc", "st", "def", "ar", "w", "pw", "ld")},
    "sp": "0",
    "weapon-0-name": "Wick Rifle",
    "weapon-0-abilities": "Burst (2)",
    "weapon-0-short": "12 0 13",
    "weapon-0-long": "36” −2 12",
    "weapon-0-cf": "19",
    "weapon-1-name": "Snuffer",
    "weapon-1-cc": "+1 st+5",
    "weapon-1-cf": "20",
    "weapon-2-name": "",
    "weapon-3-name": "Soot Pot",
    "weapon-3-abilities": "Cloud (2), Smoke",
    "weapon-3-long": "ST+4 +1 -",
    "weapon-3-cf": "20",
    "do": "save",
}


def test_a_card_is_typed_in_as_it_is_printed(phone: Phone) -> None:
    assert phone.post("/warzone/units/edit", data=FORM).status_code == 303
    assert phone.get(UNIT).get_json() == GUARD
    changed = FORM | {"id": "lamp-guard", "mw": "15", "weapon-0-name": "Wick & Rifle"}
    assert phone.post("/warzone/units/edit", data=changed).status_code == 303
    assert phone.get(UNIT).get_json()["mw"] == 15
    assert names(phone) == ["Lamp Guard"]


def read(phone: Phone, id: str = "lamp-guard") -> str:
    """The words of a card's page, in their order."""
    page = phone.get(f"/warzone/units/{id}").text
    words = re.sub(r"<[^>]+>", " ", page.partition('<article class="sheet">')[2].partition("</article>")[0])
    return " ".join(unescape(words).split())


def test_a_card_is_read_as_it_is_printed(phone: Phone) -> None:
    phone.put(UNIT, GUARD | {"base": "60x35mm", "only_with": "2 : Lamp Wardens", "designations": ["Trooper", "Unique"]})
    words = read(phone)
    for each in (
        "Lamp Guard Edit Trooper, Unique Lamp Guards · Capitol",
        "DP 4 SP 0 Base 60 × 35 mm",
        "MV 4 MW 13 CC 12 ST 6 DEF −1 AR 22 W 2 PW 11 LD 12",
        "At most 2 for each Lamp Wardens in the Force.",
        "Wick Rifle Burst (2) – 12″ +0 DAM 13 36″ −2 DAM 12 19",
        "Snuffer +1 DAM ST+5 – – 20",
        "Soot Pot Cloud (2), Smoke – – ST+4″ +1 DAM − 20",
        "Steadfast read your card",
        "Burst (2) up to 2 Shoot Action Tests; no Aim; may Brace",
    ):
        assert each in words
    assert 'href="/warzone/units/lamp-guard/edit"' in phone.get("/warzone/units/lamp-guard").text


def test_a_card_tells_what_its_rules_say_to_whom_opens_it(phone: Phone) -> None:
    phone.put(UNIT, GUARD)
    for of, text in (("Long Wick", "It burns <long>."), ("Burst (2)", "Twice.")):
        phone.post("/warzone/abilities/text", data={"of": of, "text": text})
    page = phone.get("/warzone/units/lamp-guard").text
    assert '<p class="aim">It burns &lt;long&gt;.</p>' in page
    assert 'href="/warzone/abilities/text?of=Long+Wick&amp;card=lamp-guard"' in page
    assert 'href="/warzone/abilities/text?of=Steadfast&amp;card=lamp-guard"' in page
    assert "Twice." in read(phone)
    assert "Twice." not in phone.get("/warzone/units/lamp-guard/edit").text


def test_a_card_with_next_to_nothing_on_it_can_be_read(phone: Phone) -> None:
    bare = {"weapons": [], "abilities": [], "designations": [], "faction": None, "base": ""}
    phone.put(UNIT, GUARD | bare | {"type": "Lamp Guard"})
    assert "Lamp Guard Edit No designation No Faction yet DP 4 SP 0 MV 4" in read(phone)
    assert "No weapons." in read(phone)


@settings(max_examples=30)
@given(cards)
def test_every_card_stands_in_the_form_as_it_is(card: UnitCard) -> None:
    assert card_of(draft_of(card).data(card.id)) == card


def test_what_is_wrong_is_said_as_players_count_and_nothing_is_lost(phone: Phone) -> None:
    answer = phone.post("/warzone/units/edit", data=FORM | {"weapon-1-cc": "hard"})
    assert answer.status_code == 422
    assert "Weapon 2, CC: must be modifier and DAM" in answer.text
    assert 'value="Wick Rifle"' in answer.text
    assert "MW: is missing" in phone.post("/warzone/units/edit", data=FORM | {"mw": ""}).text
    assert names(phone) == []


def test_weapons_rows_come_and_go_without_being_saved(phone: Phone) -> None:
    more = phone.post("/warzone/units/edit", data=FORM | {"do": "add"}).text
    assert "Weapon 5" in more
    fewer = phone.post("/warzone/units/edit", data=FORM | {"do": "remove-0"}).text
    assert 'value="Wick Rifle"' not in fewer
    assert 'value="Snuffer"' in fewer
    assert names(phone) == []


def test_a_deleted_card_comes_back_by_undo(phone: Phone) -> None:
    phone.put(UNIT, GUARD)
    to = phone.post("/warzone/units/lamp-guard/delete").headers["Location"]
    assert names(phone) == []
    text = re.search(r'name="card" value="([^"]+)"', phone.get(to).text)
    assert text is not None
    phone.post("/warzone/units/keep", data={"card": text[1]})
    assert phone.get(UNIT).get_json() == GUARD


def test_a_link_shows_its_card_and_keeps_it_on_the_other_phone(phone: Phone) -> None:
    text = link_text(guard())
    preview = phone.get(f"/warzone/units/import?card={text}").text
    pasted = quote(f"http://192.168.0.9:8080/warzone/units/import?card={text} ")
    assert phone.get(f"/warzone/units/import?card={pasted}").text == preview
    assert "Lamp Guard" in preview
    assert "you have" not in preview
    assert names(phone) == []
    phone.post("/warzone/units/keep", data={"card": text})
    assert names(phone) == ["Lamp Guard"]
    assert "have it as it is" in phone.get(f"/warzone/units/import?card={text}").text
    newer = phone.get(f"/warzone/units/import?card={link_text(guard(mw=14))}").text
    assert "in place of the one" in newer


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "äöü",
        "AAAA",
        link_text(guard())[:-8],
        base64.urlsafe_b64encode(zlib.compress(b" " * 10_000_000)).decode(),
        base64.urlsafe_b64encode(zlib.compress(b"[" * 5000)).decode(),
        base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode({"id": "x"}))).decode(),
    ],
)
def test_a_link_that_is_no_card_is_refused_in_words(onlooker: Phone, text: str) -> None:
    with pytest.raises(Invalid):
        from_link(text)
    assert onlooker.get("/warzone/units/import?card=" + text).status_code == 422


def on_cards(phone: Phone, question: str) -> list[str]:
    """The abilities that a question finds beside the rulings, as they are printed."""
    page = phone.get(f"/rulings?q={quote(question)}").text
    _, _, found = page.partition("<h2>On cards</h2>")
    return re.findall("<b>(.*?)</b>", found.partition("</ul>")[0])


def test_a_question_finds_what_kept_cards_print(phone: Phone) -> None:
    phone.post("/api/table/new", {"game": "warzone"})
    phone.put(UNIT, GUARD)
    phone.post("/warzone/abilities/text", data={"of": "Long Wick", "text": "It burns twice."})
    page = phone.get("/rulings?q=what+does+long+wick+do").text
    assert "<b>Long Wick (3)</b><span>It burns twice.</span><cite>Lamp Guard</cite>" in page
    assert 'class="empty"' not in page
    assert on_cards(phone, "stedfast") == on_cards(phone, "what is STEADFAST?") == ["Steadfast"]
    assert on_cards(phone, "burst") == ["Burst (2)"]
    for about_a_rule in ("wick", "may a burst weapon of a unit in a building shoot at two targets", ""):
        assert on_cards(phone, about_a_rule) == []


def test_the_cards_in_play_come_before_other_cards(phone: Phone) -> None:
    phone.post("/api/table/new", {"game": "warzone"})
    embattled(phone)
    for id, name in (("aaa", "Aardvark"), ("zzz", "Zebra")):
        phone.put(f"/api/warzone/units/{id}", GUARD | {"id": id, "name": name, "abilities": ["Recruit", "Unheard"]})
    page = phone.get("/rulings?q=recruit").text
    assert "<cite>Candlesnuffer, Aardvark, Zebra</cite>" in page
    assert 'href="/warzone/units/snuffer"><b>Recruit</b>' in page
