"""Open pages are told of every change of the club, once, also of one made during trouble."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from scorepad.errors import UserError
from scorepad.web import server
from scorepad.web.live import changes
from scorepad.web.live.changes import AGE_S, Changes, Part, Shared
from scorepad.web.tablet import line as web_line
from support.web.instant import Clock
from support.web.phones import dialled, new_phone
from support.web.served import serving_here


class Looks:
    """A club's database, and the time between two looks at it.

    states: at each look a number that is another one after a change, or None if the database
        cannot be read; it ends with them
    """

    def __init__(self, *states: int | None) -> None:
        self.happened = list[str]()
        self._left = [*states]

    def is_set(self) -> bool:
        return not self._left

    def wait(self, seconds: float) -> bool:
        del self._left[:1]
        return self.is_set()

    @contextlib.contextmanager
    def looking(self) -> Iterator[Callable[[], object]]:
        yield self._marker

    def _marker(self) -> int:
        self.happened.append("look")
        if self._left[0] is None:
            raise UserError("the database is locked")
        return self._left[0]


def happened(*states: int | None) -> list[str]:
    """Return the order in which the database is looked at, and pages are told of a change."""
    looks = Looks(*states)
    changes._look(looks, looks, lambda: looks.happened.append("tell"))  # type: ignore[arg-type]
    return looks.happened


def test_each_change_is_told_once() -> None:
    begin = happened(1).count("tell")
    assert happened(1, 1, 1).count("tell") == begin
    assert happened(1, 2, 2, 3).count("tell") == begin + 2


def test_a_change_during_trouble_is_told() -> None:
    assert happened(None, 2, 2)[:4] == ["look", "tell", "look", "tell"]


def test_a_page_is_sent_when_it_has_become_another() -> None:
    source = Changes()
    one = b"one", "1"
    parts = iter([one, one, (b"one", "2"), (b"two\nlines", "2"), UserError("gone")])

    async def part() -> tuple[bytes, str]:
        source.count += 1  # as if something had changed meanwhile
        found = next(parts)
        if isinstance(found, Exception):
            raise found
        return found

    async def watch() -> list[bytes]:
        return [event async for event in source.events(part)]

    assert asyncio.run(watch()) == [
        b"id: 1\ndata: one\n\n",
        b": there\n\n",
        b"id: 2\ndata: one\n\n",
        b"id: 2\ndata: two\ndata: lines\n\n",
    ]


def test_a_page_that_many_read_is_made_once_after_each_change() -> None:
    source, clock, made = Changes(), Clock(), list[int]()
    shared = Shared(source, clock)

    def make() -> Part:
        made.append(len(made))
        return b"page", str(len(made))

    async def read() -> list[int]:
        """How often it was made, and that all have read the same."""
        counts = list[int]()
        for changed, seconds in ((False, 0.0), (True, 0.0), (False, AGE_S + 0.1)):
            clock.now += seconds
            if changed:
                source.happened()
            pages = await asyncio.gather(*(shared.page("/room", make) for _ in range(5)))
            counts += [len(made)] * len(set(pages))
        return counts

    assert asyncio.run(read()) == [1, 2, 3]


def test_a_phone_without_a_network_is_out_of_reach_within_ten_seconds(tmp_path, monkeypatch):
    assert web_line.BEAT_S + web_line.ANSWER_S < 10
    for module, name, seconds in (
        *((module, "BEAT_S", 0.05) for module in (web_line, server)),
        (server, "ANSWER_S", 1),  # a busy machine takes longer to answer
    ):
        monkeypatch.setattr(module, name, seconds)
    how = {"password": "correct horse"}
    with serving_here(tmp_path / "club.db", **how) as served, dialled(served) as line:
        served.enter()
        new_phone(served, 1).greet(line, 3)
        assert any(part == b"" for part in line)  # it hears that the club is there
        monkeypatch.setattr(line.protocol, "receive_data", lambda data: None)
        assert served.shows("/evening", "out of reach since")
