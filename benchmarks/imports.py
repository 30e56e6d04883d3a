"""A tap's way to the table and back while files are read that were made to keep it busy. Run it from the repository's
root: python benchmarks/imports.py.

The service runs in a process of its own. One phone taps; two others send, again and again, files whose links lead from
everything to everything, and five hundred units of one name. The rival is reading them in the table's own process.
"""

import base64
import json
import statistics
import tempfile
import threading
import time
import urllib.error
from collections.abc import Callable
from pathlib import Path

from running import RunningService

TAPS = 300
CHARACTERISTICS = ("MV", "MW", "CC", "ST", "DEF", "AR", "W", "PW", "LD")
API = "/api/warzone/units/import"


def file(inside: str) -> list[dict[str, str]]:
    data = f'<catalogue name="Capitol">{inside}</catalogue>'.encode()
    return [{"name": "moths.cat", "data": base64.b64encode(data).decode()}]


def circles() -> list[dict[str, str]]:
    links = '<infoLink targetId="g"/>' * 6000
    entries = '<selectionEntry name="M"><infoLinks><infoLink targetId="g"/></infoLinks></selectionEntry>' * 4000
    group = f'<infoGroup id="g"><infoLinks>{links}</infoLinks></infoGroup>'
    return file(f"<infoGroups>{group}</infoGroups><selectionEntries>{entries}</selectionEntries>")


def one_name() -> list[dict[str, str]]:
    units = []
    for number in range(500):
        values = dict.fromkeys(CHARACTERISTICS, 9) | {"MV": number % 40, "MW": number // 40}
        row = "".join(f'<characteristic name="{name}">{value}</characteristic>' for name, value in values.items())
        profile = f'<profile name="Moth"><characteristics>{row}</characteristics></profile>'
        units.append(f'<selectionEntry name="Moth"><profiles>{profile}</profiles></selectionEntry>')
    return file(f"<selectionEntries>{''.join(units)}</selectionEntries>")


def taps(service: RunningService) -> list[float]:
    """Milliseconds from each tap to its answer."""
    took = []
    for number in range(TAPS):
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


def said(name: str, took: list[float]) -> None:
    ordered = sorted(took)
    print(
        f"{name}: median {statistics.median(took):.1f} ms, p99 {ordered[len(took) * 99 // 100]:.1f} ms, "
        f"worst {ordered[-1]:.1f} ms"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service:
        service.join()
        service.post("/api/table/begin")
        taps(service)
        said("taps, nothing else", taps(service))
        stop = threading.Event()
        threads = [
            threading.Thread(target=sends, args=(service, files, stop.is_set)) for files in (circles(), one_name())
        ]
        for thread in threads:
            thread.start()
        said("taps while files are read", taps(service))
        stop.set()
        for thread in threads:
            thread.join()
