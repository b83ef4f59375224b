"""The page from parts to the first score: its pins, commands and presses are the real ones."""

import json
import re
import shlex
from xml.etree import ElementTree

import pytest

from dev import wiring
from dev.building import pico
from scorepad.cli.parser import parser
from scorepad.simulator import script
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Shot, Tablet
from support.commands import ROOT
from support.tablet.tablets import RUNTIMES

PAGE = (ROOT / "docs" / "first-score.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line) for line in re.findall(r"^    (.+)$", PAGE, re.MULTILINE)]


def test_the_pico_s_drawing_is_up_to_date() -> None:
    drawn = pico.picture(wiring.pins("pico"))
    assert wiring.PICO.read_text(encoding="utf-8") == drawn, "make wiring"


def test_a_wire_leads_from_each_name_to_its_pin() -> None:
    """Along the wires, from where a name stands to the number beside the board."""
    ends = pico_ends()
    for name, pin in wiring.pins("pico").items():
        assert ends[name] == f"GP{pin}"
    assert (ends["GND"], ends["VCC"]) == ("GND", "3V3")


def pico_ends() -> dict[str, str]:
    """The pin at the board's end of each wire, by the name at its other end."""
    drawing = list(ElementTree.fromstring(pico.picture(wiring.pins("pico"))))
    words = {
        (int(it.get("x", 0)), int(it.get("y", 0))): it.text or "" for it in drawing if it.text
    }
    pins = {(x, y - 5): word for (x, y), word in words.items()}
    ends = {}
    for wire in (it for it in drawing if it.tag.endswith("polyline")):
        points = [tuple(map(int, at.split(","))) for at in wire.get("points", "").split()]
        board = [at for at in points if pico.BOARD_LEFT - 5 < at[0] < pico.BOARD_RIGHT + 5]
        for x, y in board:
            inside = x + 18 if x < pico.BOARD_LEFT else x - 18
            (far,) = [at for at in (points[0], points[-1]) if at != (x, y)]
            ends[named(words, *far)] = pins[inside, y]
    return ends


def named(words: dict[tuple[int, int], str], x: int, y: int) -> str:
    """The name at a wire's end: before it at the panel, above it at a button."""
    return words.get((x - 10, y + 5)) or words.get((x + 36, y - 6)) or "buttons"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_commands_of_the_page_are_there(command: list[str]) -> None:
    program, *words = command
    if program == "make":
        rules = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.search(f"^{words[0]}:", rules, re.MULTILINE)
    elif program == "openscad":
        assert (ROOT / words[-1]).exists()
    else:
        assert program == "scorepad"
        parser().parse_args(words)


def test_the_presses_of_the_page_lead_to_its_screens() -> None:
    accepted = json.loads((ROOT / "host_tests" / "ui" / "screens.json").read_text())
    rows = re.findall(r"^\| (`.+`) \| !\[.+\]\(pictures/([\w-]+)\.png\)", PAGE, re.MULTILINE)
    story = "".join(f"{keys.replace('`', '')}\nshot {name}\n" for keys, name in rows)
    taken: dict[str, Shot] = {}
    with Tablet(Flash(), RUNTIMES[0]) as tablet:
        script.play(script.parse(story, "first-score.md"), tablet, taken.__setitem__)
    assert [name for name, shot in taken.items() if shot.sha256 != accepted[name]] == []
    assert list(taken)[-1] == "saved"
