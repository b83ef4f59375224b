"""`scorepad sync --watch` takes each tablet as it is plugged in.

A port is a name in a folder; plugging a tablet in makes the name stand for its pseudo-terminal.
"""

import contextlib
import json
import os
import pty
import signal
import subprocess
import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from scorepad.cli import main
from scorepad.cli.commands import sync as sync_command
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.sync import Summary
from scorepad.tablet.watch import ATTEMPTS, watch
from support.commands import SCOREPAD
from support.link.ptys import impostor, plugged_in

ENDED = "ended by Ctrl-C; what is not fetched yet comes with the next sync"
GAME = ("OK", "OK", "OK", *("UP", "OK", "OK") * 4)  # N-S make three spades until the rubber ends


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Tablet]:
    """A tablet with a whole rubber."""
    with Tablet(Flash(tmp_path / "flash")) as tablet:
        play(tablet)
        yield tablet


def play(tablet: Tablet) -> None:
    """A whole rubber; OK is then meant for its end."""
    tablet.press(*GAME)
    tablet.wait(1000)
    tablet.press("OK")


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[subprocess.Popen]:
    """The command, at the ports `one` to `three`; a JSON line a tablet."""
    ports = [str(tmp_path / name) for name in ("one", "two", "three")]
    command = [*SCOREPAD, "sync", "--watch", "--json", *ports, "--db", tmp_path / "club.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert b"Ctrl-C" in running.stderr.readline()
        assert b"made the new database" in running.stderr.readline()
        yield running
        running.kill()


def counts(running: subprocess.Popen) -> tuple[str, int, int]:
    """The port, how many sessions were new and how many known, of the next tablet."""
    (tablet,) = json.loads(running.stdout.readline())["tablets"]
    return Path(tablet["port"]).name, tablet["new"], tablet["known"]


def test_tablets_come_and_go(played, watching, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    with plugged_in(played) as port:
        one.symlink_to(port)
        assert counts(watching) == ("one", 1, 0)
        two.symlink_to(port)  # a hub with two names for it
        assert counts(watching) == ("two", 0, 1)
    play(played)  # the next rubber
    with plugged_in(played) as port:
        (tmp_path / "three").symlink_to(port)
        assert counts(watching) == ("three", 1, 1)
    watching.send_signal(signal.SIGINT)
    rest, said = watching.communicate(timeout=60)
    assert (watching.returncode, rest) == (0, b"")
    assert b"Traceback" not in said
    with Club(str(tmp_path / "club.db")) as club:
        assert len(list(club.sessions())) == 2


def test_what_is_no_tablet_is_named_and_left_alone(watching, tmp_path):
    with impostor(lambda request: b"ATZ\r\n") as modem:
        (tmp_path / "one").symlink_to(modem)
        said = watching.stderr.readline()
    assert b"one: no tablet answers" in said
    watching.send_signal(signal.SIGINT)
    assert watching.wait(timeout=60) == 0


def turns(*there: set[str]):
    """The ports at one look after the other; then Ctrl-C."""
    looks = iter(there)

    def ports() -> set[str]:
        try:
            return next(looks)
        except StopIteration:
            raise KeyboardInterrupt from None

    return ports


def test_a_port_is_taken_when_it_comes_and_not_again_while_it_stays():
    ports = turns({"a"}, {"a"}, {"a", "b"}, {"b"}, {"a", "b"})
    synced = watch(ports, lambda port: Summary(port, found=True), lambda seconds: None)
    assert sorted(summary.port for summary in synced) == ["a", "a", "b"]


@pytest.mark.parametrize("when", [0, 10])
def test_a_port_with_news_is_synced_again_at_once(when: int) -> None:
    """Also where it has them while it is synced; without any it would wait for seconds."""
    looks = iter([*[set[str]()] * when, {"a", "b"}])
    synced = watch(
        turns(*[{"a"}] * 30),
        lambda port: Summary(port, found=True),
        lambda seconds: time.sleep(0.02),
        stay=True,
        news=lambda: next(looks, set()),
    )
    assert [summary.port for summary in synced] == ["a", "a"]


def test_a_port_that_cannot_be_opened_yet_is_tried_again():
    asked = []

    def sync(port):
        asked.append(port)
        there = len(asked) == ATTEMPTS
        return Summary(port, found=there, trouble="" if there else "permission denied")

    (summary,) = watch(turns({"a"}), sync, lambda seconds: None)
    assert summary.found and len(asked) == ATTEMPTS


def test_a_port_where_nothing_answers_is_asked_once_more():
    asked = []

    def sync(port):
        asked.append(port)
        summary = Summary(port, trouble="no tablet answers")
        summary.silent = True
        return summary

    assert [summary.found for summary in watch(turns({"a"}), sync, lambda seconds: None)] == [
        False
    ]
    assert asked == ["a", "a"]


def test_what_has_begun_is_finished():
    synced = watch(turns({"a"}), lambda port: Summary(port, True, new=3), lambda seconds: None)
    assert [summary.new for summary in synced] == [3]


@pytest.mark.parametrize("watching", [(), ("--watch",)], ids=["once", "watching"])
def test_ctrl_c_ends_it_within_a_second_and_says_so(played, tmp_path, watching):
    """Also where one port says nothing, and another answers nonsense for ever."""
    command = [*SCOREPAD, "sync", *watching, "--db", tmp_path / "club.db"]
    with impostor(lambda request: b"") as silent, impostor(lambda _: b"ATZ\r\n") as modem:
        ports = [tmp_path / "silent", tmp_path / "modem"]
        for link, port in zip(ports, (silent, modem), strict=True):
            link.symlink_to(port)
        with subprocess.Popen([*command, *ports], stdout=PIPE, stderr=PIPE) as running:
            while b"made the new database" not in running.stderr.readline():
                pass
            time.sleep(0.5)  # it has begun to ask
            running.send_signal(signal.SIGINT)
            begun = time.monotonic()
            _, said = running.communicate(timeout=60)
            took = time.monotonic() - begun
    assert took < 2  # one second, on a machine that does nothing else
    assert said.decode().splitlines() == [ENDED]
    assert running.returncode == (0 if watching else 130)


def test_a_sync_that_is_broken_off_keeps_what_it_has_and_the_next_one_goes_on(played, tmp_path):
    database = tmp_path / "club.db"
    command = [*SCOREPAD, "sync", "--db", database]
    with plugged_in(played) as port, impostor(lambda request: b"") as silent:
        with subprocess.Popen([*command, port, silent], stdout=PIPE, stderr=PIPE) as running:
            assert b"database" in running.stderr.readline()
            assert b"a tablet with 1 session" in running.stderr.readline()
            time.sleep(0.5)
            running.send_signal(signal.SIGINT)
            out, said = running.communicate(timeout=60)
        assert (running.returncode, said.decode().splitlines()) == (130, [ENDED])
        assert f"{port}: tablet" in out.decode() and silent not in out.decode()
        assert main(["sync", port, "--db", str(database)]) == 0
    with Club(str(database)) as club:
        assert len(list(club.sessions())) == 1


def watched(monkeypatch, *arguments):
    """What the command looks at, and what it does with a port."""
    given = []
    monkeypatch.setattr(sync_command, "watch", lambda *how: given.extend(how) or [])
    assert main(["sync", "--watch", *arguments]) == 0
    return given


def test_a_port_of_windows_is_no_file(tmp_path, monkeypatch):
    machine = [Namespace(device="COM3")]
    monkeypatch.setattr(sync_command.list_ports, "comports", lambda: machine)
    there, _ = watched(monkeypatch, "com3", "COM4", "--db", str(tmp_path / "club.db"))
    assert there() == {"com3"}
    machine.clear()
    assert there() == set()


def test_who_joins_meanwhile_is_in_the_roster_of_the_next_tablet(tmp_path, monkeypatch):
    db, file = str(tmp_path / "club.db"), tmp_path / "roster.csv"
    sent = []

    def sync_port(port, *_, roster, **rest):
        sent.append([name for _, name in roster])
        return Summary(port, found=True)

    def enrol(*names):
        file.write_text("\n".join(["name", *names]))
        assert main(["club", "players", "import", str(file), "--db", db]) == 0

    def tablets_come(_, sync):
        for names in (["Ann"], ["Ann", "Bo"]):
            enrol(*names)
            yield sync("port")

    enrol("Ann")
    monkeypatch.setattr(sync_command, "sync_port", sync_port)
    monkeypatch.setattr(sync_command, "watch", tablets_come)
    assert main(["sync", "--watch", "--roster", "--db", db]) == 0
    assert sent == [["Ann"], ["Ann", "Bo"]]


def test_a_port_that_is_no_tablet_has_no_bar(played, tmp_path):
    """On a terminal, where tablets have one."""
    ours, terminal = pty.openpty()
    with plugged_in(played) as port, impostor(lambda request: b"") as silent:
        command = [*SCOREPAD, "sync", "--db", tmp_path / "club.db", port, silent]
        with subprocess.Popen(command, stdout=PIPE, stderr=terminal) as running:
            os.close(terminal)
            shown = os.read(ours, 4096)
            time.sleep(1)
            running.send_signal(signal.SIGINT)
            with contextlib.suppress(OSError):  # the terminal ends with the command
                while more := os.read(ours, 4096):
                    shown += more
    os.close(ours)
    assert silent.encode() not in shown
    assert ENDED.encode() in shown
