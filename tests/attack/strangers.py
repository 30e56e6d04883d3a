"""What strangers do to a running service, each kind for as long as it is let, from an address of its own."""

import base64
import contextlib
import itertools
import os
import random
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

import schemathesis
from schemathesis.transport.prepare import prepare_path

from tests.attack import api
from tests.attack.caller import GONE, Caller
from tests.attack.spoilt import spoilt
from tests.web.crawl import Page

READERS = 10
STREAMS = 30
IDLE = 250
PAGES = 60
EACH = 12


class Request(NamedTuple):
    method: str
    path: str
    body: bytes | None
    kind: str


Flood = Callable[[int], None]
"""Goes on until its process ends; takes the service's port."""


def floods(port: int, cookie: str, seed: int) -> Sequence[Flood]:
    """One for each process of strangers. `cookie` is that of a phone that has joined, and imports."""
    chance = random.Random(seed)
    cases, forms = _cases(port, seed), _forms(port)
    for each in (cases, forms):
        chance.shuffle(each)
    return (
        lambda port: _replay(port, cases, "127.0.0.10"),
        lambda port: _replay(port, forms, "127.0.0.11"),
        lambda port: _together(READERS, lambda number: _read_logs(port, f"127.0.1.{number}")),
        lambda port: _together(STREAMS, lambda number: _listen(port, f"127.0.2.{number}")),
        lambda port: _together(4, lambda number: _guess(port, f"127.0.3.{number}")),
        lambda port: _hold_open(port, "127.0.4.1"),
        lambda port: _import(port, "127.0.0.12", cookie),
    )


def begin(flood: Flood, port: int) -> None:
    """What a stranger's process does. It yields to the service, however this runs: it would not be on the same
    machine."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(15)
    flood(port)


def _cases(port: int, seed: int) -> list[Request]:
    """Every endpoint, as its description has it and as it does not."""
    schema = schemathesis.openapi.from_dict(Caller(port).get("/api/openapi.json").said)
    requests = []
    for case in api.drawn([each.ok() for each in schema.get_all_operations()], EACH, seed):
        path = prepare_path(case.path, case.path_parameters)
        with contextlib.suppress(TypeError, ValueError):
            query = urlencode({name: str(value) for name, value in case.query.items()})
            body = api.encoded(case.body)
            requests.append(Request(case.method, f"{path}?{query}" if query else path, body, "application/json"))
    return requests


def _forms(port: int) -> list[Request]:
    """Every form of the pages that a stranger finds, spoilt."""
    caller = Caller(port)
    todo, seen, requests = deque(["/"]), {"/"}, []
    while todo and len(seen) < PAGES:
        here = todo.popleft()
        answer = caller.get(here)
        if not isinstance(answer.said, str) or "<html" not in answer.said:
            continue
        page = Page(answer.said)
        for sent in (sent for form in page.forms for sent in form.presses(here)):
            for _, fields in spoilt(list(sent.fields)):
                said = urlencode(fields, errors="surrogateescape")
                if sent.method == "GET":
                    requests.append(Request("GET", f"{sent.path}?{said}", None, ""))
                else:
                    requests.append(Request("POST", sent.path, said.encode(), "application/x-www-form-urlencoded"))
        for link in page.links:
            there = urlsplit(urljoin(here, link))
            if not there.netloc and there.path not in seen:
                seen.add(there.path)
                todo.append(there.path)
    return requests


def _replay(port: int, requests: Sequence[Request], address: str) -> None:
    caller = Caller(port, address=address)
    for each in itertools.cycle(requests):
        if each.path.startswith(("/api/events", "/api/panel/events", "/api/table?since")):
            continue
        headers = {"X-Warglass": "1", "Origin": f"http://127.0.0.1:{port}", "Content-Type": each.kind}
        try:
            caller.send(each.method, each.path, each.body, headers)
        except (*GONE, ValueError):
            caller.hang_up()


def _together(count: int, act: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=_again, args=(act, number)) for number in range(1, count + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _again(act: Callable[[int], None], number: int) -> None:
    while True:
        with contextlib.suppress(*GONE):
            act(number)


def _read_logs(port: int, address: str) -> None:
    caller = Caller(port, address=address)
    for path in itertools.cycle(("/log", "/api/log", "/report", "/watch", "/")):
        caller.get(path)


def _listen(port: int, address: str) -> None:
    with socket.create_connection(("127.0.0.1", port), source_address=(address, 0)) as line:
        line.sendall(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while line.recv(65536):
            pass


def _guess(port: int, address: str) -> None:
    caller = Caller(port, address=address)
    for number in itertools.count():
        caller.join(f"{number:06}")


def _hold_open(port: int, address: str) -> None:
    """As many connections as it can get, of which none ever asks for anything."""
    lines: deque[socket.socket] = deque(maxlen=IDLE)
    while True:
        with contextlib.suppress(OSError):
            lines.append(socket.create_connection(("127.0.0.1", port), timeout=1, source_address=(address, 0)))
        threading.Event().wait(0.01)


def _import(port: int, address: str, cookie: str) -> None:
    caller = Caller(port, address=address, cookie=cookie)
    for text in itertools.cycle(_catalogues()):
        file = {"name": "moth.cat", "data": base64.b64encode(text.encode()).decode()}
        caller.post("/api/warzone/units/import", {"files": [file]})


def _catalogues() -> Iterator[str]:
    """Much in little: entries, links among them, and what nests."""
    head = '<catalogue name="Moth" xmlns="http://www.battlescribe.net/schema/catalogueSchema">'
    for many in (100, 2_000, 8_000):
        entries = "".join(f'<selectionEntry id="e{each}" name="Moth" type="unit"/>' for each in range(many))
        yield f"{head}<selectionEntries>{entries}</selectionEntries></catalogue>"
        links = "".join(f'<entryLink id="l{each}" targetId="e{each % 50}"/>' for each in range(many))
        yield f"{head}<entryLinks>{links}</entryLinks></catalogue>"
        yield head + "<a>" * many + "</a>" * many + "</catalogue>"
