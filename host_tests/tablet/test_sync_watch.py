"""`scorepad sync --watch` takes each tablet as it is plugged in; Ctrl-C ends it and a plain sync.

A port is a name in a folder; plugging a tablet in makes the name stand for its pseudo-terminal.
"""

import json
import queue
import threading
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from scorepad.cli import INTERRUPTED, main
from scorepad.club.records.store import Club
from scorepad.tablet import all_ports
from scorepad.tablet.sync import Summary
from scorepad.tablet.watch import AGAIN_S, ATTEMPTS, NEXT_S, PAUSE_S, ParallelJobs, watch
from support.link import local
from support.link.ptys import script
from support.link.syncing import command, speaks

_STARTS_S = 600  # in which a thread begins on the slowest machine; it decides no outcome

# ---- the command in this process


class BrokenOff(ParallelJobs):
    """Ctrl-C comes when the first tablet is done; what is asked then has all the time to end."""

    def __init__(self) -> None:
        super().__init__(lambda: 0.0)

    def ended(self, seconds: float = 1e9) -> Iterator[Summary]:
        for summary in super().ended(seconds):
            yield summary
            if not self.end.is_set():
                raise KeyboardInterrupt


def test_a_sync_that_is_broken_off_keeps_what_it_has_and_the_next_one_goes_on(
    tmp_path, monkeypatch, capsys
):
    ending, released = BrokenOff(), threading.Event()
    monkeypatch.setattr("scorepad.tablet.watch.ParallelJobs", lambda: ending)

    def hang(request):  # until the command is told to end
        ending.end.wait()
        released.set()
        return b""

    db = str(tmp_path / "club.db")
    with local.impostor(script(speaks({}))) as port, local.impostor(hang) as silent:
        assert command(port, silent, "--json", "--db", db) == INTERRUPTED
        (tablet,) = json.loads(capsys.readouterr().out)["tablets"]
        assert (tablet["port"], tablet["new"], released.is_set()) == (port, 1, True)
    monkeypatch.undo()
    with local.impostor(script(speaks({}))) as port:
        assert command(port, "--db", db) == 0
    with Club(db) as club:
        assert len(list(club.sessions())) == 1


def test_a_port_of_windows_is_no_file(tmp_path, monkeypatch):
    machine, looks = [Namespace(device="COM3")], []
    monkeypatch.setattr(all_ports.list_ports, "comports", lambda: machine)
    monkeypatch.setattr(all_ports, "watch", lambda there, sync, work: looks.append(there) or [])
    ports = ("com3", "COM4", "--db", str(tmp_path / "club.db"))
    assert main(["sync", "--watch", *ports]) == 0
    (there,) = looks
    assert there() == {"com3"}
    machine.clear()
    assert there() == set()


def test_who_joins_meanwhile_is_in_the_roster_of_the_next_tablet(tmp_path, monkeypatch):
    db, file = str(tmp_path / "club.db"), tmp_path / "roster.csv"
    sent = []

    def sync_port(port, *_, given, **rest):
        sent.append([name for _, name in given.rosters[0]])
        return Summary(port, found=True)

    def enrol(*names):
        file.write_text("\n".join(["name", *names]))
        assert main(["club", "players", "import", str(file), "--db", db]) == 0

    def tablets_come(_, sync, work):
        for names in (["Ann"], ["Ann", "Bo"]):
            enrol(*names)
            yield sync("port")

    enrol("Ann")
    monkeypatch.setattr(all_ports, "sync_port", sync_port)
    monkeypatch.setattr(all_ports, "watch", tablets_come)
    assert main(["sync", "--watch", "--roster", "--db", db]) == 0
    assert sent == [["Ann"], ["Ann", "Bo"]]


# ---- whose turn it is


def test_slow_phones_of_some_tables_keep_nobody_else_waiting() -> None:
    """As many as there are turns, at eight tables: they have two turns of a table."""
    work, begun, passes = ParallelJobs(), queue.SimpleQueue[str](), threading.Event()

    def sync(port: str, waits: bool) -> Summary:
        begun.put(port.partition("/")[0])
        if waits:
            passes.wait()
        return Summary(port)

    slow = [f"phone:{table}/0a{number}/1" for table in range(1, 9) for number in range(4)]
    for port in slow:
        work.begin(partial(sync, port, True), port)
    tables = Counter(begun.get(timeout=_STARTS_S) for _ in range(16))
    assert {*tables.values()} == {2}
    for port in ("phone:9/0b/1", "/dev/ttyACM0"):
        work.begin(partial(sync, port, False), port)
        assert next(work.ended()).port == port
    assert begun.qsize() == 2
    passes.set()
    assert sorted(summary.port for summary in work.ended()) == sorted(slow)


# ---- when a port is synced


class Watch:
    """Looks at ports, in a time of its own; a sync ends between two looks."""

    def __init__(self, sync: Callable[[str], Summary]):
        self._sync = sync
        self._now = 0.0
        self._before = {*threading.enumerate()}
        self._pass = threading.Event()
        self.begun: list[tuple[str, float]] = []

    def at(self, *there: set[str], **how: object) -> list[Summary]:
        """What was synced where these ports were there, one look after the other; then Ctrl-C."""
        looks = iter(there)

        def ports() -> set[str]:
            for ports in looks:
                return ports
            self._pass.set()
            raise KeyboardInterrupt

        return [*watch(ports, self._begin, self._sleep, clock=lambda: self._now, **how)]  # type: ignore[arg-type]

    def _begin(self, port: str) -> Summary:
        self.begun.append((port, round(self._now, 1)))
        self._pass.wait()
        return self._sync(port)

    def _sleep(self, seconds: float) -> None:
        if threading.current_thread() in self._before:
            self._pass.set()
            for thread in {*threading.enumerate()} - self._before:
                thread.join()
            self._pass.clear()
            self._now += seconds


def found(port: str) -> Summary:
    return Summary(port, found=True, new=3)


def test_a_port_is_taken_when_it_comes_and_not_again_while_it_stays():
    synced = Watch(found).at({"a"}, {"a"}, {"a", "b"}, {"b"}, {"a", "b"})
    assert sorted(summary.port for summary in synced) == ["a", "a", "b"]
    assert [summary.new for summary in synced] == [3, 3, 3]


def test_a_port_that_stays_is_synced_again_after_a_while_where_that_is_wanted():
    watching = Watch(found)
    looks = int(NEXT_S / AGAIN_S) + 3
    watching.at(*[{"a"}] * looks, stay=True)
    assert watching.begun == [("a", 0.0), ("a", NEXT_S + AGAIN_S)]


@pytest.mark.parametrize("when", [0, 3])
def test_a_port_with_news_is_synced_again_at_once(when: int) -> None:
    """Also where it has them while it is synced; not sooner than PAUSE_S after its sync."""
    news = iter([*[set[str]()] * when, {"a", "b"}])
    watching = Watch(found)
    watching.at(*[{"a"}] * 8, stay=True, news=lambda: next(news, set()))
    (_, first), (port, again) = watching.begun
    assert (port, first) == ("a", 0)
    assert again == max(when, 2) * AGAIN_S >= AGAIN_S + PAUSE_S


@pytest.mark.parametrize(
    ("kind", "times", "said"),
    [("", ATTEMPTS, [True]), ("silent", 2, [False]), ("shut", 3 * ATTEMPTS, [False, True])],
)
def test_a_port_that_cannot_be_used_yet_is_tried_again(kind: str, times: int, said: list[bool]):
    """Where nothing answers only once, for seconds; a shut one until it opens, and said once."""

    def sync(port: str) -> Summary:
        summary = Summary(port, found=len(watching.begun) == ATTEMPTS * (3 if kind else 1))
        summary.silent, summary.shut = kind == "silent", kind == "shut" and not summary.found
        return summary

    watching = Watch(sync)
    synced = watching.at(*[{"a"}] * (3 * int(NEXT_S / AGAIN_S) + 5))
    assert (len(watching.begun), [summary.found for summary in synced]) == (times, said)
