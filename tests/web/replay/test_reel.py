"""A reel holds, at every row, the very drawing that the server makes of it, and how much sand is left when."""

import random
import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.table.game import Place
from companion.table.table import Table
from companion.table.view import TimerState
from tests.companion.story.matches import play
from tests.companion.story.test_story import story_of
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS, change
from web.replay.pages import MOST_PLACES, places
from web.replay.reel import Reel, ReelFrame, ReelLines

EVERY = [(game, moment) for game in MOMENTS for moment in MOMENTS[game] if moment != "a house ruling"]


def reel_of(phone: Phone, match: int) -> Reel:
    return msgspec.json.decode(phone.get(f"/api/replay/{match}").data, type=Reel)


def without_sand(page: str) -> str:
    """A drawing but for what falls: how full a glass is, the seconds that are left, and that they are few."""
    return re.sub(r'\bgone-[0-9]+|(?<=class="secs">)[0-9:]+|[0-9]+(?= seconds left)| warm\b', "", page)


def drawings(reel: Reel) -> list[list[str]]:
    """As a browser puts them together."""
    lines: list[str] = []
    found: list[list[str]] = []
    now: list[str] = []
    for frame in reel.frames:
        lines += frame.fresh
        if frame.drawn:
            head, tail, *between = frame.drawn
            now = [*now[:head], *(lines[number] for number in between), *(now[-tail:] if tail else [])]
        found.append(now)
    return found


@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=8), max_size=12))
def test_drawings_come_out_of_their_lines_as_they_went_in(pages: list[list[str]]) -> None:
    lines = ReelLines()
    frames = []
    for page in pages:
        fresh, drawn = lines.add("\n".join(page))
        frames.append(ReelFrame(seq=0, at_ms=0, fresh=fresh, drawn=drawn))
    reel = Reel(match=1, game="", length_ms=0, more=False, timers=(), frames=tuple(frames))
    assert drawings(reel) == [("\n".join(page)).splitlines() for page in pages]


@pytest.mark.parametrize(("game", "moment"), EVERY)
def test_every_drawing_is_the_pages_own(phone: Phone, table: Table, game: str, moment: str) -> None:
    """Where no sand falls they are the same to the letter; where it does, but for how much has."""
    MOMENTS[game][moment](phone)
    match = table.glance().number
    reel, story = reel_of(phone, match), story_of(table, match)
    assert [frame.seq for frame in reel.frames] == list(range(len(story.moments) + 1))
    assert [frame.at_ms for frame in reel.frames[1:]] == [each.at_ms for each in story.moments]
    drawn = drawings(reel)
    last = len(story.moments)
    for seq in {0, *(last * part // 8 for part in range(1, 9))}:
        page = phone.get(f"/replay/{match}?at={seq}").text
        own = page[page.index('<div id="stage">') + len('<div id="stage">') :]
        assert without_sand("\n".join(drawn[seq])) in without_sand(own)
        assert reel.frames[seq].text == (story.moments[seq - 1].line.text if seq else "")


def test_the_sand_of_a_reel_is_the_tables(phone: Phone, table: Table, clock: ManualClock) -> None:
    """At any instant between two rows, to the millisecond that rounding takes."""
    play(table, clock, rows=150)
    match, chance = table.glance().number, random.Random(1)
    reel, story = reel_of(phone, match), story_of(table, match)
    sand: dict[int, tuple[int, ...]] = {}
    for frame, following in zip(reel.frames, [*reel.frames[1:], None], strict=True):
        sand |= frame.sand
        later_ms = chance.randrange(following.at_ms - frame.at_ms + 1) if following else 0
        view = story.view(frame.seq, later_ms=later_ms)
        for index, timer in enumerate(view.timers):
            left = sand.get(index, ())
            assert (timer.state is TimerState.ACTIVE) == bool(left), timer.id
            if left:
                shown = left[0] - frame.at_ms - later_ms if len(left) == 2 else left[0]
                assert abs(shown - timer.remaining_ms) <= 2, timer.id


def test_a_replay_that_there_is_not(stranger: Phone) -> None:
    for path in ("/replay/99", "/api/replay/99", "/api/replay/x", "/report?match=99"):
        assert stranger.get(path).status_code == 404, path
    for number in ("99999999999999999999", "9223372036854775808", "-1", "x", "1e3", "%201"):
        for path in ("/replay/{}", "/replay/{}/screens.png", "/api/replay/{}", "/shelf/{}.warglass"):
            assert stranger.get(path.format(number)).status_code == 404, path.format(number)
    for path in ("/replay/1?at=-1", "/replay/1?ms=x", "/report?match=0"):
        assert stranger.get(path).status_code == 422, path


def test_of_many_places_the_first_and_the_last_stay(stranger: Phone, table: Table, clock: ManualClock) -> None:
    play(table, clock, rows=150)
    moment = story_of(table, table.glance().number).moments[0]
    for count in (1, MOST_PLACES, MOST_PLACES + 1, 3 * MOST_PLACES):
        every = [replace(moment, seq=seq, place=Place(str(seq))) for seq in range(count)]
        shown = [each.seq for each in places(every)]
        assert len(shown) == len(set(shown)) == min(count, MOST_PLACES)
        assert (shown[0], shown[-1]) == (0, count - 1)


def test_a_time_of_the_match_is_what_happened_then(phone: Phone, table: Table, clock: ManualClock) -> None:
    """Not what was refused at the same instant, or noted of the table."""
    play(table, clock, rows=40)
    change(phone, "/api/table/end", winner="gold")
    end = table.glance().seq
    assert phone.post("/api/timers/gold-30/flip", {}).status_code == 409
    match = table.glance().number
    assert table.glance().seq > end
    played_ms = story_of(table, match).moments[end - 1].played_ms
    assert f'data-seq="{end}"' in phone.get(f"/replay/{match}?played={played_ms}").text


def test_whoever_looks_for_words_is_led_to_the_moment(stranger: Phone, table: Table, clock: ManualClock) -> None:
    play(table, clock, rows=80)
    match = table.glance().number
    page = stranger.get(f"/replay/{match}?find=ran+out").text
    found = page[page.index('id="found"') :]
    assert "ran out" in found
    assert f'href="/replay/{match}?at=' in found
    assert "No line of this match has these words" in stranger.get(f"/replay/{match}?find=dragon").text


def test_a_time_of_the_match_is_a_place(stranger: Phone, table: Table, clock: ManualClock) -> None:
    play(table, clock, rows=80)
    match = table.glance().number
    story = story_of(table, match)
    for moment in story.moments[5:80:20]:
        seq = story.seq_played(moment.played_ms)
        assert story.moments[seq - 1].stands
        assert f'data-seq="{seq}"' in stranger.get(f"/replay/{match}?played={moment.played_ms}").text


def test_a_replay_goes_by_the_clock_of_the_report(phone: Phone, clock: ManualClock) -> None:
    """Time to set up, and a pause, are in neither: an elimination is told at one and the same time."""
    change(phone, "/api/table/new", game="wartime")
    clock.advance(seconds=100)
    change(phone, "/api/table/begin")
    change(phone, "/api/timers/red-90/flip", unit="Orc")
    clock.advance(seconds=20)
    change(phone, "/api/table/pause")
    clock.advance(seconds=300)
    change(phone, "/api/table/resume")
    clock.advance(seconds=42)
    change(phone, "/api/units/Orc/eliminate", side="red")
    change(phone, "/api/table/end", winner="gold")
    assert "eliminated 1:02" in phone.get("/report").text
    page = phone.get("/replay").headers["Location"]
    told = phone.get(page).text
    assert re.findall(r"<time>([0-9:]+)</time><span>[^<]*Orc[^<]*eliminated", told) == ["1:02"]
    moment = re.search(r'href="(/replay/\d+\?at=\d+)"[^>]*><time>1:02</time>', told)
    assert moment is not None
    assert '<span id="told">1:02 of 1:02</span>' in phone.get(moment[1]).text
    reel = reel_of(phone, int(page.rpartition("/")[2]))
    assert [frame.played_ms for frame in reel.frames][-2:] == [62_000, 62_000]
