"""The largest numbers and the longest names fit on every screen, in every language: of every game,
of an event, and of the director's pages.

What is looked at after each press, and what may be cut: support/tablet/watched.py.
"""

import struct
from pathlib import Path

import pytest

from firmware import session as log
from firmware.link.incoming_roster import pack
from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES, rule_set
from firmware.session import Session, fold
from firmware.storage.outline import mark, summed
from firmware.storage.record import seal
from firmware.ui import words
from scorepad.simulator.robot import Entry
from support.depth import FULL
from support.tablet.directing import PIN, call, enter, marked_name, open_menu
from support.tablet.house_rules import records
from support.tablet.tablets import FINISH, menu, shown, store_in
from support.tablet.watched import LAST_TABLE, Watched, settings

MATCH = "nz-match"
DEALS = {MATCH: 99}  # before the last one; of other games
LONG = 102  # with one more no wheel is over, if all of them count
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
    "rubber": {"settle": "100s", "undertricks": "1932"}, MATCH: {"settle": "100s", "deals": 100},
    "chicago": {"carry": "on"}, "chicago-server": {"passed": "counts"},
}  # fmt: skip


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
        events.append((log.DEAL, place, number, deal))
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
    tablet.sees("accept").press("RIGHT")


def look_at_deals(tablet: Watched) -> None:
    """The list, and why some of them scored what they did, to be changed or not to count."""
    menu(tablet, "deals")
    tablet.press(*["UP"] * 3, *["LEFT"] * 20, *["DOWN"] * 12)
    for _ in range(3):
        tablet.sees("deals").press("UP", "OK", "DOWN", "DOWN", "DOWN", "OK")
        tablet.sees("change").press("OK", "BACK", "DOWN", "OK")
        tablet.sees("void").press("BACK", "BACK", "BACK")
    tablet.press("BACK", "BACK")


@pytest.mark.parametrize(("rules", "spoken"), CASES, indirect=["spoken"])
def test_a_long_evening(rules: str, spoken: int, path: Path) -> None:
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
                menu(tablet, "sheet")
                tablet.press(*["DOWN"] * 8, *["UP"] * 50, "BACK", "BACK")
            look_at_deals(tablet)
            menu(tablet, "stop")
            tablet.press("RIGHT")
        tablet.sees("end").press(*["RIGHT"] * 4, "OK", "BACK", *FINISH)
        tablet.sees("home")
        assert tablet.found == {}


# ---- names, events and the director's pages

WIDEST = "W" * 20
MARKS = ("0123", "0124", "4123", "#98765", "#98766")  # the PC's, of players with one name
ALIKE = [  # as long as a name may be
    WIDEST,
    "@" * 20,
    "M" * 19 + "m",
    "M" * 19 + "w",
    *(f"{'W' * (19 - len(mark))} {mark}" for mark in MARKS),
    "Ж" * 10,
]
EVENT, LAST_ROUND = 70001, 99
NUMBER = 99_800  # of the next game
MANY, DEALT = (100, 200) if FULL else (12, 20)  # games, and what is dealt in some of them

NEWER = "no event has kind 99: this log was written by newer firmware"


def in_each_language(first: int) -> pytest.MarkDecorator:
    """Run a test in this language in `make test`, in the others in `make test-all`."""
    others = [pytest.param(n, marks=pytest.mark.full) for n in range(3) if n != first]
    return pytest.mark.parametrize("spoken", [first, *others], indirect=True)


@pytest.mark.full
@in_each_language(2)
def test_names_are_told_apart_where_a_game_is_set_up(spoken: int, path: Path) -> None:
    house = [
        (name, "nz-match", f"01ffffffffffff{deals:02x}") for deals, name in enumerate(ALIKE, 88)
    ]
    with store_in(path) as store:
        store.write("settings", settings(spoken))
        store.write("roster", b"".join(pack(n, who.encode()) for n, who in enumerate(ALIKE, 1)))
        store.write("rules", records(*house))
    with Watched(path, "unix", [*ALIKE, *map(words.say, ("game", *words.SEAT_NAMES))]) as tablet:
        tablet.press("OK")
        games = []
        for base in (*NAMES, *[base for _, base, _ in house]):
            games.append(tablet.look().text[2])
            tablet.press(*["DOWN"] * (len(rule_set(base).choices) + 6), "RIGHT")
        assert len({*games}) == len(NAMES) + len(ALIKE), games
        for seat in range(4):
            tablet.press("UP", "RIGHT")
            players = []
            for _ in (words.say("guest"), *ALIKE):
                tablet.press("DOWN")
                players.append(marked_name(tablet))
            assert len({*players}) == len(ALIKE) + 1, players
            tablet.press(*["DOWN"] * (seat + 1), "OK")
        tablet.press("OK", "LEFT", "UP", "RIGHT", "DOWN")
        assert tablet.screens == {"home", "setup", "roster", "dealer"}
        assert tablet.found == {}


def large_event(path: Path, language: int, begun: bool) -> None:
    """An event of which the last round but one comes next at this table."""
    pairs = [
        struct.pack("<BBII20s20s", n, 0, n, n, ALIKE[n % 9].encode(), ALIKE[-n % 9].encode())
        for n in range(246, 256)
    ]
    tables = range(LAST_TABLE - 4, LAST_TABLE)
    meetings = [
        *((LAST_ROUND - 1, table, 2 * table + 58, 2 * table + 57, 245, 247) for table in tables),
        (LAST_ROUND - 1, LAST_TABLE, 255, 254, 248, 250),
        *((LAST_ROUND, table, 2 * table + 57, 2 * table + 56, 248, 250) for table in tables),
        (LAST_ROUND, LAST_TABLE, 254, 255, 101, 104),
    ]
    head = struct.pack(
        "<IHBBBBBHBB20s",
        *(EVENT, 9824, LAST_TABLE, 101, 250, LAST_ROUND, len(pairs), len(meetings), 0, 0),
        WIDEST.encode(),
    )
    together = b"".join(map(bytes, meetings))
    contents = [head, *pairs, together[:48], together[48:]]
    events = [
        *opening("duplicate", {}, LAST_TABLE, NORTH, 0, (), True, EVENT),
        (log.ROUND, LAST_ROUND - 2, 255 | 254 << 8, 101 | 102 << 8),
        (log.DEAL, 101, 1, parse("b101 7Nxx W -13")[0]),
        (log.UNPLAYED, 102, 1, 0),
    ]
    with store_in(path) as store:
        store.write("settings", settings(language))
        store.write("event", b"".join(seal(content.ljust(50, b"\0")) for content in contents))
        if begun:
            store.create(events)


@in_each_language(1)
def test_an_event(spoken: int, path: Path) -> None:
    large_event(path, spoken, begun=True)
    with Watched(path, "unix", ALIKE) as tablet:
        tablet.sees("moves").press("OK")
        tablet.sees("seats").press("OK")
        tablet.sees("compass")
        menu(tablet, "boards")
        tablet.press(*["DOWN"] * 4, "BACK", "BACK", "BACK")
        for keys in (["UP", "RIGHT"], ["LEFT"] * 2, ["UP"] * 7, ["LEFT"] * 14 + ["DOWN"] * 5):
            tablet.press(*keys, "OK")
            tablet.sees("asked").press("BACK")
        tablet.press("BACK")
        open_menu(tablet)
        tablet.press(*["DOWN"] * 4, "OK")
        tablet.sees("overrule")
        tablet.press(*["RIGHT", "DOWN"] * 4, "RIGHT", *["DOWN", "LEFT"] * 4)
        while tablet.look().screen != "home":
            tablet.press("BACK")
        tablet.press("OK")
        while tablet.look().screen == "compass":
            tablet.press("LEFT", "OK", "OK", "RIGHT")
        tablet.sees("moves").press("OK")
        tablet.sees("seats").press("OK")
        assert tablet.found == {}


@in_each_language(2)
def test_home_names_an_event(spoken: int, path: Path) -> None:
    large_event(path, spoken, begun=False)
    with Watched(path, "unix") as tablet:
        assert WIDEST in "".join(tablet.look().text)
        tablet.press("OK")
        tablet.sees("seats")
        assert {*tablet.found} <= {"seats"}


@in_each_language(0)
def test_the_directors_pages(spoken: int, path: Path) -> None:
    with store_in(path) as store:
        store.write("settings", settings(spoken, NUMBER))
    with store_in(path) as store:
        for rules in NAMES:
            opened = [*opening(rules, {}, LAST_TABLE, NORTH, 0)]
            place = 250 if rules == "duplicate" else 0
            said = [(log.DEAL, place, n, parse("pass")[0]) for n in range(1, DEALT + 1)]
            number = store.create([*opened, *said, (log.END, 0, DEALT, 0)])
            mark(store, number, summed(store, number)[1])
        for _ in range(MANY - len(NAMES)):
            store.create(opening("rubber", {}, LAST_TABLE, NORTH, 0))
    games = [f"{NUMBER + place} {words.say(rules)}" for place, rules in enumerate(NAMES)]
    with Watched(path, "unix", games) as tablet:
        call(tablet)
        enter(tablet, PIN)
        enter(tablet, "1234")
        tablet.press("BACK", "BACK")
        open_menu(tablet)
        for _ in range(13):
            tablet.press("OK", "UP", "RIGHT")
            tablet.wait(10_000)
            tablet.press(*["DOWN"] * 4, *["RIGHT"] * 3, *["LEFT"] * 5, "BACK")
            tablet.sees("director").press("DOWN")
        tablet.press("BACK", "BACK")
        for _ in range(3):
            call(tablet)
            enter(tablet, "1234")
            tablet.press("BACK", "BACK")
        screens = {"setting", "clock", "sessions", "erase", "selftest", "check", "about"}
        assert tablet.screens >= screens
        assert tablet.found == {}


@in_each_language(1)
@pytest.mark.parametrize("pin", [seal(bytes([99]) + bytes(40)), b"rotten"], ids=["tried", "lost"])
def test_a_tablet_that_takes_no_pin(spoken: int, pin: bytes, path: Path) -> None:
    with store_in(path) as store:
        store.write("settings", settings(spoken))
        store.write("pin", pin)
    with Watched(path, "unix") as tablet:
        call(tablet)
        assert ("59:59" in tablet.look().text) == (pin != b"rotten"), shown(tablet)
        assert tablet.found == {}


@in_each_language(1)
def test_a_game_that_cannot_be_read(spoken: int, path: Path) -> None:
    with store_in(path) as store:
        store.write("settings", settings(spoken, NUMBER))
    with store_in(path) as store:
        opened = opening("rubber", {}, LAST_TABLE, NORTH, 0)
        store.create([*opened, *[(99, 0, 0, 0)] * 200])
    with Watched(path, "unix", [NEWER]) as tablet:
        tablet.sees("trouble")
        assert tablet.found == {}
