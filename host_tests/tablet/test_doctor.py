"""`scorepad doctor`: what it finds out about a port, and about a tablet that answers."""

import errno
import functools
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dev.link.both_ends import CHIP, LocalTablet
from firmware import VERSION
from scorepad import exports as package
from scorepad.tablet import board_link, cable
from scorepad.tablet.cable import Cable
from scorepad.tablet.doctor import examining
from scorepad.tablet.doctor.findings import (
    END_OF_CLOCK,
    TABLET,
)
from scorepad.tablet.sync import minutes_now
from support.commands import plugged_in as with_tablet
from support.commands import scorepad
from support.link.liars import ESCAPES, all_lies, lying
from support.link.ptys import impostor, script

SCHEMA = json.loads(
    Path(package.__file__).with_name("schemas").joinpath("doctor.schema.json").read_text()
)

UNKNOWN = "error unknown request"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for nobody for long."""
    monkeypatch.setattr(examining, "Cable", functools.partial(Cable, timeout=0.1, tries=2))
    monkeypatch.setattr(board_link, "_ENTER_S", 0.2)
    monkeypatch.setattr(board_link, "STEP_S", 0.2)


def well() -> str:
    """What a tablet answers to `about` with which nothing is wrong."""
    return (
        f"micropython=1.25.0 heap=54032 clock={minutes_now()} panel=SSD1306 board=Pico with RP2040"
    )


def told(tablet: LocalTablet, about: str) -> Callable[[str], bytes]:
    """A tablet that says this of itself."""
    return script(lying(tablet, {"about": about}))


def examined(answers: Callable[[str], bytes]) -> dict[str, Any]:
    """What is said of the one port, for programs."""
    with impostor(answers) as port:
        done = scorepad("doctor", port, "--json")
    said = json.loads(done.stdout)
    checker = Draft202012Validator.FORMAT_CHECKER
    Draft202012Validator(SCHEMA, format_checker=checker).validate(said)
    assert done.returncode == (0 if said["well"] else 1)
    (one,) = said["ports"]
    return dict(one)


def advised(said: dict[str, Any]) -> str:
    return " | ".join(f"{one['what']} -> {one['do']}" for one in said["advice"])


# ---- a tablet that answers


def test_of_a_tablet_everything_is_said(tmp_path: Path) -> None:
    with with_tablet(tmp_path / "flash") as port:
        done = scorepad("doctor", port)
    assert done.returncode == 0, done.stdout
    assert done.stderr == f"{port}: asking ...\n"
    for words in (f"firmware: Scorepad {VERSION}", "panel: SSD1306", "KB free; 0 sessions"):
        assert words in done.stdout
    assert "MicroPython 1." in done.stdout and "clock: 20" in done.stdout
    assert f"all is well\n    -> play; afterwards `scorepad sync {port}`" in done.stdout


def test_a_panel_that_was_named_and_a_battery_that_is_low_are_said(tmp_path: Path) -> None:
    options = ("--panel", "ssd1309", "--battery", "9")
    with with_tablet(tmp_path / "flash", *options) as port:
        said = json.loads(scorepad("doctor", port, "--json").stdout)["ports"][0]
    assert (said["panel"], said["named"]) == ("SSD1309", "ssd1309")
    assert (said["battery"], said["low"]) == (9, True)


def test_a_tablet_on_another_python_is_not_taken_for_an_old_one(tmp_path: Path) -> None:
    with with_tablet(tmp_path / "flash", "--runtime", "cpython") as port:
        said = json.loads(scorepad("doctor", port, "--json").stdout)["ports"][0]
    assert (said["micropython"], said["outdated"]) == ("", False)
    assert "all is well" in advised(said)


def test_for_programs_it_is_what_the_tablet_has_said() -> None:
    said = examined(told(LocalTablet(), f"ok {well()} battery=80 whatever=5"))
    assert said["board"] == "Pico with RP2040 battery=80 whatever=5"  # it goes to the end
    said = examined(told(LocalTablet(), f"ok battery=80 whatever=5 {well()}"))
    assert (said["state"], said["tablet"], said["table"]) == (TABLET, CHIP.hex(), 1)
    assert (said["micropython"], said["heap"], said["battery"]) == ("1.25.0", 54032, 80)
    assert (said["panel"], said["board"]) == ("SSD1306", "Pico with RP2040")
    assert (said["sessions"], said["unfetched"]) == (2, 1)  # the other goes on
    assert said["clock"][:4] >= "2026" and abs(said["late"]) <= 1
    assert not any(one["wrong"] for one in said["advice"])
    assert "sessions that were not fetched yet: 1" in advised(said)


def test_a_tablet_whose_panel_was_named_keeps_it_with_the_next_deploy() -> None:
    about = f"ok battery=16 low=1 named=ssd1309 {well()}"
    with_older = lying(
        LocalTablet(), {"about": about, "who": f"ok scorepad 1 {CHIP.hex()} 1 0.0.9 1000"}
    )
    said = examined(script(with_older))
    assert (said["named"], said["battery"], said["low"]) == ("ssd1309", 16, True)
    assert "its battery has 16 % -> charge it" in advised(said)
    assert "--board pico --panel ssd1309`" in advised(said)


def test_an_old_tablet_says_what_it_can() -> None:
    said = examined(told(LocalTablet(), UNKNOWN))
    assert (said["state"], said["firmware"], said["outdated"]) == (TABLET, VERSION, True)
    assert "older than this program -> bring the newer one: `scorepad deploy" in advised(said)


def test_a_panel_that_does_not_answer_has_its_wires_named() -> None:
    assert examined(told(LocalTablet(), f"ok {well().replace('SSD1306', '?')}"))["panel"] is None
    said = examined(told(LocalTablet(), f"ok {well().replace('SSD1306', '-')}"))
    assert said["panel"] == ""
    assert "VCC on 3.3 V, GND on ground, SDA on 4, SCL on 5" in advised(said)


@pytest.mark.parametrize(
    "about",
    [
        "ok",
        "ok nonsense",
        f"ok {ESCAPES}",
        "ok heap=-1 clock=99999999999 battery=101 low=1 named=il9341 panel=../x micropython=<b>",
        f"ok heap=4294967296 clock={END_OF_CLOCK} battery=1e2 panel={'x' * 21}",
        "ok board=" + "x" * 150,
        f"error {ESCAPES}",
    ],
)
def test_what_no_tablet_says_is_not_believed(hasty: None, about: str) -> None:
    said = examined(told(LocalTablet(), about))
    assert said["state"] == TABLET
    for name in ("heap", "clock", "late", "battery", "panel"):
        assert said[name] is None, name
    assert said["micropython"] == said["named"] == "" and not said["low"]
    assert len(said["board"]) <= 80


@pytest.mark.parametrize("name", all_lies())
def test_a_lie_is_answered_in_lines_that_no_terminal_obeys(hasty: None, name: str) -> None:
    tablet = LocalTablet()
    with impostor(script(lying(tablet, all_lies()[name]))) as port:
        done = scorepad("doctor", port)
    assert done.returncode in (0, 1), done.stderr
    lines = (done.stdout + done.stderr).splitlines()
    assert all(line.isprintable() for line in lines)
    assert "Traceback" not in done.stderr


# ---- where nothing answers


def test_where_nothing_answers_that_is_said(hasty: None) -> None:
    with impostor(lambda request: b"") as port:
        done = scorepad("doctor", port)
    assert done.returncode == 1
    assert "nothing answers here" in done.stdout
    assert "no tablet answers; asking MicroPython" in done.stderr


def test_a_port_that_is_not_there_is_refused_in_one_line() -> None:
    done = scorepad("doctor", "/dev/nowhere")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("/dev/nowhere: there is no such port")


@pytest.mark.parametrize(
    ("number", "what", "do"),
    [
        (errno.EACCES, "no permission", "dialout"),
        (errno.EBUSY, "another program is using this port", "close it"),
    ],
)
def test_a_port_that_may_not_be_used_is_said(
    monkeypatch: pytest.MonkeyPatch, number: int, what: str, do: str
) -> None:
    def refuse(path: str) -> None:
        raise OSError(number, "no")

    port = SimpleNamespace(open=lambda: refuse("x"))
    monkeypatch.setattr(cable, "_closed_port", lambda path: port)
    done = scorepad("doctor", "/dev/ttyUSB0")
    assert done.returncode == 1
    assert f"* {what}\n" in done.stdout and do in done.stdout
