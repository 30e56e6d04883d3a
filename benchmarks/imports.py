"""A tap's way to the table and back while files are read that were made to keep it busy.

The service runs in a process of its own. One phone taps; two others send, again and again, files whose links lead from
everything to everything, and five hundred units of one name. The rival is reading them in the table's own process.
"""

import base64
import json
import threading
import time
import urllib.error
from collections.abc import Callable, Iterator

from benchmarks.figures import Figure, median_p99
from benchmarks.running import RunningService

SHORT = {"count": 2, "links": 60}
CHARACTERISTICS = ("MV", "MW", "CC", "ST", "DEF", "AR", "W", "PW", "LD")
API = "/api/warzone/units/import"


def file(inside: str) -> list[dict[str, str]]:
    data = f'<catalogue name="Capitol">{inside}</catalogue>'.encode()
    return [{"name": "moths.cat", "data": base64.b64encode(data).decode()}]


def circles(links: int) -> list[dict[str, str]]:
    inner = '<infoLink targetId="g"/>' * links
    entries = '<selectionEntry name="M"><infoLinks><infoLink targetId="g"/></infoLinks></selectionEntry>' * links
    group = f'<infoGroup id="g"><infoLinks>{inner}</infoLinks></infoGroup>'
    return file(f"<infoGroups>{group}</infoGroups><selectionEntries>{entries}</selectionEntries>")


def one_name() -> list[dict[str, str]]:
    units = []
    for number in range(500):
        values = dict.fromkeys(CHARACTERISTICS, 9) | {"MV": number % 40, "MW": number // 40}
        row = "".join(f'<characteristic name="{name}">{value}</characteristic>' for name, value in values.items())
        profile = f'<profile name="Moth"><characteristics>{row}</characteristics></profile>'
        units.append(f'<selectionEntry name="Moth"><profiles>{profile}</profiles></selectionEntry>')
    return file(f"<selectionEntries>{''.join(units)}</selectionEntries>")


def taps(service: RunningService, count: int) -> list[float]:
    """Milliseconds from each tap to its answer."""
    took = []
    for number in range(count):
        began = time.monotonic()
        service.post(f"/api/timers/red-30/{('flip', 'free')[number % 2]}")
        took.append(1000 * (time.monotonic() - began))
        time.sleep(0.01)
    return took


def sends(service: RunningService, files: list[dict[str, str]], over: Callable[[], bool]) -> None:
    while not over():
        try:
            service.post(API, {"files": files})
        except urllib.error.HTTPError as refused:
            json.load(refused)


def measure(service: RunningService, *, count: int = 300, links: int = 5000) -> Iterator[Figure]:
    service.post("/api/table/begin")
    taps(service, count)
    alone = taps(service, count)
    stop = threading.Event()
    files = circles(links), one_name()
    threads = [threading.Thread(target=sends, args=(service, each, stop.is_set)) for each in files]
    for thread in threads:
        thread.start()
    beside = taps(service, count)
    stop.set()
    for thread in threads:
        thread.join()
    yield Figure.of(
        "a tap to its answer while files made to keep a table busy are read without a pause, median / p99",
        median_p99(beside),
        "ms",
        rival="nothing else",
        rivals=median_p99(alone),
    )
