"""`scorepad doctor`: what it finds out about ports, tablets and drives, and what it advises."""

import errno
import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dev.link.both_ends import CHIP, LocalTablet
from firmware import VERSION
from scorepad import build
from scorepad import exports as package
from scorepad.tablet import board_link, cable
from scorepad.tablet.board_link import BoardFailed
from scorepad.tablet.cable import Cable
from scorepad.tablet.doctor import advice, at_prompt, examining, plugged_in
from scorepad.tablet.doctor.advice import on_all, on_port
from scorepad.tablet.doctor.findings import (
    END_OF_CLOCK,
    PROMPT,
    SHUT,
    SILENT,
    STRANGE,
    TABLET,
    Findings,
    Pins,
)
from scorepad.tablet.doctor.plugged_in import Drive, Port
from scorepad.tablet.sync import minutes_now
from support.commands import plugged_in as with_tablet
from support.commands import scorepad
from support.link.liars import ESCAPES, all_lies, lying
from support.link.ptys import impostor, script
from support.pages.markdown_tables import DOCS

SCHEMA = json.loads(
    Path(package.__file__).with_name("schemas").joinpath("doctor.schema.json").read_text()
)
WELL = f"micropython=1.25.0 heap=54032 clock={minutes_now()} panel=SSD1306 board=Pico with RP2040"
UNKNOWN = "error unknown request"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for nobody for long."""
    monkeypatch.setattr(examining, "Cable", functools.partial(Cable, timeout=0.1, tries=2))
    monkeypatch.setattr(board_link, "_ENTER_S", 0.2)
    monkeypatch.setattr(board_link, "STEP_S", 0.2)


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Plugs devices in: a port each, with its USB ids."""

    def plug(*devices: tuple[str, int | None, int | None]) -> None:
        names = ("device", "vid", "pid")
        ports = [SimpleNamespace(**dict(zip(names, one, strict=True))) for one in devices]
        for module in (plugged_in, cable):
            monkeypatch.setattr(module.list_ports, "comports", lambda: ports)
        monkeypatch.setattr(plugged_in, "_mounted", list)

    return plug


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


def test_for_programs_it_is_what_the_tablet_has_said() -> None:
    said = examined(told(LocalTablet(), f"ok {WELL} battery=80 whatever=5"))
    assert said["board"] == "Pico with RP2040 battery=80 whatever=5"  # it goes to the end
    said = examined(told(LocalTablet(), f"ok battery=80 whatever=5 {WELL}"))
    assert (said["state"], said["tablet"], said["table"]) == (TABLET, CHIP.hex(), 1)
    assert (said["micropython"], said["heap"], said["battery"]) == ("1.25.0", 54032, 80)
    assert (said["panel"], said["board"]) == ("SSD1306", "Pico with RP2040")
    assert (said["sessions"], said["unfetched"]) == (2, 2)
    assert said["clock"][:4] >= "2026" and abs(said["late"]) <= 1
    assert not any(one["wrong"] for one in said["advice"])
    assert "2 of its sessions were not fetched yet" in advised(said)


def test_an_old_tablet_says_what_it_can() -> None:
    said = examined(told(LocalTablet(), UNKNOWN))
    assert (said["state"], said["firmware"], said["micropython"]) == (TABLET, VERSION, "")
    assert "older than this program -> bring the newer one: `scorepad deploy" in advised(said)


def test_a_panel_that_does_not_answer_has_its_wires_named() -> None:
    assert examined(told(LocalTablet(), f"ok {WELL.replace('SSD1306', '?')}"))["panel"] is None
    said = examined(told(LocalTablet(), f"ok {WELL.replace('SSD1306', '-')}"))
    assert said["panel"] == ""
    assert "VCC on 3.3 V, GND on ground, SDA on 4, SCL on 5" in advised(said)


@pytest.mark.parametrize(
    "about",
    [
        "ok",
        "ok nonsense",
        f"ok {ESCAPES}",
        "ok heap=-1 clock=99999999999 battery=101 panel=../x micropython=<b>",
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
    assert said["micropython"] == "" and len(said["board"]) <= 80


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
    assert done.stderr.splitlines()[-1].startswith("/dev/nowhere: there is no such port")


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


# ---- without a port


def test_all_that_look_like_a_board_are_asked(usb: Callable[..., None]) -> None:
    with impostor(told(LocalTablet(), f"ok {WELL}")) as port:
        usb((port, 0x2E8A, 0x0005), ("/dev/mouse", 0x1234, 1), ("/dev/ttyS0", None, None))
        done = scorepad("doctor")
    assert done.returncode == 0, done.stdout
    assert f"{port}: a Raspberry Pi Pico with MicroPython (USB 2E8A:0005)" in done.stdout
    assert "mouse" not in done.stdout and "ttyS0" not in done.stdout


def test_a_port_that_is_named_by_a_link_is_known(usb: Callable[..., None], tmp_path: Path) -> None:
    usb(("/dev/null", 0x10C4, 0xEA60))
    (tmp_path / "board").symlink_to("/dev/null")
    named = plugged_in.named(str(tmp_path / "board"), plugged_in.ports())
    assert named.path.endswith("board") and "CP210x" in named.what
    assert plugged_in.named("/dev/zero", plugged_in.ports()).what == ""


def test_where_none_is_plugged_in_a_cable_is_suspected(usb: Callable[..., None]) -> None:
    usb(("/dev/ttyS0", None, None))
    done = scorepad("doctor")
    assert done.returncode == 1 and "many only charge" in done.stdout
    usb(("/dev/mouse", 0x1234, 1))
    assert "there is /dev/mouse" in scorepad("doctor").stdout


def test_every_chip_that_a_port_is_opened_for_is_known() -> None:
    """cable.py holds DTR for these vendors; and each board's converter is one that is known."""
    assert {*plugged_in._VENDORS} == {*cable._CHIPS}
    assert cable._JTAG in plugged_in._BOARDS
    assert plugged_in._what(0x303A, 0x1234).endswith("(USB 303A:1234)")
    assert plugged_in._what(0x1234, None) == ""


PICO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"


@pytest.mark.parametrize(
    ("note", "found"),
    [
        (PICO, ("RPI-RP2", True)),
        (PICO.replace("RPI-RP2", "RP2350"), ("RP2350", False)),
        ("Board-ID: \x1b[2J\x07x", ("[2Jx", False)),
        ("Model: none", None),
        ("\xff\xfe" * 5000, None),
        ("", None),
        (None, None),
    ],
)
def test_a_pico_that_waits_for_an_image_is_found(
    tmp_path: Path, note: str | None, found: tuple[str, bool] | None
) -> None:
    if note is not None:
        (tmp_path / "INFO_UF2.TXT").write_bytes(note.encode("latin-1"))
    drives = plugged_in.drives([tmp_path, tmp_path / "gone"])
    assert drives == ([Drive(str(tmp_path), *found)] if found else [])


def test_a_drive_is_looked_for_where_drives_are(
    usb: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usb()
    (tmp_path / "INFO_UF2.TXT").write_text(PICO)
    monkeypatch.setattr(plugged_in, "_mounted", lambda: [tmp_path])
    done = scorepad("doctor")
    assert done.returncode == 1 and "no board is plugged in" not in done.stdout
    assert f"{tmp_path}: a board waits for an image" in done.stdout
    assert "drag the Pico's image" in done.stdout
    assert json.loads(scorepad("doctor", "--json").stdout)["drives"][0]["pico"] is True


def test_on_windows_drives_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugged_in.sys, "platform", "win32")
    assert [str(path) for path in plugged_in._mounted()][:2] == ["C:", "D:"]


# ---- at the prompt


class Prompt:
    """A board's prompt that has this to say; `scores`: what is wrong with them."""

    def __init__(self, *said: Any, scores: str = ""):
        self._said, self._scores = list(said), scores

    def teach(self, name: str) -> None:
        """Learns what the doctor looks at; or, of the scores, says that they cannot be read."""
        if name == "sessions.py" and self._scores:
            raise BoardFailed(f"port: the board says: {self._scores}")

    def answers(self, code: str) -> list[Any]:
        """What it says."""
        return self._said


def looked(*said: Any, scores: str = "") -> Findings:
    found = Findings("port")
    at_prompt.look(Prompt(*said, scores=scores), found)  # type: ignore[arg-type]
    return found


def test_what_a_board_says_at_its_prompt_is_kept() -> None:
    found = looked(
        ["micropython", "1.29.0"], ["board", "Raspberry Pi Pico with RP2040"], ["heap", 1000],
        ["flash", 2000], ["clock", [2026, 11, 25, 2, 10, 30]], ["firmware", VERSION], ["app", ""],
        ["pins", [4, 5]], ["bus", [60]],
    )  # fmt: skip
    assert (found.state, found.micropython, found.heap, found.flash) == (
        PROMPT,
        "1.29.0",
        1000,
        2000,
    )
    assert (found.pins, found.bus, found.clock) == (Pins(4, 5), [60], 14148630)
    assert looked(["clock", [2021, 1, 1, 4, 0, 0]]).clock == 0
    assert looked(["firmware", "1"], scores="OSError: none").scores == "OSError: none"


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        ["heap"],
        [5, 5],
        ["heap", -1],
        ["heap", "1"],
        ["flash", 1 << 40],
        ["clock", [2026, 13, 1, 0, 0, 0]],
        ["clock", [2126, 1, 1, 0, 0, 0]],
        ["clock", "now"],
        ["board", None],
        ["pins", [1, 2]],
        ["firmware", 5],
    ],
)
def test_what_no_board_says_at_its_prompt_is_not_believed(said: Any) -> None:
    assert looked(said) == Findings("port", state=PROMPT)


def test_what_a_board_says_does_not_command_a_terminal() -> None:
    found = looked(
        ["board", "\x1b[2J" + "x" * 999], ["app", "a\nb"], ["pins", [-1, 2]], ["bus", []]
    )
    assert found.board.isprintable() and len(found.board) == 200
    assert found.app.isprintable() and found.pins is None


# ---- the advice


def tablet(**more: Any) -> Findings:
    given = {"state": TABLET, "firmware": VERSION, "micropython": "1.25.0", "panel": "SSD1306"}
    return Findings("P", **{**given, **more})


def prompt(**more: Any) -> Findings:
    given = {"state": PROMPT, "micropython": "1.25.0", "board": "Generic with ESP32S3"}
    return Findings("P", **{**given, **more})


ADVICE: list[tuple[Findings, str, bool]] = [
    (tablet(), "all is well -> play", False),
    (tablet(unfetched=1), "1 of its sessions", False),
    (tablet(clock=0), "its clock is not set -> a sync sets it", False),
    (tablet(clock=9, late=-60), "its clock is wrong", False),
    (tablet(clock=9, late=5), "all is well", False),
    (tablet(firmware="0.0.9"), "(0.0.9) is older", False),
    (tablet(firmware="99.0"), "newer than this program", False),
    (tablet(restarted=True), "did not answer, was started anew", False),
    (tablet(battery=14), "14 % -> charge it", True),
    (tablet(battery=15), "all is well", False),
    (tablet(heap=8191), "8191 bytes of memory", True),
    (tablet(flash=98_303, unfetched=1), "95 KB left -> fetch", True),
    (tablet(flash=98_303, unfetched=0), "all is well", False),  # it makes room by itself
    (tablet(panel=""), "no panel answers -> check its wires", True),
    (tablet(panel="", board="X with ESP32"), "SDA on 21, SCL on 22", True),
    (tablet(panel="", pins=Pins(1, 2)), "SDA on 1, SCL on 2", True),
    (tablet(panel=None), "all is well", False),
    (tablet(trouble="P: gone"), "gone -> ask again", True),
    (prompt(), "Scorepad is not -> put it there: `scorepad deploy P --board esp32s3`", True),
    (prompt(board="Thing with STM32"), "--board NAME`", True),
    (prompt(micropython="1.24.1"), "needs 1.25 or newer", True),
    (prompt(firmware="", app="ImportError: x"), "cannot be loaded: ImportError: x", True),
    (prompt(firmware="", scores="OSError: y"), "scores cannot be read: OSError: y", True),
    (prompt(firmware=""), "can be loaded, and does not answer", True),
    (prompt(pins=Pins(4, 5)), "no panel answers -> check its wires", True),
    (prompt(pins=Pins(4, 5), bus=list(range(8, 120))), "SDA is low", True),
    (Findings("P", state=SILENT), "neither Scorepad nor MicroPython", True),
    (Findings("P", state=SHUT, trouble="P: no; do it"), "no -> do it", True),
    (Findings("P", state=STRANGE, trouble="P: what"), "what -> press", True),
]  # fmt: skip


@pytest.mark.parametrize(("found", "expected", "wrong"), ADVICE)
def test_advice(found: Findings, expected: str, wrong: bool) -> None:
    given = on_port(found)
    assert expected in " | ".join(f"{one.what} -> {one.do}" for one in given)
    assert any(one.wrong for one in given) == wrong
    assert all(one.what and one.do for one in given)


def test_each_section_that_somebody_is_sent_to_is_there() -> None:
    page = (DOCS / "hardware.md").read_text(encoding="utf-8")
    told = [one for found, *_ in ADVICE for one in on_port(found)]
    told += on_all([], [Drive("D", "RPI-RP2", True)])
    named = {name for one in told for name in re.findall(r"docs/hardware.md, ([\w :]+)", one.do)}
    assert len(named) >= 4
    for name in named:
        assert re.search(rf"^##+ {name}", page, re.MULTILINE), name


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_panel_that_answers_at_the_prompt_is_no_trouble(address: int) -> None:
    given = on_port(prompt(pins=Pins(4, 5), bus=[address]))
    assert not [one for one in given if "panel" in one.what]


def test_every_board_that_can_be_deployed_is_known_by_its_chip() -> None:
    assert {*advice._KINDS.values()} == {*build.BOARDS}
    assert all(advice._pins_of(board) for board in build.BOARDS)


def test_who_has_only_drives_and_strange_ports_is_told_both() -> None:
    given = on_all([Port("P")], [Drive("D", "FEATHER", False)])
    assert [one.what[:15] for one in given] == ["D: a board wait", "nothing that is"]
