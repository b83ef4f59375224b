"""`scorepad sim`: key scripts, playing deals, a terminal, its files, and what bad input gets."""

import os
import pty
import subprocess
from pathlib import Path

import pytest
from PIL import Image
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from scorepad.errors import UserError
from scorepad.simulator import flash, script
from scorepad.simulator.flash import Flash
from scorepad.simulator.live import Live
from scorepad.simulator.tablet import Tablet
from support.commands import SCOREPAD, lines_of, plugged_in, refused, scorepad


def test_a_script_presses_keys_resets_and_takes_shots(tmp_path: Path) -> None:
    keys = tmp_path / "a.keys"
    keys.write_text(
        "# new game\nok OK\nOK  # the dealer\nshot compass\nDOWN\nshot contract\n"
        "OK OK\nreset\nshot a\npower-cut\nwait 100\nshot b\nhold BACK\nshot menu\n"
    )
    shots = lines_of(scorepad("sim", "--keys", keys, "--screenshots", tmp_path / "p", "--json"))
    assert [(s["shot"], s["screen"], s["presses"]) for s in shots] == [
        ("compass", "compass", 3),
        ("contract", "contract", 4),
        ("a", "compass", 6),
        ("b", "compass", 6),
        ("menu", "menu", 7),
    ]
    assert shots[1]["text"] == ["3♠", "◀", "South", "result", "OK"]
    assert shots[0]["i2c_bytes"] < shots[1]["i2c_bytes"]
    assert shots[0]["sha256"] != shots[2]["sha256"] == shots[3]["sha256"]
    with Image.open(tmp_path / "p" / "contract.png") as picture:
        assert picture.width > 128


def test_a_script_from_standard_input_with_a_battery() -> None:
    for options, shown in ((("--battery", "9"), True), ((), False)):
        done = scorepad("sim", *options, "--keys", "-", stdin="\ufeffOK BACK\nshot home\n")
        assert done.stdout.startswith("home: home: Table 1")
        assert ("9%" in done.stdout) == shown


def test_mistakes_in_a_script_name_the_line() -> None:
    for line in (
        *("UPP", "hold", "hold XX", "hold BACK -1", "hold BACK 1 2", "wait", "wait x", "wait 0"),
        *("wait 99999999999999999999", "wait 00000000199999999999999", "wait ²", "shot"),
        *("shot a b", "shot ../a", "shot .", "reset 1", "power-cut now", "UP wait 5", "ask"),
    ):
        with pytest.raises(UserError, match=r"^t:3: "):
            script.parse(f"UP\n\n{line}\n", "t")


def test_a_tablet_in_the_middle_of_a_game_is_not_played_over(tmp_path: Path) -> None:
    deals = tmp_path / "d.deals"
    deals.write_text("2H N =\n")
    arguments = ("sim", "--flash", tmp_path / "f", "--play", deals)
    assert scorepad(*arguments).returncode == 0
    assert "game that is open" in refused(scorepad(*arguments))


def test_a_flash_file_that_is_in_use(path: Path) -> None:
    with plugged_in(path) as port:
        assert port.startswith("/dev/")
        message = refused(scorepad("sim", "--flash", path, "--keys", "-", stdin="shot a"))
    assert message.startswith(f"{path}: another simulated tablet")


def test_a_flash_file_that_another_makes_is_not_made_again(tmp_path, monkeypatch):
    path = tmp_path / "t.flash"
    first = Flash(path)
    path.write_bytes(played := b"\0" * 4096 + path.read_bytes()[4096:])
    monkeypatch.setattr(flash, "_there", lambda path: False)  # as it was a moment before
    with pytest.raises(flash.BadFlash):
        Flash(path)
    assert path.read_bytes() == played
    first.close()
    assert [file.name for file in tmp_path.iterdir()] == ["t.flash"]


def test_what_bad_input_gets(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("something else")
    bad = tmp_path / "bad.deals"
    bad.write_text("2H N =\n4S S +4\n")
    over = tmp_path / "over.deals"
    over.write_text("4S N =\n4S N =\n4S N =\n")
    binary = tmp_path / "binary.keys"
    binary.write_bytes(b"\xff\xfe\x00")
    missing, long = tmp_path / "none", tmp_path / ("x" * 300)
    for expected, arguments in {
        f"{other}: not the flash": ("--flash", other, "--keys", "-"),
        f"{tmp_path}: cannot be opened": ("--flash", tmp_path, "--keys", "-"),
        f"{bad}:2: ": ("--play", bad),
        f"{over}:3: ": ("--play", over),
        f"{binary}: ": ("--keys", binary),
        f"{missing}: ": ("--keys", missing),
        "scorepad sim: --rules whist": ("--rules", "whist", "--play", bad),
        "sim needs a terminal": (),
        "sim: the simulated tablet has died": ("--heap", "32", "--keys", "-"),
        f"{other}: cannot be made": ("--keys", "-", "--screenshots", other),
        f"{other / 'x'}: cannot be": ("--keys", "-", "--flash", other / "x"),
        f"{long}: cannot be": ("--keys", "-", "--flash", long),
        "/proc/a.png: cannot be": ("--keys", "-", "--screenshots", "/proc"),
        "Battery 101": ("--battery", "101"),
        "--keys and --play cannot": ("--keys", "-", "--play", "-"),
    }.items():
        assert refused(scorepad("sim", *arguments, stdin="shot a\n")).startswith(expected)
    assert other.read_text() == "something else"


def test_where_no_micropython_can_be_had_it_runs_on_cpython(monkeypatch):
    monkeypatch.setenv("MICROPYTHON", "/nowhere/micropython")
    done = scorepad("sim", "--rules", "rubber", "--play", "-", stdin="4S N =\n")
    assert (done.returncode, done.stdout[:8]) == (0, "1 deals,")
    assert "runs on CPython" in done.stderr
    refused(scorepad("sim", "--runtime", "unix", "--keys", "-", stdin="shot a\n"))


def play_live(tablet: Tablet, typed: str) -> None:
    """Type these keys at a terminal, and `q` after them."""
    with create_pipe_input() as keys:
        keys.send_text(typed + "q")
        Live(tablet, None, True).play(keys, DummyOutput())


def test_keys_of_a_terminal_are_the_tablet_s() -> None:
    with Tablet(Flash()) as tablet, Tablet(Flash()) as another:
        typed = "\r\x1b[B\x1b[A\r\x1b[A\r"  # between two of Enter something else
        play_live(tablet, typed + "\x1b[B\x1b[A\x1b[C")
        another.press("OK", "OK", "OK", "DOWN", "UP", "RIGHT")
        assert tablet.look().text == another.look().text
        play_live(tablet, "r\x7f")
        assert tablet.look().screen == "compass"
        play_live(tablet, "\x1b[Bm")
        assert tablet.look().screen == "menu"
        play_live(tablet, "p")
        assert tablet.look().screen == "compass"


def test_it_is_played_in_a_terminal() -> None:
    """Started as a user starts it: a picture comes, `q` ends it."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS="80", LINES="24")
        os.execv(SCOREPAD[0], [*SCOREPAD, "sim"])
    seen = b""
    while "⣿".encode() not in seen:
        seen += os.read(terminal, 65536)
    os.write(terminal, b"q")
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:  # it has ended
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)


def test_a_port_is_offered_until_the_process_is_ended() -> None:
    """With a script before; output is UTF-8 whatever the terminal says."""
    command = [*SCOREPAD, "sim", "--tcp", "--keys", "-"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    with subprocess.Popen(command, env=environment, **pipes) as tablet:
        assert tablet.stdin and tablet.stdout and tablet.stderr
        tablet.stdin.write(b"OK OK OK UP\nshot a\n")
        tablet.stdin.close()
        assert "3♠".encode() in tablet.stdout.readline()
        assert tablet.stdout.readline().startswith(b"socket://127.0.0.1:")
        tablet.terminate()
        assert b"--flash FILE" in tablet.stderr.read()
    assert tablet.returncode == 0
