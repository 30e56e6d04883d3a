"""Whoever only asks waits for its turn; a joined phone's tap does not."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.web.conftest import Phone
from web.http import errors, guard
from web.http.access import Access
from web.http.turns import Turns, let_go, wait_for


@pytest.fixture
def turns() -> Turns:
    return Turns(at_once=1, waiting=0)


@pytest.fixture
def app(turns: Turns, access: Access) -> Flask:
    app = Flask("few", static_folder=None)
    guard.install(app, access, open_to_all={"answered"}, turns=turns)
    errors.install(app, lambda error, problem: problem.response())
    app.add_url_rule("/api/asked", view_func=lambda: "An answer.", endpoint="asked")
    app.add_url_rule("/api/told", view_func=lambda: "Done.", endpoint="told", methods=["POST"])
    app.add_url_rule("/api/open", view_func=lambda: "An answer.", endpoint="answered", methods=["POST"])
    return app


@pytest.fixture
def taken(turns: Turns) -> Iterator[None]:
    """Somebody asks what takes long."""
    turns.take()
    yield
    turns.give_back()


def joined(app: Flask, access: Access) -> Phone:
    phone = Phone(app.test_client())
    cookie = access.join(access.code, address="192.168.0.5")
    assert cookie is not None
    phone.client.set_cookie("warglass", cookie, domain="warglass.local")
    return phone


@pytest.mark.usefixtures("taken")
def test_a_tap_waits_for_nobody_who_asks(app: Flask, access: Access) -> None:
    assert joined(app, access).post("/api/told").status_code == 200


@pytest.mark.usefixtures("taken")
def test_where_too_many_ask_one_is_told_to_come_back(app: Flask, access: Access) -> None:
    for answer in (
        joined(app, access).get("/api/asked"),
        Phone(app.test_client()).get("/api/asked"),
        Phone(app.test_client()).post("/api/open"),
    ):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert answer.get_json()["detail"] == "Too many are asking at once. Ask again in a moment."


def test_every_turn_is_given_back(app: Flask) -> None:
    phone = Phone(app.test_client())
    assert [phone.get(path).status_code for path in ("/api/asked", "/api/nothing", "/api/asked")] == [200, 404, 200]
    assert phone.post("/api/told").status_code == 403
    assert phone.get("/api/asked").status_code == 200


def test_who_waits_for_news_holds_up_nobody(app: Flask, turns: Turns) -> None:
    with app.app_context():
        for _ in range(2):
            wait_for(turns)
            let_go()
            let_go()
