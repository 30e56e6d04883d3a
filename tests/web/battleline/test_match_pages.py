"""A battle through its pages and endpoints, with and without JavaScript."""

import re
from html import unescape

import pytest

from companion.battleline.match.plays import Lay
from companion.table.seats import Seat
from companion.table.table import Table
from tests.companion.battleline.match.seats import hold
from tests.support import PHONE, Says, ask_table
from tests.web.conftest import Phone

MATCH = "/api/battleline/match"


@pytest.fixture
def battling(phone: Phone) -> Phone:
    assert phone.post("/api/table/new", {"game": "battleline"}).status_code == 200
    return phone


def lay(phone: Phone, text: str) -> None:
    for index, each in enumerate(text.split()):
        flag, _, card = each.partition(":")
        side = ("gold", "red")[index % 2]
        assert phone.post(f"{MATCH}/flags/{flag}/lay", {"side": side, "card": card}).status_code == 200, each


def test_a_deserter_that_took_another_card_is_corrected_later(battling: Phone) -> None:
    lay(battling, "5:R7 4:B8 5:R8 5:B9")
    battling.post(f"{MATCH}/flags/5/desert", {"side": "gold", "card": "B9"})
    battling.post(f"{MATCH}/flags/9/lay", {"side": "red", "card": "B1"})
    for tapped in ("B9", "DESERTER"):
        link = f"/?for=gold&card={tapped}&taken=1"
        assert f'href="{link}"' in unescape(battling.get(f"/?for=gold&card={tapped}").text)
        page = battling.get(link).text
        assert re.findall('name="instead" value="([^"]+)"', page) == ["B8"], "what was laid since was not there to take"
        assert 'name="card" value="B9"' in page
    battling.post("/battleline/match/flags/1/exchange", data={"card": "B9", "instead": "B8"})
    table = battling.get("/api/table").get_json()
    assert (table["flags"][3]["cards"]["red"], table["flags"][4]["cards"]["red"]) == ([], ["B9"])
    assert table["sides"]["red"]["beside"] == ["B8"]


def test_a_claim_is_refused_with_its_proof_and_then_granted(battling: Phone) -> None:
    lay(battling, "5:R7 5:b8 5:R8 5:B9 5:R9")
    answer = battling.post(f"{MATCH}/flags/5/claim", {"side": "gold"})
    assert answer.status_code == 409
    assert "Blue 10" in answer.get_json()["detail"]
    flag = battling.get("/api/table").get_json()["flags"][4]
    assert flag["claims"]["gold"]["needs"] == ["B10"]
    assert battling.post(f"{MATCH}/flags/1/lay", {"side": "red", "card": "B10"}).status_code == 200
    held = battling.post(f"{MATCH}/flags/5/claim", {"side": "gold"}).get_json()["flags"][4]
    assert (held["holder"], held["claims"]) == ("gold", {})


def test_every_tactic_and_every_correction_has_an_address(battling: Phone) -> None:
    lay(battling, "5:R7 5:B8")
    for path, body in (
        ("flags/5/redeploy", {"side": "gold", "card": "R7", "to": 6}),
        ("scout", {"side": "red"}),
        ("flags/5/desert", {"side": "gold", "card": "B8"}),
        ("flags/6/betray", {"side": "red", "card": "R7", "to": 2}),
        ("flags/2/move", {"side": "red", "card": "R7", "to": 3}),
        ("flags/3/exchange", {"card": "R7", "instead": "r6"}),
        ("flags/3/take", {"card": "R6"}),
        ("take", {"card": "B8"}),
    ):
        assert battling.post(f"{MATCH}/{path}", body).status_code == 200, path
    refused = battling.post(f"{MATCH}/pass", {"side": "gold"})
    assert refused.get_json()["detail"] == Says("Troop card", "flag 1")
    table = battling.get("/api/table").get_json()
    assert table["sides"]["gold"]["tactics"] == ["REDEPLOY", "DESERTER"]
    assert table["sides"]["red"]["beside"] == ["SCOUT", "TRAITOR"]
    battling.post("/api/table/end", {"winner": "red"})
    again = battling.post(f"{MATCH}/again").get_json()
    assert (again["battle"], again["turn"], again["sides"]["red"]["points"]) == (2, "red", 5)


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("flags/10/lay", {"side": "gold", "card": "R1"}, "flag"),
        ("flags/1/lay", {"side": "gold", "card": "R11"}, "card"),
        ("flags/1/lay", {"side": "blue", "card": "R1"}, "side"),
        ("flags/one/lay", {"side": "gold", "card": "R1"}, "flag"),
        ("flags/1/take", {"card": "", "side": "gold"}, "side"),
    ],
)
def test_bad_input_names_its_field(battling: Phone, path: str, body: object, field: str) -> None:
    answer = battling.post(f"{MATCH}/{path}", body)
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, field)


def test_no_battle_no_card(phone: Phone) -> None:
    assert phone.post(f"{MATCH}/flags/1/lay", {"side": "gold", "card": "R1"}).status_code == 404


def test_a_form_leads_back_to_its_flag(battling: Phone) -> None:
    answer = battling.post("/battleline/match/flags/5/lay", data={"side": "gold", "card": "R10"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?flag=5")
    battling.post("/battleline/match/flags/5/lay", data={"side": "red", "card": "R10"})
    assert "Red 10 is on the table" in battling.get("/?flag=5").text


def test_the_page_shows_the_line_the_verdict_and_what_saves_it(battling: Phone) -> None:
    lay(battling, "5:R7 5:B8 5:R8 5:B9 5:R9")
    page = battling.get("/?flag=5").text
    assert "Not yet." in page
    assert 'aria-label="Claim flag 5 for Team Gold"' in page
    assert 'aria-label="Red 10"' in page
    assert 'aria-label="Red 7: change"' in page
    assert "51 to draw · 55 Troops, 10 Tactics unseen" in page
    assert 'value="B10" aria-label="Blue 10" class="lights"' in battling.get("/?flag=5&light=1").text
    assert "before you draw" in battling.get("/game").text


def test_whose_card_comes_next_may_be_said_before_the_flag(battling: Phone) -> None:
    lay(battling, "5:R7")
    assert 'href="/?flag=4"' in battling.get("/").text
    asked = battling.get("/?for=gold").text
    assert 'href="/?flag=4&for=gold"' in unescape(asked)
    assert 'value="gold"><ul class="deck">' in re.sub(r"\s+(?=<)", "", battling.get("/?flag=4&for=gold").text)


@pytest.mark.parametrize(("box", "brief"), [("first", "A"), ("second", "K")])
def test_a_card_on_the_line_goes_by_the_name_on_it(phone: Phone, box: str, brief: str) -> None:
    assert phone.put("/api/battleline/choices", {"box": box}).status_code == 200
    assert phone.post("/api/table/new", {"game": "battleline"}).status_code == 200
    lay(phone, "5:LA")
    assert f'data-card="LA">{brief}</b>' in phone.get("/").text


def test_what_a_side_could_claim_is_told_to_the_other_as_theirs(battling: Phone) -> None:
    lay(battling, "5:R7 5:B8 5:R8 5:B9 5:R9")
    unseen = "Blue 10 is still unseen: "
    battling.post("/api/seat", {"seat": "gold"})
    assert f"{unseen}they could make a wedge of 27, which beats your 24." in battling.get("/?flag=5").text
    battling.post("/api/seat", {"seat": "red"})
    assert f"{unseen}you could make a wedge of 27, which beats their 24." in battling.get("/?flag=5").text


def test_a_flag_that_is_proved_too_early_is_not_offered(phone: Phone) -> None:
    assert phone.put("/api/battleline/choices", {"box": "second"}).status_code == 200
    assert phone.post("/api/table/new", {"game": "battleline"}).status_code == 200
    lay(phone, "5:R8 5:B1 5:R9 5:B3 5:R10 4:B2")
    page = phone.get("/?flag=5").text
    assert "Not now." in page
    assert "play a card first" in page
    assert "Claim flag 5" not in page
    lay(phone, "4:Y1")
    page = phone.get("/?flag=5").text
    assert "Claim." in page
    assert 'aria-label="Claim flag 5 for Team Gold"' in page


def test_the_tray_offers_what_the_rules_allow(battling: Phone) -> None:
    lay(battling, "5:R7 5:B8 5:LA 5:B9")
    tactics = battling.get("/?flag=5&tray=tactics").text
    assert "card ahead: Team Red" in tactics
    assert 'aria-label="Alexander: change"' in tactics
    assert battling.post(f"{MATCH}/flags/6/lay", {"side": "gold", "card": "R1"}).status_code == 200
    takes = battling.get("/?for=red&play=TRAITOR").text
    assert 'href="/?for=red&play=TRAITOR&card=R7"' in takes
    assert "&card=LA" not in takes
    assert (
        battling.post("/battleline/match/flags/5/betray", data={"side": "red", "card": "R7", "to": "3"}).status_code
        == 303
    )
    assert "Red 7" in battling.get("/?card=R7").text


@pytest.mark.parametrize(
    ("tactics", "may"), [(["LA"], "."), ([], ": play a Guile or Environment Tactic, or pass.")], ids=["ahead", "even"]
)
def test_a_side_without_room_for_a_card_is_told_what_it_may_do(
    battling: Phone, table: Table, tactics: list[str], may: str
) -> None:
    """Three cards are on Gold's side of each flag, against better ones. Gold is a Tactics card ahead, or not."""
    low, high = (
        [f"{colour}{value}" for value in values for colour in "ROYGBP"]
        for values in ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    )
    for at, (gold, red) in enumerate(zip([*tactics, *low][:27], high[:27], strict=True)):
        for side, piece in ((Seat.GOLD, gold), (Seat.RED, red)):
            Hands(table).do(Lay(side=side, flag=at // 3 + 1, piece=piece))
    battling.post("/api/seat", {"seat": "gold"})
    page = battling.get("/").text
    assert f"You have no room for a card{may}<" in page
    assert 'action="/battleline/match/pass"' in page.partition('class="claims"')[2].partition("</section>")[0]
    assert battling.post("/battleline/match/pass", data={"side": "gold"}).status_code == 303
    assert "Team Red is next." in battling.get("/").text


def test_why_no_tactics_may_be_played_is_told_whatever_players_are_called(battling: Phone) -> None:
    battling.post("/api/table/name", {"side": "red", "name": "on the table"})
    lay(battling, "5:LA 5:B8")
    page = battling.get("/?flag=5&tray=tactics").text
    assert "card ahead: on the table" in page
    assert "is on the table already" not in page


def test_a_card_that_lies_is_put_right_from_the_tray(battling: Phone) -> None:
    lay(battling, "5:R7")
    battling.post(f"{MATCH}/scout", {"side": "red"})
    for card, action in (("R7", "flags/5/take"), ("SCOUT", "take")):
        page = battling.get(f"/?card={card}").text
        assert f'action="/battleline/match/{action}"' in page
    assert 'name="instead" value="R8"' in battling.get("/?card=R7&instead=1").text
    battling.post("/battleline/match/flags/5/exchange", data={"card": "R7", "instead": "R8"})
    assert battling.get("/api/table").get_json()["flags"][4]["cards"]["gold"] == ["R8"]


def test_a_card_that_it_cannot_have_been_is_named_by_its_field(battling: Phone) -> None:
    lay(battling, "5:R7")
    for body, field in (({"card": "R7", "instead": "R11"}, "instead"), ({"card": "R11", "instead": "R7"}, "card")):
        answer = battling.post(f"{MATCH}/flags/5/exchange", body)
        assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, field)


def test_the_page_answers_whatever_stands_in_its_address(battling: Phone) -> None:
    for address in ("/?flag=12", "/?flag=x&for=blue", "/?flag=5&card=%3Cb%3E", "/?flag=%C2%B2"):
        assert battling.get(address).status_code == 200, address


def test_the_report(battling: Phone) -> None:
    lay(battling, "5:R8 1:B8 5:R9 1:B1 5:R10")
    battling.post(f"{MATCH}/flags/5/claim", {"side": "gold"})
    report = battling.get("/api/report").get_json()
    assert (report["flags"][4]["holder"], report["flags"][4]["against"], report["turns"]) == ("gold", 0, 5)
    assert re.search(r'Flag 5: Team Gold <a href="/replay/\d+\?played=\d+">at \d', battling.get("/report").text)


@pytest.fixture
def three(phone: Phone) -> Phone:
    assert phone.post("/choices/battleline", data={"players": "three"}).status_code == 303
    assert phone.post("/api/table/new", {"game": "battleline"}).status_code == 200
    return phone


def test_three_at_one_table(three: Phone) -> None:
    for flag, side, card in ((1, "gold", "R1"), (4, "red", "R2"), (9, "azure", "R3")):
        assert three.post(f"{MATCH}/flags/{flag}/lay", {"side": side, "card": card}).status_code == 200
    table = three.get("/api/table").get_json()
    assert list(table["sides"]) == ["gold", "red", "azure"]
    assert table["sides"]["azure"]["row"] == [9, 8, 7, 4, 5, 6]
    assert table["flags"][8]["cards"] == {"azure": ["R3"], "gold": []}
    assert (table["next"], table["tied"]) == ("gold", False)
    refused = three.post(f"{MATCH}/flags/5/lay", {"side": "gold", "card": "B1"})
    assert (refused.status_code, "between Team Red and Team Azure" in refused.get_json()["detail"]) == (409, True)
    assert three.post("/api/table/end", {"winner": "azure"}).get_json()["winner"] == "azure"
    assert "Team Azure wins" in three.get("/").text
    assert "Team Azure" in three.get("/report").text


def test_a_third_phone_sits_down_and_stays(three: Phone) -> None:
    three.post("/api/seat", {"seat": "azure"})
    page = three.get("/").text
    own = ("Flag 9, Team Azure and Team Gold", "Flag 6, Team Azure and Team Red", "Flag 1, Team Gold and Team Red")
    places = [page.index(f'aria-label="{name}"') for name in own]
    assert places == sorted(places)
    assert "For Team Azure" in three.get("/?flag=9").text
    assert "For Team Azure" not in three.get("/?flag=1&for=azure").text
    assert 'value="azure"' in three.get("/seat").text
    three.post("/api/table/new", {"game": "wartime"})
    assert 'data-seat="look"' in three.get("/").text, "where two play, nobody sits there"


def test_two_know_no_third(battling: Phone) -> None:
    answer = battling.post(f"{MATCH}/flags/1/lay", {"side": "azure", "card": "R1"})
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, "side")
    assert "azure" not in battling.get("/game").text
    assert list(battling.get("/api/table").get_json()["sides"]) == ["gold", "red"]
    battling.post("/api/seat", {"seat": "red"})
    phone = battling.get("/").text
    assert phone.index('aria-label="Flag 9"') < phone.index('aria-label="Flag 1"'), "red sits opposite"


class Hands:
    """Players who go by what the table allows, without a phone."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def do(self, command: object) -> object:
        return ask_table(self.table, command, source=PHONE)


def test_three_flags_each_is_told_as_a_tie(three: Phone, table: Table) -> None:
    gold, red, azure = Seat
    hold(Hands(table), {3: gold, 1: gold, 2: red, 6: red, 4: red, 5: azure, 9: azure, 7: azure, 8: gold})
    assert "A tie: three flags each</h2>" in three.get("/").text
    report = three.get("/report").text
    assert "A tie: three flags each</h2>" in report
    assert "so far" not in report


def test_what_saves_a_flag_between_the_two_others(three: Phone) -> None:
    for index, each in enumerate(["1:P1", "5:R8", "5:B8", "1:P2", "5:R10", "5:B9", "1:P3", "5:R7"]):
        flag, _, card = each.partition(":")
        body = {"side": ("gold", "red", "azure")[index % 3], "card": card}
        assert three.post(f"{MATCH}/flags/{flag}/lay", body).status_code == 200, each
    page = three.get("/?flag=5&light=1").text
    assert page.count('class="lights"') == 2
    assert "For Team Red" in page
    assert "For Team Gold" not in page
    assert "2 cards can still stop it" in page


def test_the_table_is_offered_for_as_many_as_agreed(battling: Phone) -> None:
    assert "two players" in battling.get("/game").text
    battling.post("/choices/battleline", data={"players": "three"})
    assert "three players" in battling.get("/game").text
