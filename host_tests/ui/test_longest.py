"""The largest numbers of every game fit on every screen, in every language.

What is looked at after each press, and what may be cut: support/tablet/watched.py.
"""

from pathlib import Path

import pytest

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES
from firmware.session import DEAL, Session, fold
from firmware.ui import words
from scorepad.simulator.robot import Entry
from support.tablet.tablets import menu, store_in
from support.tablet.watched import LAST_TABLE, Watched, settings

MATCH = "nz-match"
DEALS = {MATCH: 99}  # before the last one; of other games
LONG = 103
ENOUGH = 70_000  # points: what follows is passed out
VULNERABLE = ("3N N =", "3N E =")  # from then on both sides are
RUBBERS = ("rubber", "international", "polish", MATCH)
# The screens of the other games are those of one of these, under another name.
KINDS = ("rubber", "duplicate", "russian", MATCH, "chicago", "pirate")
SHORT = ("rubber", "pirate")  # in `make test`, each in another language
GERMAN = 1
CASES = [
    *zip(SHORT, range(3), strict=False),
    *(
        pytest.param(rules, spoken, marks=pytest.mark.full)
        for rules in KINDS
        for spoken in range(3)
        if rules not in SHORT or SHORT.index(rules) != spoken
    ),
    *(
        pytest.param(rules, GERMAN, marks=pytest.mark.full)
        for rules in NAMES
        if rules not in KINDS
    ),
]
OPTIONS: dict[str, dict[str, str | int]] = {
    "rubber": {"settle": "100s", "undertricks": "1932"},
    MATCH: {"settle": "100s", "deals": 100},
}


def line(rules: str, number: int, enough: bool) -> str:
    """A deal of a long evening: as many points as there can be."""
    by, other = "NE"[number % 2], "SW"[number % 2]
    place = f"b{146 + number} " if rules == "duplicate" else ""
    if number <= 2 and rules in RUBBERS:
        return VULNERABLE[number - 1]
    if enough:
        return f"{place}pass"
    if rules == "pirate":
        return f"7Nxx {by}/{other} -13"
    if rules == "duplicate":  # always the same side, so that its total is far below 0
        return f"{place}7Nxx N -13"
    return f"7Nxx {by} -13" + (" hcp=40" if rules == "russian" else "")


def evening(rules: str) -> tuple[Session, list[Entry]]:
    """All of it but the last deal, and its log."""
    events = opening(rules, OPTIONS.get(rules, {}), LAST_TABLE, NORTH, 0, accept=True)
    session = fold(events)
    for number in range(1, DEALS.get(rules, LONG) + 1):
        enough = max(map(abs, session.sheet.totals)) > ENOUGH
        deal, place = parse(line(rules, number, enough))
        events.append((DEAL, place, number, deal))
        session.apply(*events[-1])
    return session, events


def enter_the_largest(tablet: Watched, rules: str) -> None:
    """West plays 7NT redoubled and wins no trick; on the way all levels, strains and results."""
    tablet.sees("compass").press("LEFT")
    if rules == "pirate":
        tablet.sees("acceptor").press("RIGHT")
    tablet.sees("contract").press(*["UP"] * 7, *["RIGHT"] * 6, *["UP"] * 4)
    while f"7{words.say('NT')}" not in tablet.look().text:
        tablet.press("RIGHT")
    tablet.press("OK")
    if rules == "russian":
        tablet.sees("hcp").press(*["RIGHT"] * 5, "OK")
    tablet.sees("result").press("RIGHT", "RIGHT", *["DOWN"] * 13, "LEFT", "RIGHT", "OK")
    tablet.sees("accept").press("OK")


def look_at_deals(tablet: Watched) -> None:
    """The list, and why some of them scored what they did, to be changed or not to count."""
    menu(tablet, "deals")
    tablet.press(*["UP"] * 3, *["LEFT"] * 20, *["DOWN"] * 12)
    for _ in range(3):
        tablet.sees("deals").press("UP", "OK", "DOWN", "DOWN", "DOWN", "OK")
        tablet.sees("change").press("OK", "BACK", "DOWN", "OK")
        tablet.sees("void").press("BACK", "BACK", "BACK")
    tablet.press("BACK", "BACK")


def look_at_the_sheet(tablet: Watched) -> None:
    menu(tablet, "sheet")
    tablet.press(*["DOWN"] * 8, *["UP"] * 50, "BACK", "BACK")


@pytest.mark.parametrize(("rules", "spoken"), CASES, indirect=["spoken"])
def test_a_long_evening(rules: str, spoken: int, tmp_path: Path) -> None:
    path = tmp_path / "t.flash"
    session, events = evening(rules)
    assert rules == "russian" or max(map(abs, session.sheet.totals)) > ENOUGH
    with store_in(path) as store:
        store.write("settings", settings(spoken))
        store.create(events)
    with Watched(path, "unix", [words.say(rules)]) as tablet:
        tablet.sees("compass").press("BACK", "BACK")
        tablet.sees("home").press("OK")
        if rules == "duplicate":
            tablet.press("BACK", *["RIGHT"] * 3, *["LEFT"] * 3, "OK")
        enter_the_largest(tablet, rules)
        if rules != MATCH:  # which is over now
            tablet.hold("BACK")
            tablet.press(*["DOWN"] * 8, "BACK")
            if session.sheet.on_paper:
                look_at_the_sheet(tablet)
            look_at_deals(tablet)
            menu(tablet, "stop")
            tablet.press("OK")
        tablet.sees("end").press("RIGHT", "RIGHT", "RIGHT", "UP", "BACK")
        tablet.wait(1000)
        tablet.press("OK")
        tablet.sees("home")
        assert tablet.found == {}
