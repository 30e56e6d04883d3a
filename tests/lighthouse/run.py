"""Lighthouse, as a phone, on the pages that a game is played with: python tests/lighthouse/run.py, from the root.

It needs Chromium, and in .lighthouse what `make lighthouse` puts there. Ends with 1 where a page falls short.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.states import BOARD, SHOT, STATES  # noqa: E402 - found by the line above
from tests.browser.venue import CHROMIUM, Stage  # noqa: E402
from web.http.access import COOKIE  # noqa: E402
from web.http.phones import PhoneSeat  # noqa: E402

COMMAND = ROOT / ".lighthouse" / "node_modules" / ".bin" / "lighthouse"
LEAST = {"performance": 98, "accessibility": 100, "best-practices": 100}
PLAIN_HTTP = {
    "is-on-https": "a table on the LAN has no name that a certificate could be for",
    "redirects-http": "so there is nowhere to be led to",
}
"""Audits that a score is worked out without, and why: what plain HTTP costs."""
PAGES = {
    "The first page": ("wartime-running", "/start"),
    "WarTime's table": ("wartime-running", "/"),
    "Warzone's table": ("warzone-a-unit-acts", "/"),
    "Battle Line's table": ("battleline-a-flag-open", "/?flag=4"),
    "Measure": ("wartime-running", "/measure"),
    "Measure, answered": ("wartime-running", f"/measure?mode=range&from=C4&to=C6&{BOARD}"),
    "the Shoot calculator": ("warzone-a-unit-acts", SHOT),
    "The shelf": ("all-the-shelf", "/shelf"),
    "Players": ("all-players", "/shelf/players"),
    "A player": ("all-a-player", "/shelf/players/Anna"),
    "A match to bring": ("wartime-a-match-to-bring", "/shelf/import"),
    "A replay of WarTime": ("wartime-a-replay-on-the-map", "/replay"),
    "A replay of Warzone": ("warzone-a-replay-ended", "/replay"),
    "A replay of Battle Line": ("battleline-a-replay-ended", "/replay"),
    "The report on a game of WarTime": ("wartime-report-of-a-game-that-is-over", "/report"),
    "The report on a game of Warzone": ("warzone-report-of-what-might-have-been", "/report"),
    "Rulings": ("wartime-running", "/rulings"),
    "Rulings, asked": ("wartime-running", "/rulings?q=shoot+over+hil"),
}
"""By name: the state that the table is brought to, and the page's address."""


def report(url: str, cookie: str) -> dict[str, Any]:
    """What Lighthouse says of a page, to a phone that has joined. Raises CalledProcessError where it says nothing."""
    command = [str(COMMAND), url, "--quiet", "--output=json", f"--only-categories={','.join(LEAST)}"]
    command += [f"--extra-headers={json.dumps({'Cookie': f'{COOKIE}={cookie}'})}"]
    command += ["--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    environment = {**os.environ, "CHROME_PATH": str(CHROMIUM)}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout))


def score(said: dict[str, Any], category: str) -> int:
    """Of a hundred, as Lighthouse weighs it, without what plain HTTP costs."""
    audits = [(audit["weight"], said["audits"][audit["id"]]) for audit in weighed(said, category)]
    counted = [(weight, audit["score"]) for weight, audit in audits if audit["score"] is not None]
    return round(100 * sum(weight * each for weight, each in counted) / sum(weight for weight, _ in counted))


def failing(said: dict[str, Any], category: str) -> list[str]:
    """What has cost a category something, in Lighthouse's words."""
    audits = [said["audits"][audit["id"]] for audit in weighed(said, category)]
    return [
        f"{audit['id']} {audit.get('displayValue', '')}: {', '.join(_nodes(audit)) or audit['title']}"
        for audit in audits
        if audit["score"] is not None and audit["score"] < 1
    ]


def weighed(said: dict[str, Any], category: str) -> list[dict[str, Any]]:
    refs = said["categories"][category]["auditRefs"]
    return [each for each in refs if each["weight"] and each["id"] not in PLAIN_HTTP]


def _nodes(audit: dict[str, Any]) -> list[str]:
    items = (audit.get("details") or {}).get("items", [])
    return [str(item["node"]["snippet"]) for item in items if "node" in item][:5]


def main() -> int:
    short = 0
    states = {state.id: state for state in STATES}
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        try:
            for name, (state, path) in PAGES.items():
                states[state].play(stage)
                said = report(f"{stage.url}{path}", stage.joined(PhoneSeat.GOLD))
                scores = {category: score(said, category) for category in LEAST}
                print(f"{name}: {', '.join(f'{each} {category}' for category, each in scores.items())}", flush=True)
                for category, least in LEAST.items():
                    short += scores[category] < least
                    for each in failing(said, category):
                        print(f"    {category}: {each}", flush=True)
        finally:
            stage.close()
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
