"""Serves the page Backup: it downloads everything that the table has as a file, and restores such a file. Both ask for
the join code."""

import io
import secrets
import shutil
import threading
from collections.abc import Mapping
from datetime import datetime

import msgspec
from flask import Flask, Response, flash, g, make_response, redirect, request, send_file
from werkzeug.exceptions import RequestEntityTooLarge

from companion.backup.files import ForAll, NoShelfFile, ShelfFile, write
from companion.backup.restore import Brought, bring_back
from companion.clock import SECOND, Clock
from companion.journal.journal import Journal, JournalError
from companion.matchfile.library import ROOM
from companion.rulings.shelf import Shelf
from companion.table.errors import Refused, Unread
from companion.table.events import BackedUp
from companion.table.game import AnyGame
from companion.table.table import Table
from web.http.access import Access
from web.http.join import WRONG
from web.http.problems import AROUND, LARGEST_UPLOAD
from web.http.render import page
from web.replay.api import Lane

BACKUP = "/backup"
LARGEST = LARGEST_UPLOAD - AROUND
"""Limits the bytes of a file that the page takes; some 35,000 acts."""
MOST_ACTS, MOST_BYTES = 60_000, 32 * 1024 * 1024
"""Bounds what a backup may contain. While the table restores it, some seconds at most, it does not answer phones."""
LARGEST_DOWNLOAD = 16 * 1024 * 1024
WAITS_NS = 600 * SECOND
"""Is how long a file that was looked at waits to be restored."""
TOO_LARGE = "That file is too large for this page. Copy it to the box and restore it there: warglass shelf import FILE."
_CALLED = {
    "choices": "rule choice",
    "force": "Force",
    "rule text": "rule text",
    "ruling": "house ruling",
    "scenario": "scenario",
    "unit": "unit card",
}


class WaitingUpload(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a file that was looked at, and the phone that brought it. `token` names it in the form that restores
    it."""

    token: str
    phone: int
    data: bytes
    replace: bool
    until: int


class BackupPages:
    """Serves the page. Called in the server's threads. One file waits at a time."""

    def __init__(  # noqa: PLR0917
        self, table: Table, games: Mapping[str, AnyGame], access: Access, clock: Clock, shelf: Shelf, lane: Lane
    ) -> None:
        self._table = table
        self._games = games
        self._access = access
        self._clock = clock
        self._shelf = shelf
        self._lane = lane
        self._lock = threading.Lock()
        self._waiting: WaitingUpload | None = None

    def install(self, app: Flask) -> None:
        app.add_url_rule(BACKUP, endpoint="backup_page", view_func=self.backup_page, methods=["GET"])
        for rule, view in (
            ("/backup/download", self.backup_download),
            ("/backup/look", self.backup_look),
            ("/backup/restore", self.backup_restore),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["POST"])

    def backup_page(self) -> Response:
        return _page()

    def backup_download(self) -> Response:
        if not self._vouched():
            return _page(422, wrong_download=WRONG)
        for_all, file = ForAll(self._games), _Bounded()
        try:
            with self._lane.turn():
                header = write(
                    self._table.journal_path, file, running=True, wall_ns=self._clock.wall(), for_all=for_all
                )
        except JournalError as error:
            raise Unread(f"{error} The game goes on.") from error
        self._table.note(BackedUp(matches=header.matches), source=g.source)
        file.seek(0)
        name = f"warglass-{datetime.now():%Y-%m-%d}.shelf"
        return send_file(file, "application/octet-stream", as_attachment=True, download_name=name, etag=False)

    def backup_look(self) -> Response:
        """Shows what a file would change, without changing it."""
        request.max_content_length = LARGEST_UPLOAD
        try:
            upload = request.files.get("file")
            data = upload.read(LARGEST + 1) if upload else b""
            if not self._vouched():
                return _page(422, wrong_restore=WRONG)
        except RequestEntityTooLarge:
            return _page(413, wrong_restore=TOO_LARGE)
        if not data:
            return _page(422, wrong_restore="Choose a backup first.")
        if len(data) > LARGEST:
            return _page(413, wrong_restore=TOO_LARGE)
        replace = "replace" in request.form
        try:
            plan = self._bring(data, replace=replace, keep=False)
        except (NoShelfFile, Refused) as error:
            return _page(422, wrong_restore=str(error))
        waiting = WaitingUpload(
            token=secrets.token_hex(16),
            phone=g.seating.phone,
            data=data,
            replace=replace,
            until=self._clock.now() + WAITS_NS,
        )
        with self._lock:
            self._waiting = waiting
        return _page(plan=plan, token=waiting.token, replace=replace)

    def backup_restore(self) -> Response:
        """Restores the file that this phone has looked at."""
        with self._lock:
            waiting = self._waiting
            token = request.form.get("token", "")
            ours = (
                waiting is not None
                and secrets.compare_digest(waiting.token.encode(), token.encode())
                and waiting.phone == g.seating.phone
                and self._clock.now() < waiting.until
            )
            if ours:
                self._waiting = None
        if waiting is None or not ours:
            return _page(422, wrong_restore="Not restored: the file is gone. Choose it again.")
        try:
            done = self._bring(waiting.data, replace=waiting.replace, keep=True)
        except (NoShelfFile, Refused) as error:
            return _page(422, wrong_restore=str(error))
        self._shelf.reread()
        self._table.note(BackedUp(matches=done.matches, restored=True), source=g.source)
        kept = done.kept.total()
        flash(f"Restored: {_counted(done.matches, 'game')}, {_counted(kept, 'other thing')}.")
        return make_response(redirect(BACKUP, 303))

    def _bring(self, data: bytes, *, replace: bool, keep: bool) -> Brought:
        """Restores the file. Raises NoShelfFile and Refused, and then the table has not changed."""
        if shutil.disk_usage(self._table.journal_path.parent).free < ROOM + MOST_BYTES:
            raise Refused("Not restored: the disk has hardly any room left. Delete old games first.")
        with self._lane.turn():
            file = ShelfFile(data, most_events=MOST_ACTS, most_bytes=MOST_BYTES)

            def bring(journal: Journal) -> Brought:
                wall = self._clock.wall()
                return bring_back(file, journal, games=self._games, replace=replace, wall_ns=wall, beside=True)

            return self._table.restore(bring, keep=keep)

    def _vouched(self) -> bool:
        """Returns whether the code came along. Raises TurnedAway after too many wrong ones."""
        return self._access.fits(request.form.get("code", ""), address=request.remote_addr or "")


class _Bounded(io.BytesIO):
    """Holds a file in memory, up to the size that a phone may be sent. Raises Refused beyond that."""

    def write(self, data: "bytes | bytearray | memoryview[int]") -> int:  # type: ignore[override]
        if self.tell() + len(data) > LARGEST_DOWNLOAD:
            raise Refused("This backup is too large for a phone. Make it on the box: warglass shelf export FILE.")
        return super().write(data)


def _page(
    status: int = 200,
    *,
    plan: Brought | None = None,
    token: str = "",
    replace: bool = False,
    wrong_download: str = "",
    wrong_restore: str = "",
) -> Response:
    return page(
        "backup.html",
        status=status,
        plan=plan,
        token=token,
        replace=replace,
        wrong_download=wrong_download,
        wrong_restore=wrong_restore,
        largest=LARGEST,
        counted=_counted,
        called=_CALLED,
        name=_name,
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _name(kind_and_id: str) -> str:
    """Returns a kept thing's name, as players say it: "unit card hounds"."""
    kind = next((each for each in sorted(_CALLED, key=len, reverse=True) if kind_and_id.startswith(each)), "")
    return f"{_CALLED.get(kind, kind)}{kind_and_id.removeprefix(kind)}".removesuffix(" choices")
