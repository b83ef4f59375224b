"""`scorepad doctor`: what it finds out about a port, and about a tablet that answers."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from jsonschema import Draft202012Validator

from dev.link.both_ends import CHIP, LocalTablet
from firmware import VERSION
from scorepad import exports as package
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet import cable
from scorepad.tablet.board_link import BoardFailed, NoPrompt
from scorepad.tablet.doctor import at_prompt as prompt
from scorepad.tablet.doctor import examining, findings
from scorepad.tablet.doctor.findings import Findings, Pins
from scorepad.tablet.doctor.plugged_in import Port
from scorepad.tablet.sync import minutes_now
from support.commands import scorepad
from support.link import local
from support.link.liars import ESCAPES, lying
from support.link.ptys import script
from support.tablet.prompt_board import PATH, PromptBoard

SCHEMA = json.loads(
    Path(package.__file__).with_name("schemas").joinpath("doctor.schema.json").read_text()
)

UNKNOWN = "error unknown request"


no_board = Mock(side_effect=NoPrompt("no MicroPython"))
real = examining.examine
examine = partial(real, cable=local.cable, board=no_board)


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command finds ports of this process, and no board at them."""
    monkeypatch.setattr(examining, "examine", examine)


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
    with local.impostor(answers) as port:
        done = scorepad("doctor", port, "--json")
    said = json.loads(done.stdout)
    checker = Draft202012Validator.FORMAT_CHECKER
    Draft202012Validator(SCHEMA, format_checker=checker).validate(said)
    assert done.returncode == (0 if said["well"] else 1)
    (port,) = said["ports"]
    return dict(port)


def advised(said: dict[str, Any]) -> str:
    return " | ".join(f"{advice['what']} -> {advice['do']}" for advice in said["advice"])


# ---- a tablet that answers


@pytest.mark.parametrize("runtime", ["unix", pytest.param("cpython", marks=pytest.mark.full)])
def test_of_a_tablet_everything_is_said(runtime: str) -> None:
    """One on another Python is not taken for an old one."""
    how = {"panel": "ssd1309", "setting": "ssd1309", "battery": 9}
    with Tablet(Flash(), runtime, **how) as tablet, local.plugged_in(tablet) as port:
        said = json.loads(scorepad("doctor", port, "--json").stdout)["ports"][0]
        done = scorepad("doctor", port)
    assert (said["state"], said["firmware"], said["outdated"]) == (findings.TABLET, VERSION, False)
    assert bool(said["micropython"]) == (runtime == "unix")
    assert (said["panel"], said["named"]) == ("SSD1309", "ssd1309")
    assert (said["battery"], said["low"], said["sessions"]) == (9, True, 0)
    assert done.returncode == 1 and done.stderr.count("\n") == 1


def test_for_programs_it_is_what_the_tablet_has_said() -> None:
    said = examined(told(LocalTablet(), f"ok {well()} battery=80 whatever=5"))
    assert said["board"] == "Pico with RP2040 battery=80 whatever=5"  # it goes to the end
    said = examined(told(LocalTablet(), f"ok battery=80 whatever=5 {well()}"))
    assert (said["state"], said["tablet"], said["table"]) == (findings.TABLET, CHIP.hex(), 1)
    assert (said["micropython"], said["heap"], said["battery"]) == ("1.25.0", 54032, 80)
    assert (said["panel"], said["board"]) == ("SSD1306", "Pico with RP2040")
    assert (said["sessions"], said["unfetched"]) == (2, 1)  # the other goes on
    assert said["clock"][:4] >= "2026" and not any(advice["wrong"] for advice in said["advice"])


def test_an_old_tablet_says_what_it_can() -> None:
    said = examined(told(LocalTablet(), UNKNOWN))
    assert (said["state"], said["firmware"], said["outdated"]) == (findings.TABLET, VERSION, True)
    assert "`scorepad deploy" in advised(said)


def test_a_panel_that_does_not_answer_has_its_wires_named() -> None:
    assert examined(told(LocalTablet(), f"ok {well().replace('SSD1306', '?')}"))["panel"] is None
    said = examined(told(LocalTablet(), f"ok {well().replace('SSD1306', '-')}"))
    assert said["panel"] == "" and "SDA on 4, SCL on 5" in advised(said)


@pytest.mark.parametrize(
    "about",
    [
        "ok", "ok nonsense", f"ok {ESCAPES}",
        "ok heap=-1 clock=99999999999 battery=101 low=1 named=il9341 panel=../x micropython=<b>",
        f"ok heap=4294967296 clock={findings.END_OF_CLOCK} battery=1e2 panel={'x' * 21}",
        "ok board=" + "x" * 150, f"error {ESCAPES}",
    ],
)  # fmt: skip
def test_what_no_tablet_says_is_not_believed(about: str) -> None:
    said = examined(told(LocalTablet(), about))
    assert said["state"] == findings.TABLET
    for name in ("heap", "clock", "late", "battery", "panel"):
        assert said[name] is None, name
    assert said["micropython"] == said["named"] == "" and not said["low"]
    assert len(said["board"]) <= 80


# ---- where no tablet answers


def test_where_nothing_answers_that_is_said() -> None:
    said = examined(lambda request: b"")
    assert (said["state"], said["advice"][0]["wrong"]) == (findings.SILENT, True)


def at_prompt(board: PromptBoard) -> tuple[Findings, list[str]]:
    """What is found out about a board in this process, and what is said meanwhile."""
    notes = list[str]()
    with board.plugged_in():
        found = real(
            Port(PATH),
            notes.append,
            cable=lambda path: cable.Cable(path, port=board, now=lambda: board.now),
        )
    return found, notes


def test_a_board_with_micropython_alone_is_at_its_prompt() -> None:
    board = PromptBoard()
    found, notes = at_prompt(board)
    assert (found.state, found.firmware, found.micropython) == (findings.PROMPT, None, "1.25.0")
    assert (found.heap, found.trouble, len(notes)) == (1 << 17, "", 2)
    assert found.flash and found.flash < 1 << 22


@pytest.mark.parametrize("answering", [[0x3C], []])
def test_it_hears_who_answers_at_the_pins_of_the_board_file(answering: list[int]) -> None:
    pins = SimpleNamespace(SDA=21, SCL=22, PANEL="ssd1309", pause_watchdog=lambda: None)

    def bus(number: int, sda: int, scl: int) -> SimpleNamespace:
        return SimpleNamespace(scan=lambda: answering if (sda, scl) == (21, 22) else [1])

    machine = SimpleNamespace(Pin=int, I2C=bus, RTC=None, unique_id=lambda: CHIP)
    file = SimpleNamespace(board=pins)
    found, _ = at_prompt(PromptBoard(machine=machine, **{"firmware.board": file}))
    assert (found.pins, found.bus, found.named) == ((21, 22), answering, "ssd1309")


def test_what_is_no_board_makes_no_sense() -> None:
    class Garbles(PromptBoard):
        def execute(self, code: str) -> str:
            return super().execute(code) + "x"

    found, _ = at_prompt(Garbles())
    assert (found.state, bool(found.trouble)) == (findings.STRANGE, True)


def test_a_port_that_is_not_there_is_refused_in_one_line() -> None:
    done = scorepad("doctor", "/dev/nowhere")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("/dev/nowhere: ")


# ---- what is believed of what a board says at MicroPython's prompt


class Prompt:
    """A board's prompt that has this to say; `scores`: what is wrong with them."""

    def __init__(self, *said: Any, scores: str = ""):
        self._said, self._scores = list(said), scores

    def teach(self, name: str) -> None:
        """Learns what the doctor looks at; or, of the scores, says that they cannot be read."""
        if name == "sessions.py" and self._scores:
            raise BoardFailed(f"port: the board says: {self._scores}")

    def answers(self, code: str) -> list[Any]:
        return self._said


def looked(*said: Any, scores: str = "") -> Findings:
    found = Findings("port")
    prompt.examine_prompt(Prompt(*said, scores=scores), found)  # type: ignore[arg-type]
    return found


def test_what_a_board_says_at_its_prompt_is_kept() -> None:
    found = looked(
        ["micropython", "1.29.0"], ["board", "Raspberry Pi Pico with RP2040"], ["heap", 1000],
        ["flash", 2000], ["clock", [2026, 11, 25, 2, 10, 30]], ["firmware", VERSION], ["app", ""],
        ["pins", [4, 5]], ["bus", [60]], ["named", "ssd1309"],
    )  # fmt: skip
    assert (found.state, found.micropython) == (findings.PROMPT, "1.29.0")
    assert (found.heap, found.flash) == (1000, 2000)
    assert (found.pins, found.bus, found.clock) == (Pins(4, 5), [60], 14148630)
    assert found.named == "ssd1309"
    assert looked(["clock", [2021, 1, 1, 4, 0, 0]]).clock == 0
    assert looked(["firmware", "1"], scores="OSError: none").scores == "OSError: none"


def test_what_no_board_says_at_its_prompt_is_not_believed() -> None:
    clocks = ([2026, 13, 1, 0, 0, 0], [2126, 1, 1, 0, 0, 0], "now")
    lies = [("heap", -1), ("heap", "1"), ("flash", 1 << 40), *(("clock", time) for time in clocks)]
    lies += [("board", None), ("pins", [1, 2]), ("firmware", 5)]
    lies += [("named", "il9341"), ("named", ["ssd1309"])]
    for said in (None, [], ["heap"], [5, 5], *map(list, lies)):
        assert looked(said) == Findings("port", state=findings.PROMPT), said


def test_what_a_board_says_does_not_command_a_terminal() -> None:
    found = looked(
        ["board", "\x1b[2J" + "x" * 999], ["app", "a\nb"], ["pins", [-1, 2]], ["bus", []]
    )
    assert found.board.isprintable() and len(found.board) == 200
    assert found.app.isprintable() and found.pins is None
