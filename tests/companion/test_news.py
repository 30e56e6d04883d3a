"""Who waits for a version hears of it, whenever it is told."""

import threading

from companion.clock import News
from tests.support import PATIENCE_S


def test_what_is_known_is_not_waited_for() -> None:
    news = News()
    assert news.wait(None, PATIENCE_S) == 0
    assert news.wait(0, 0) is None
    news.tell()
    assert news.wait(0, PATIENCE_S) == 1


def test_all_who_wait_hear_of_it_and_none_misses_the_last() -> None:
    news, heard, lock = News(), [], threading.Lock()

    def listen() -> None:
        seen: int | None = None
        while not news.over:
            newer = news.wait(seen, PATIENCE_S)
            seen = seen if newer is None else newer
        with lock:
            heard.append(seen)

    threads = [threading.Thread(target=listen) for _ in range(20)]
    for each in threads:
        each.start()
    for _ in range(500):
        news.tell()
    news.end()
    for each in threads:
        each.join(PATIENCE_S)
    assert len(heard) == 20
    assert news.wait(500, PATIENCE_S) is None, "at the end nobody waits"
