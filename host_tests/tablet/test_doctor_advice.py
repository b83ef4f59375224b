"""`scorepad doctor`: the ports and drives that look like a board, what it advises about what was
found, and how it says that to people.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import VERSION
from firmware.clock import to_minutes
from scorepad import build
from scorepad.cli.commands import doctor
from scorepad.cli.commands.doctor import lines
from scorepad.tablet import cable, deploy
from scorepad.tablet.doctor import advice, plugged_in
from scorepad.tablet.doctor.advice import on_all, on_port
from scorepad.tablet.doctor.findings import (
    BENEATH,
    FILES_OVER,
    PROMPT,
    SHUT,
    SILENT,
    STRANGE,
    TABLET,
    Findings,
    Pins,
)
from scorepad.tablet.doctor.plugged_in import Drive, Port
from support.commands import scorepad
from support.pages.markdown_tables import DOCS


def tablet(**more: Any) -> Findings:
    given = {"state": TABLET, "firmware": VERSION, "micropython": "1.25.0", "panel": "SSD1306"}
    return Findings("P", **{**given, **more})


def prompt(**more: Any) -> Findings:
    given = {"state": PROMPT, "micropython": "1.25.0", "board": "Generic with ESP32S3"}
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
    (tablet(restarted=True), "did not answer, was started anew", False),
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
    (prompt(firmware="", app="x", named="sh1106"), "--board esp32s3 --panel sh1106`", True),
    (prompt(micropython="1.24.1"), "needs 1.25 or newer", True),
    (prompt(firmware="", app="ImportError: x"), "cannot be loaded: ImportError: x", True),
    (prompt(firmware="", scores="x"), "docs/hardware.md, When nothing shows", True),
    (prompt(firmware="", scores="x", board=PICO), "Scores on a Pico that", True),
    (prompt(scores=BENEATH), "drag Scorepad's image onto it again", True),
    (prompt(firmware="", scores=FILES_OVER), "files lie over its scores", True),
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
    told += on_all([], [Drive("D", "RPI-RP2", True)]) + on_all([], [])
    named = {name for one in told for name in re.findall(r"docs/hardware.md, ([\w :]+)", one.do)}
    assert len(named) >= 4
    for name in named:
        assert re.search(rf"^##+ {name}", page, re.MULTILINE), name


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_panel_that_answers_at_the_prompt_is_no_trouble(address: int) -> None:
    given = on_port(prompt(pins=Pins(4, 5), bus=[address]))
    assert not [one for one in given if "panel" in one.what]


def test_every_board_that_can_be_deployed_is_known_by_its_chip() -> None:
    assert {*deploy._KINDS.values()} == {*build.BOARDS}
    assert all(advice._pins_of(board) for board in build.BOARDS)


CLOCK = to_minutes((2026, 11, 20, 4, 18, 30))
# That of docs/hardware.md: a Pico whose panel has come loose.
LOOSE = Findings(
    "/dev/ttyACM0",
    "a Raspberry Pi Pico with MicroPython (USB 2E8A:0005)",
    TABLET,
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
    said = "".join(f"    {line}\n" for line in lines([LOOSE], []))
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
    lined = list(lines([Findings("port", state=TABLET, **found)], []))
    assert f"  {said}" in lined and "bus" not in "".join(lined).replace(said, "")


# ---- ports and drives, and what is said where there are none


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Plugs devices in: a port each, with its USB ids."""

    def plug(*devices: tuple[str, int | None, int | None]) -> None:
        names = ("device", "vid", "pid")
        ports = [SimpleNamespace(**dict(zip(names, one, strict=True))) for one in devices]
        for module in (plugged_in, cable):
            monkeypatch.setattr(module.list_ports, "comports", lambda: ports)
        monkeypatch.setattr(plugged_in, "_mounted", list)
        monkeypatch.setattr(plugged_in, "_USB", Path("/nowhere"))

    return plug


def test_all_that_look_like_a_board_are_asked(
    usb: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    usb(("one", 0x2E8A, 0x0005), ("/dev/mouse", 0x1234, 1), ("/dev/ttyS0", None, None))
    monkeypatch.setattr(doctor, "examine", lambda port, note: Findings(port.path, port.what))
    (said,) = json.loads(scorepad("doctor", "--json").stdout)["ports"]
    assert said["port"] == "one" and "2E8A:0005" in said["plugged"]


def test_a_port_that_is_named_by_a_link_is_known(usb: Callable[..., None], tmp_path: Path) -> None:
    usb(("/dev/null", 0x10C4, 0xEA60))
    (tmp_path / "board").symlink_to("/dev/null")
    named = plugged_in.named(str(tmp_path / "board"), plugged_in.ports())
    assert named.path.endswith("board") and "CP210x" in named.what
    assert plugged_in.named("/dev/zero", plugged_in.ports()).what == ""


def test_where_none_is_plugged_in_a_cable_is_suspected(usb: Callable[..., None]) -> None:
    usb(("/dev/ttyS0", None, None))
    done = scorepad("doctor")
    assert done.returncode == 1 and "Windows" in done.stdout
    usb(("/dev/mouse", 0x1234, 1))
    assert "/dev/mouse" in scorepad("doctor").stdout


def test_every_chip_that_a_port_is_opened_for_is_known() -> None:
    """cable.py holds DTR for these vendors; and each board's converter is one that is known."""
    assert {*plugged_in._VENDORS} == {*cable._CHIPS}
    assert cable._JTAG in plugged_in._BOARDS
    assert plugged_in._what(0x303A, 0x1234).endswith("(USB 303A:1234)")
    assert plugged_in._what(0x1234, None) == ""


NOTE = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"


@pytest.mark.parametrize(
    ("note", "found"),
    [
        (NOTE, ("RPI-RP2", True)),
        (NOTE.replace("RPI-RP2", "RP2350"), ("RP2350", False)),
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
    (tmp_path / "INFO_UF2.TXT").write_text(NOTE)
    monkeypatch.setattr(plugged_in, "_mounted", lambda: [tmp_path])
    done = scorepad("doctor", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, len(said["advice"])) == (1, 1)
    assert [(one["path"], one["pico"]) for one in said["drives"]] == [(str(tmp_path), True)]


@pytest.mark.parametrize(("product", "waits"), [("0003", True), ("0005", False), ("", False)])
def test_on_linux_a_pico_whose_drive_nobody_has_opened_is_found_by_its_id(
    usb: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    product: str,
    waits: bool,
) -> None:
    usb()
    monkeypatch.setattr(plugged_in, "_USB", tmp_path)
    device = tmp_path / "1-2"
    device.mkdir()
    (device / "idVendor").write_text("2e8a\n")
    if product:
        (device / "idProduct").write_text(f"{product}\n")
    assert plugged_in.drives() == ([Drive("", "RPI-RP2", True)] if waits else [])


def test_on_windows_drives_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugged_in.sys, "platform", "win32")
    assert [str(path) for path in plugged_in._mounted()][:2] == ["C:", "D:"]


def test_who_has_only_drives_and_strange_ports_is_told_both() -> None:
    assert len(on_all([Port("P")], [Drive("D", "FEATHER", False)])) == 2
