"""`scorepad doctor`: what it advises about what was found, and how it says that to people."""

import re
from typing import Any

import pytest

from firmware import VERSION
from firmware.clock import to_minutes
from scorepad import build
from scorepad.cli.commands.doctor import lines
from scorepad.tablet import deploy
from scorepad.tablet.doctor import advice
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
from scorepad.tablet.doctor.plugged_in import Drive
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
