"""Every form of every page, as the page draws it, with each of its fields spoilt in turn."""

import random
from collections.abc import Sequence
from io import BytesIO
from urllib.parse import urlencode, urljoin

from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.attack.api import STAGES
from tests.attack.found import Found
from tests.attack.site import Siege, besieged, sweep
from tests.attack.spoilt import EVALUATED, MARK, VALUES, spoilt
from tests.web.conftest import Phone
from tests.web.crawl import Fields, Patience, Sent
from tests.web.moments import MOMENTS

PATIENCE = Patience(asks=(2, 6), acts=(2, 4))
FILES = [text.encode("utf-8", "surrogateescape") for text in VALUES.values()] + [b"PK\x03\x04" + b"\0" * 200, b"\xff"]
AFRESH = 25


def run(count: int, seed: int) -> Found:
    """About `count` cases, spread over all moments and forms."""
    found, chance = Found(), random.Random(seed)
    stages = STAGES if count >= 100 * len(STAGES) else chance.sample(STAGES, 1)
    with besieged() as siege:
        for game, moment in stages:
            siege.play(MOMENTS[game][moment])
            crawl = siege.crawl(siege.phone(), patience=PATIENCE).walk()
            forms = list(dict.fromkeys([*(sent for sent, _ in crawl.posts), *crawl.asks]))
            cases = [(sent, *case) for sent in forms for case in spoilt(list(sent.fields))]
            sweep()
            found.add("forms", len(forms))
            _send_all(siege, chance.sample(cases, min(len(cases), count // len(stages))), chance, found)
        found.add("moments", len(stages))
    return found


def _send_all(siege: Siege, cases: Sequence[tuple[Sent, str, Fields]], chance: random.Random, found: Found) -> None:
    for number, (sent, what, fields) in enumerate(cases):
        if number % AFRESH == 0:
            siege.again()
            phones = [siege.phone(), siege.phone(), siege.phone(), siege.stranger()]
        phone = chance.choice(phones)
        answer = _send(phone, sent, fields, chance)
        found.add("cases")
        found.add(f"answered {answer.status_code // 100}xx")
        _judge(siege, answer, f"{sent.method} {sent.path}", what, found)
        if answer.status_code in (302, 303):
            after = urljoin(sent.path, answer.headers["Location"])
            _judge(siege, phone.get(after), f"GET {after}", f"after {sent.path} with {what}", found)
        if number % AFRESH == AFRESH - 1:
            for page in ("/", "/log", "/report", "/watch", "/choices", "/game", "/shelf"):
                _judge(siege, phone.get(page), f"GET {page}", f"after {sent.path} with {what}", found)


def _send(phone: Phone, sent: Sent, fields: Fields, chance: random.Random) -> TestResponse:
    if sent.method == "GET":
        return phone.get(f"{sent.path}?{urlencode(fields, errors='surrogateescape')}")
    if sent.files and chance.random() < 0.9:
        parts = MultiDict[str, object]((name, _text(value)) for name, value in fields)
        for name in sent.files:
            parts.add(name, (BytesIO(chance.choice(FILES)), chance.choice(["moth.toml", "moth.cat", "../m.zip", ""])))
        return phone.client.post(
            sent.path,
            base_url=_base(phone),
            data=parts,
            headers={"Origin": _base(phone)},
            environ_base={"REMOTE_ADDR": phone.address},
        )
    body = urlencode(fields, errors="surrogateescape").encode()
    return phone.post(
        sent.path,
        data=body,
        drop=("X-Warglass",),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )


def _judge(siege: Siege, answer: TestResponse, where: str, what: str, found: Found) -> None:
    siege.meter.judge(found, where, what)
    if answer.status_code >= 500:
        found.wrong(f"{answer.status_code} {where}", what)
    if answer.mimetype != "text/html":
        answer.close()
        return
    page = answer.text
    if f"<{MARK}" in page:
        found.wrong(f"{where} lets markup in", what)
    if EVALUATED in page:
        found.wrong(f"{where} evaluates a template", what)


def _base(phone: Phone) -> str:
    return "http://warglass.local:8080"


def _text(value: str) -> str:
    return value.encode("utf-8", "replace").decode()
