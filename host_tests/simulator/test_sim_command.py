"""`scorepad sim`: key scripts, playing deals, its files, and what bad input gets."""

import os
import pty
import subprocess
import time
from pathlib import Path

import pytest
from PIL import Image

from scorepad.errors import UserError
from scorepad.simulator import flash, script
from scorepad.simulator.flash import Flash
from scorepad.simulator.script import Step
from support.commands import EXAMPLES, SCOREPAD, lines_of, plugged_in, refused, scorepad


def test_a_script_presses_keys_and_takes_shots(tmp_path: Path) -> None:
    keys = tmp_path / "a.keys"
    keys.write_text("# new game\nok OK\nOK  # the dealer\nshot compass\nDOWN\nshot contract\n")
    shots = lines_of(scorepad("sim", "--keys", keys, "--screenshots", tmp_path / "p", "--json"))
    assert [(s["shot"], s["screen"], s["presses"]) for s in shots] == [
        ("compass", "compass", 3),
        ("contract", "contract", 4),
    ]
    assert shots[1]["text"] == ["3♠", "◀", "South", "result", "OK"]
    assert shots[0]["i2c_bytes"] < shots[1]["i2c_bytes"]
    assert len(shots[0]["sha256"]) == 64
    with Image.open(tmp_path / "p" / "contract.png") as picture:
        assert picture.width > 128


def test_a_script_from_standard_input(tmp_path: Path) -> None:
    done = scorepad("sim", "--keys", "-", stdin="shot home\n")
    assert done.stdout.startswith("home: home: Table 1")


def test_reset_and_power_cut_in_a_script() -> None:
    keys = "OK OK OK DOWN OK OK\nreset\nshot a\npower-cut\nwait 100\nshot b\nhold BACK\nshot c\n"
    shots = lines_of(scorepad("sim", "--keys", "-", "--json", stdin=keys))
    assert [shot["screen"] for shot in shots] == ["compass", "compass", "menu"]
    assert shots[0]["sha256"] == shots[1]["sha256"]


def test_steps_of_the_language() -> None:
    text = "up Down\nHOLD back\nhold OK 30\nwait 5\nshot x-1_y\nreset\npower-cut\n\n# end"
    assert script.parse(text, "t") == [
        Step("press", keys=("UP", "DOWN")),
        Step("hold", keys=("BACK",), milliseconds=1200),
        Step("hold", keys=("OK",), milliseconds=30),
        Step("wait", milliseconds=5),
        Step("shot", name="x-1_y"),
        Step("reset"),
        Step("power-cut"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "UPP", "hold", "hold XX", "hold BACK -1", "hold BACK 1 2", "wait", "wait x", "wait 0",
        "wait 99999999999999999999", "wait 00000000199999999999999", "wait ²", "shot",
        "shot a b", "shot ../a", "shot .",
        "reset 1", "power-cut now", "UP wait 5",
    ],
)  # fmt: skip
def test_mistakes_in_a_script_name_the_line(line: str) -> None:
    with pytest.raises(UserError, match=r"^t:3: "):
        script.parse(f"UP\n\n{line}\n", "t")


def test_playing_counts_presses_and_reads_the_totals() -> None:
    done = scorepad("sim", "--rules", "rubber", "--play", EXAMPLES / "rubber.deals", "--json")
    played = lines_of(done)[-1]
    assert played["deals"] == 7
    assert played["totals"] == {"NS": 1260, "EW": 320}
    assert played["presses_per_deal"] == round(played["deal_presses"] / 7, 3)
    assert played["presses"] > played["deal_presses"]


def test_a_tablet_in_the_middle_of_a_game_is_not_played_over(tmp_path: Path) -> None:
    deals = tmp_path / "d.deals"
    deals.write_text("2H N =\n")
    arguments = ("sim", "--flash", tmp_path / "f", "--play", deals)
    assert scorepad(*arguments).returncode == 0
    assert "finish the game that is open" in refused(scorepad(*arguments))


def test_a_flash_file_that_is_in_use(tmp_path: Path) -> None:
    flash = tmp_path / "t.flash"
    with plugged_in(flash) as port:
        assert port.startswith("/dev/")
        message = refused(scorepad("sim", "--flash", flash, "--keys", "-", stdin="shot a"))
    assert message == f"{flash}: another simulated tablet is running on it"


def test_a_flash_file_that_another_makes_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.flash"
    with_one = Flash(path)
    path.write_bytes(played := b"\0" * 4096 + path.read_bytes()[4096:])
    monkeypatch.setattr(flash, "_there", lambda path: False)  # as it was a moment before
    with pytest.raises(flash.BadFlash, match="another simulated tablet"):
        Flash(path)
    assert path.read_bytes() == played
    with_one.close()
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
    for expected, arguments in {
        f"{other}: not the flash of a simulated tablet": ("--flash", other, "--keys", "-"),
        f"{tmp_path}: cannot be opened": ("--flash", tmp_path, "--keys", "-"),
        f"{bad}:2: 4S +4: only 3 overtricks": ("--play", bad),
        f"{over}:3: ": ("--play", over),
        f"{binary}: ": ("--keys", binary),
        f"{tmp_path / 'none'}: ": ("--keys", tmp_path / "none"),
        "no rule set whist": ("--rules", "whist", "--play", bad),
        "sim needs a terminal": (),
        "sim: the simulated tablet has died: MemoryError": ("--heap", "32", "--keys", "-"),
        f"{other}: cannot be made": ("--keys", "-", "--screenshots", other),
        f"{other / 'x'}: cannot be": ("--keys", "-", "--flash", other / "x"),
        f"{tmp_path / ('x' * 300)}: cannot be": ("--keys", "-", "--flash", tmp_path / ("x" * 300)),
        "/proc/a.png: cannot be written": ("--keys", "-", "--screenshots", "/proc"),
        "scorepad sim: argument --battery: invalid charge (0 to 100": ("--battery", "101"),
        "--keys and --play cannot both": ("--keys", "-", "--play", "-"),
    }.items():
        assert refused(scorepad("sim", *arguments, stdin="shot a\n")).startswith(expected)
    assert other.read_text() == "something else"


def test_a_script_ends_when_it_is_told_to() -> None:
    command = [*SCOREPAD, "sim", "--keys", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tablet:
        assert tablet.stdin and tablet.stdout
        tablet.stdin.write(b"shot a\n" + b"wait 3000000\n" * 20)
        tablet.stdin.close()
        assert tablet.stdout.readline()
        tablet.terminate()
        assert tablet.wait(10) == 0


def test_output_is_utf_8_whatever_the_terminal_says() -> None:
    done = subprocess.run(
        [*SCOREPAD, "sim", "--keys", "-"],
        input="\ufeffOK OK OK UP\nshot a\n".encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        check=True,
    )
    assert "3♠" in done.stdout.decode()


def test_it_is_played_in_a_terminal() -> None:
    """Arrow keys and Enter in, pictures out, and it ends when it is told to."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS="80", LINES="24")
        os.execv(SCOREPAD[0], [*SCOREPAD, "sim"])
    screens = [_read_until_quiet(terminal)]
    for key in (b"\r", b"\r", b"\r", b"\x1b[B", b"\x7f"):
        os.write(terminal, key)
        screens.append(_read_until_quiet(terminal))
    os.write(terminal, b"\x1b[B\r\x7f")  # three keys at once
    screens.append(_read_until_quiet(terminal))
    os.write(terminal, b"q")
    _read_until_quiet(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    assert all("⣿" in screen for screen in screens)
    assert len(set(screens)) == 5  # BACK leads to the compass again
    assert screens[5] == screens[3]
    assert screens[6] == screens[4]


@pytest.mark.parametrize(
    ("columns", "lines", "shown"),
    [
        (80, 24, ["⣿", "nothing is kept when this ends: --flash FILE keeps the scores"]),
        (71, 24, ["too small for the tablet", "71 columns and 24 lines", "needs 72 and 19"]),
        (80, 18, ["too small for the tablet", "80 columns and 18 lines", "needs 72 and 19"]),
    ],
)
def test_a_window_that_is_too_small_is_told_so(columns: int, lines: int, shown: list[str]) -> None:
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS=str(columns), LINES=str(lines))
        os.execv(SCOREPAD[0], [*SCOREPAD, "sim", "--runtime", "cpython"])
    screen = _read_until_quiet(terminal)
    os.write(terminal, b"q")
    _read_until_quiet(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    assert all(words in screen for words in shown), screen


def test_with_a_flash_file_nothing_is_said_about_keeping(tmp_path: Path) -> None:
    for words, said in (["--flash", str(tmp_path / "f")], ""), ([], "nothing is kept"):
        command = [*SCOREPAD, "sim", "--runtime", "cpython", "--tcp", *words]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, text=True, **pipes) as tablet:
            assert tablet.stdout and tablet.stdout.readline().startswith("socket://127.0.0.1:")
            tablet.terminate()
            assert said in tablet.communicate()[1]


def test_where_no_micropython_can_be_had_it_runs_on_cpython(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MICROPYTHON", "/nowhere/micropython")
    done = scorepad("sim", "--rules", "rubber", "--play", "-", stdin="4S N =\n")
    assert done.returncode == 0
    assert done.stdout.startswith("1 deals, ")
    assert done.stderr.endswith("; the tablet runs on CPython\n")
    assert "does not start" in refused(
        scorepad("sim", "--runtime", "unix", "--keys", "-", stdin="shot a\n")
    )


def _read_until_quiet(terminal: int) -> str:
    """What appears until nothing has for a while (the tablet has drawn)."""
    seen = b""
    os.set_blocking(terminal, False)
    deadline = time.monotonic() + 10
    quiet_since = time.monotonic()
    while time.monotonic() < deadline:
        try:
            seen += os.read(terminal, 65536)
            quiet_since = time.monotonic()
        except (BlockingIOError, OSError):
            if seen and time.monotonic() - quiet_since > 0.3:
                break
            time.sleep(0.01)
    return seen.decode()
