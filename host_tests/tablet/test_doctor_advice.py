"""`scorepad doctor`: the ports and drives that look like a board, what it advises about what was
found, and how it says that to people.
"""

import errno
import json
import re
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from firmware import VERSION
from firmware.clock import to_minutes
from scorepad import build
from scorepad.cli import output
from scorepad.json_text import json_text
from scorepad.operations.tablets.examine_ports import Examined
from scorepad.tablet import cable, deploy, linux
from scorepad.tablet.doctor import advice, examining, findings, plugged_in
from scorepad.tablet.doctor.advice import on_all, on_port
from scorepad.tablet.doctor.findings import Findings, Pins
from scorepad.tablet.doctor.plugged_in import Drive, Port
from support.commands import scorepad
from support.pages.markdown_tables import DOCS

Files = dict[str, str]


def tablet(**more: Any) -> Findings:
    given = {"state": findings.TABLET, "firmware": VERSION, "micropython": "1.25.0"}
    return Findings("P", **{"panel": "SSD1306", **given, **more})


def test_a_club_that_others_can_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    for mode, number in ((0o644, 1), (0o640, 0), (0o600, 0)):
        file.touch()
        file.chmod(mode)
        assert len([*advice.on_club(file)]) == number
    assert not [*advice.on_club(None), *advice.on_club(tmp_path / "none.db")]


def test_what_is_shown_commands_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    output.show_lines(["\x1b]0;owned\x07"])
    output.note("\x9b2J\u202e")
    said = json_text(text := "\x9b2J\u202e")
    assert said.isprintable() and json.loads(said) == text
    assert all(line.isprintable() for said in capsys.readouterr() for line in said.splitlines())


def prompt(**more: Any) -> Findings:
    given = {"state": findings.PROMPT, "micropython": "1.25.0", "board": "Generic with ESP32S3"}
    return Findings("P", **{**given, **more})


PICO = "Raspberry Pi Pico with RP2040"
ADVICE: list[tuple[Findings, str, bool]] = [
    (tablet(), "all is well -> play", False),
    (tablet(unfetched=1), "sessions that were not fetched yet: 1", False),
    (tablet(clock=0), "its clock is not set -> a sync sets it", False),
    (tablet(clock=9, late=-60), "its clock is wrong", False),
    (tablet(clock=9, late=5), "all is well", False),
    (tablet(firmware="0.0.9"), "(0.0.9) is older", False),
    (tablet(firmware="99.0"), "newer than this program", False),
    (tablet(outdated=True), "older than this program", False),
    (tablet(restarted=True), "did not answer, was restarted", False),
    (tablet(battery=17, low=True), "17 % -> charge it", True),
    (tablet(micropython=""), "all is well", False),  # a simulated one, on another Python
    (tablet(firmware="0.0.9", named="ssd1309"), "--board NAME --panel ssd1309`", False),
    (tablet(firmware="0.0.9", board=PICO), "newer image onto it: `make image BOARD=pico`", False),
    (tablet(heap=8191), "8191 bytes of memory", True),
    (tablet(flash=98_303, unfetched=1), "95 KB left -> fetch", True),
    (tablet(flash=98_303, unfetched=0), "all is well", False),  # it makes room by itself
    (tablet(panel=""), "no panel answers -> check its wires", True),
    (tablet(panel="", pins=Pins(1, 2)), "SDA on 1, SCL on 2", True),
    (tablet(panel=None), "all is well", False),
    (tablet(trouble="P: gone"), "gone -> ask again", True),
    (prompt(), "Scorepad is not -> put it there: `scorepad deploy P --board esp32s3`", True),
    (prompt(board="ESP module with ESP8266"), "with ESP8266 -> use a Pico", True),
    (prompt(firmware="", app="x", named="sh1106"), "--board esp32s3 --panel sh1106`", True),
    (prompt(micropython="1.24.1"), "needs 1.25 or newer", True),
    (prompt(firmware="", app="ImportError: x"), "cannot be loaded: ImportError: x", True),
    (prompt(firmware="", scores="x"), "docs/hardware.md, When nothing shows", True),
    (prompt(firmware="", scores="x", board=PICO), "Scores on a Pico that", True),
    (prompt(scores=findings.BENEATH), "drag Scorepad's image onto it again", True),
    (prompt(firmware="", scores=findings.FILES_OVER), "files lie over its scores", True),
    (prompt(firmware=""), "can be loaded, and does not answer", True),
    (prompt(pins=Pins(4, 5)), "no panel answers -> check its wires", True),
    (prompt(pins=Pins(4, 5), bus=list(range(8, 120))), "SDA is low", True),
    (Findings("P", state=findings.SILENT), "neither Scorepad nor MicroPython", True),
    (Findings("P", state=findings.SHUT, trouble="P: no; do it"), "no -> do it", True),
    (Findings("P", state=findings.STRANGE, trouble="P: what"), "what -> press", True),
]  # fmt: skip


@pytest.mark.parametrize(("found", "expected", "wrong"), ADVICE)
def test_advice(found: Findings, expected: str, wrong: bool) -> None:
    given = on_port(found)
    assert expected in " | ".join(f"{advice.what} -> {advice.do}" for advice in given)
    assert any(advice.wrong for advice in given) == wrong
    assert all(advice.what and advice.do for advice in given)


def test_a_pico_2_is_offered_no_image_for_a_pico() -> None:
    (given,) = on_port(tablet(firmware="0.0.9", board="Raspberry Pi Pico2 with RP2350"))
    assert given.do == "bring the newer one: `scorepad deploy P --board pico`"


def test_each_section_that_somebody_is_sent_to_is_there() -> None:
    page = (DOCS / "hardware.md").read_text(encoding="utf-8")
    told = [advice for found, *_ in ADVICE for advice in on_port(found)]
    told += on_all([], [Drive("D", "RPI-RP2", True)]) + on_all([], [])
    steps = "\n".join(advice.do for advice in told)
    named = set(re.findall(r"docs/hardware.md, ([\w :]+)", steps))
    assert len(named) >= 4
    for name in named:
        assert re.search(rf"^##+ {name}", page, re.MULTILINE), name


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_panel_that_answers_at_the_prompt_is_no_trouble(address: int) -> None:
    given = on_port(prompt(pins=Pins(4, 5), bus=[address]))
    assert not [advice for advice in given if "panel" in advice.what]


def test_every_board_that_can_be_deployed_is_known_by_its_chip() -> None:
    assert {*deploy.KINDS.values()} == {*build.BOARDS}
    assert all(advice._pins_of(board) for board in build.BOARDS)


CLOCK = to_minutes((2026, 11, 20, 4, 18, 30))
# That of docs/hardware.md: a Pico whose panel has come loose.
LOOSE = Findings(
    "/dev/ttyACM0",
    "a Raspberry Pi Pico with MicroPython (USB 2E8A:0005)",
    findings.TABLET,
    tablet="5c0b7069636f",
    table=3,
    firmware="0.1.0",
    board="Raspberry Pi Pico with RP2040",
    micropython="1.25.0",
    sessions=4,
    unfetched=0,
    panel="",
    heap=193 << 10,
    flash=552 << 10,
    clock=CLOCK,
    late=0,
)


def test_the_docs_show_what_it_says() -> None:
    said = "".join(f"    {line}\n" for line in Examined([LOOSE]).parts())
    said = said.replace(str(DOCS), "/home/ann/scorepad/docs")
    assert f"\n\n{said}\n" in (DOCS / "hardware.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"clock": CLOCK, "late": 7}, "clock: 2026-11-20 18:30 UTC, 7 minutes slow"),
        ({"clock": CLOCK, "late": -60}, "clock: 2026-11-20 18:30 UTC, 60 minutes fast"),
        ({"clock": 0}, "clock: not set"),
        ({"panel": "SH1106", "pins": Pins(4, 5)}, "panel: SH1106, found"),
        ({"panel": "SSD1309", "named": "ssd1309"}, "panel: SSD1309, as its board file says"),
        ({"pins": Pins(4, 5)}, "panel's bus: nothing answers (SDA on 4, SCL on 5)"),
        ({"pins": Pins(4, 5), "bus": [8, 9]}, "panel's bus: 0x8, 0x9 answer (SDA on 4, SCL on 5)"),
    ],
)  # fmt: skip
def test_a_line(found: dict[str, Any], said: str) -> None:
    lined = list(Examined([Findings("port", state=findings.TABLET, **found)]).parts())
    assert f"  {said}" in lined and "bus" not in "".join(lined).replace(said, "")


# ---- ports and drives, and what is said where there are none


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Plugs devices in: a port each, with its USB ids."""

    def plug(*devices: tuple[str, int | None, int | None]) -> None:
        ports = [SimpleNamespace(device=path, vid=v, pid=p) for path, v, p in devices]
        monkeypatch.setattr(cable.list_ports, "comports", lambda: ports)
        monkeypatch.setattr(plugged_in, "_list_drive_folders", list)
        monkeypatch.setattr(linux, "ROOT", Path("/nowhere"))

    return plug


def test_all_that_look_like_a_board_are_asked(usb, monkeypatch):
    usb(("one", 0x2E8A, 0x0005), ("/dev/mouse", 0x1234, 1), ("/dev/ttyS0", None, None))
    monkeypatch.setattr(examining, "examine", lambda port, note: Findings(port.path, port.what))
    (said,) = json.loads(scorepad("doctor", "--json").stdout)["ports"]
    assert said["port"] == "one" and "2E8A:0005" in said["plugged"]


def test_a_port_that_is_named_by_a_link_is_known(usb: Callable[..., None], tmp_path: Path) -> None:
    usb(("/dev/null", 0x10C4, 0xEA60))
    (tmp_path / "board").symlink_to("/dev/null")
    named = plugged_in.find_port(str(tmp_path / "board"), plugged_in.ports())
    assert named.path.endswith("board") and "CP210x" in named.what
    assert plugged_in.find_port("/dev/zero", plugged_in.ports()).what == ""


def test_where_none_is_plugged_in_a_cable_is_suspected(usb: Callable[..., None]) -> None:
    usb(("/dev/ttyS0", None, None))
    assert "Windows" in scorepad("doctor").stdout
    assert "`scorepad doctor`" in scorepad("doctor", "/dev/nowhere").stderr
    usb(("/dev/mouse", 0x1234, 1), ("/dev/ttyS0", None, None))
    assert "/dev/mouse" in scorepad("doctor").stdout
    assert scorepad("doctor", "/dev/nowhere").stderr.endswith("there are /dev/mouse\n")


def test_every_chip_that_a_port_is_opened_for_is_known() -> None:
    """cable.py holds DTR for these vendors; and each board's converter is one that is known."""
    assert {*plugged_in._VENDORS} == {*cable._CHIPS}
    assert cable._JTAG in plugged_in._BOARDS
    assert plugged_in._describe_device(0x303A, 0x1234).endswith("(USB 303A:1234)")
    assert plugged_in._describe_device(0x1234, None) == ""


NOTE = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"


@pytest.mark.parametrize(
    ("note", "found"),
    [
        (NOTE, ("RPI-RP2", True)), (NOTE.replace("RPI-RP2", "RP2350"), ("RP2350", True)),
        (NOTE.replace("RPI-RP2", "SAMD21G18A"), ("SAMD21G18A", False)),
        ("Board-ID: \x1b[2J\x07x", ("\ufffd[2J\ufffdx", False)), ("Model: none", None),
        ("\xff\xfe" * 5000, None), ("", None), (None, None),
    ],
)  # fmt: skip
def test_a_pico_that_waits_for_an_image_is_found(tmp_path, note, found):
    if note is not None:
        (tmp_path / "INFO_UF2.TXT").write_bytes(note.encode("latin-1"))
    drives = plugged_in.drives([tmp_path, tmp_path / "gone"])
    assert drives == ([Drive(str(tmp_path), *found)] if found else [])


def test_a_drive_is_looked_for_where_drives_are(usb, monkeypatch, tmp_path):
    usb()
    (tmp_path / "INFO_UF2.TXT").write_text(NOTE)
    monkeypatch.setattr(plugged_in, "_list_drive_folders", lambda: [tmp_path])
    done = scorepad("doctor", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, len(said["advice"])) == (1, 1)
    assert [(drive["path"], drive["pico"]) for drive in said["drives"]] == [(str(tmp_path), True)]


# ---- what Linux says of USB devices, ports and programs


@pytest.fixture
def on_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Files], None]:
    """Makes a machine of files with these texts; >TEXT is a link to it."""

    def make(files: Files) -> None:
        monkeypatch.setattr(linux, "ROOT", tmp_path)
        for path, text in ((tmp_path / name, text) for name, text in files.items()):
            path.parent.mkdir(parents=True, exist_ok=True)
            if text.startswith(">"):
                path.symlink_to(text[1:])
            else:
                path.write_text(text, errors="surrogateescape")

    return make


def on_usb(vendor: str, product: str, **interface: str) -> Files:
    files = {"idVendor": vendor, "idProduct": product}
    files |= {f"../3-3:1.0/{name}": text for name, text in interface.items()}
    return {f"sys/bus/usb/devices/3-3/{name}": text for name, text in files.items()}


# As Ubuntu 22.04 has it after "usb 3-3: usbfs: interface 0 claimed by ch341 while 'brltty' sets
# config #1" and "ch341-uart ttyUSB0: ch341-uart converter now disconnected from ttyUSB0".
CH340 = on_usb("1a86\n", "7523\n")
DRIVER = {"sys/bus/usb/drivers/ch341/module": ""}
TAKEN = on_usb("1a86\n", "7523\n", driver=">../../../../../bus/usb/drivers/usbfs")
SERVED = on_usb("1a86\n", "7523\n", driver=">../../drivers/ch341", **{"ttyUSB0/tty": ""}) | DRIVER
PICO_SERVED = on_usb("2e8a\n", "0005\n", **{"tty/ttyACM0/dev": "166:0"})
RUNS = {"proc/812/comm": "systemd\n", "proc/4711/comm": "brltty\n"}
RULE = {"usr/lib/udev/rules.d/85-brltty.rules": 'ENV{PRODUCT}=="1a86/7523/*"'}
MASKED = {"etc/udev/rules.d/85-brltty.rules": ">/dev/null"}
# The kernel cuts a name at 15 bytes, here in the middle of a letter.
MODEMS = {"proc/12/comm": "ModemManager\n", "proc/13/comm": "B\udcc3\n"}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (TAKEN | RUNS, "brltty .* -> .*`sudo apt remove brltty`"),
        (CH340 | DRIVER | RULE, "a CH340.* brltty"),  # it has ended, and nobody serves it
        (TAKEN | MODEMS, "a virtual machine"),
        (TAKEN | RULE | MASKED, "a virtual machine"),
        (CH340, "`sudo modprobe ch341`"),
        (on_usb("1a86", "7522"), "a CH340K.*`sudo modprobe ch341`"),
        (on_usb("1a86", "55d3"), "a CH343.*`sudo modprobe cdc_acm`"),
        (on_usb("10c4", "ea70"), "a CP2105.*`sudo modprobe cp210x`"),
        (on_usb("0403", "6015"), "an FTDI.*`sudo modprobe ftdi_sio`"),
        (on_usb("2e8a", "0005"), "a Raspberry Pi Pico with .*`sudo modprobe cdc_acm`"),
        (SERVED, "/dev/ttyUSB0 is hidden .* container"),
        (SERVED | {"dev/ttyUSB0": ""}, "no board is plugged in"),
        (PICO_SERVED | {"dev/ttyACM0": ""}, "no board is plugged in"),
        (on_usb("046d", "c534"), "no board is plugged in"),  # a mouse
        (on_usb("2e8a\n", "0003\n"), "a Pico waits for an image, and nobody has opened"),
        (on_usb("2e8a\n", "000f\n"), "nobody has opened its drive RP2350 -> .* First flash: Pico"),
        (on_usb("2e8a\n", "gone"), "no board is plugged in"),
    ],
)
def test_a_board_without_a_port(usb, on_linux, files: Files, expected: str) -> None:
    usb()
    on_linux(files)
    done = scorepad("doctor", "--json")
    (said,) = json.loads(done.stdout)["advice"]
    assert re.search(expected, f"{said['what']} -> {said['do']}")
    assert (done.returncode, said["wrong"]) == (1, True)


@pytest.mark.parametrize(
    ("error", "files", "expected"),
    [
        ((errno.EBUSY, "busy"), MODEMS, "perhaps ModemManager.* wait half a minute"),
        ((errno.EBUSY, "busy"), RUNS, "another program .*; close it"),
        ((errno.EAGAIN, "locked"), {"proc/12/comm": "thonny", "proc/12/fd/3": ">/dev/null"},
         r"thonny \(process 12\)"),
        # Of Windows, as pyserial passes it on.
        (("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)",), {},
         "another program is using this port"),
    ],
)  # fmt: skip
def test_who_has_a_port_that_is_busy(monkeypatch, on_linux, error, files, expected) -> None:
    on_linux(files)
    monkeypatch.setattr(cable.sys, "platform", "linux" if error[1:] else "win32")
    port = Mock(open=Mock(side_effect=OSError(*error)))
    monkeypatch.setattr(cable, "_closed_port", lambda path: port)
    done = scorepad("doctor", "/dev/null", "--json")
    (said,) = json.loads(done.stdout)["ports"]
    assert (done.returncode, said["state"]) == (1, "shut")
    assert re.search(expected, said["trouble"])


@pytest.mark.parametrize(
    ("mode", "group", "members", "expected"),
    [
        (0o660, 20, [], "group dialout; `sudo usermod -aG dialout ann`, then log out"),
        (0o660, 20, ["ann"], "ann has joined the group dialout, .*; log out and in again"),
        (0o600, 20, ["ann"], "; a rule of udev"),
        (0o660, 0, [], "; a rule of udev"),
    ],
)
def test_who_may_not_use_a_port_is_told_which_group_may(
    monkeypatch: pytest.MonkeyPatch, mode: int, group: int, members: list[str], expected: str
) -> None:
    status = SimpleNamespace(st_gid=group, st_mode=stat.S_IFCHR | mode)
    with monkeypatch.context() as patch:
        patch.setattr(linux.os, "stat", lambda path: status)
        patch.setattr("grp.getgrgid", lambda _: SimpleNamespace(gr_name="dialout", gr_mem=members))
        patch.setattr(linux.getpass, "getuser", lambda: "ann")
        said = str(linux.why_forbidden("/dev/ttyUSB0"))
    assert re.search(expected, said)


def test_on_windows_drives_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugged_in.sys, "platform", "win32")
    assert [str(path) for path in plugged_in._list_drive_folders()][:2] == ["C:", "D:"]


def test_who_has_only_drives_and_strange_ports_is_told_both() -> None:
    assert len(on_all([Port("P")], [Drive("D", "FEATHER", False)])) == 2
