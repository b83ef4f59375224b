"""`docs/records.md` is what the firmware does: every table, every byte."""

import re
from datetime import UTC, datetime
from zlib import crc32

import pytest
from hypothesis import given

from firmware import clock, session
from firmware.link import requests
from firmware.scoring import deal as d
from firmware.scoring.deal import MAX_BOARD, VUL_NONE, VULNERABILITIES, BadDeal
from firmware.scoring.notation import parse, to_text
from firmware.scoring.rules import NAMES, rule_set
from firmware.session import Session, fold
from firmware.storage import record
from support.pages import link_page as page
from support.pages import page_records
from support.pages.markdown_tables import prose, quoted
from support.pages.worked_session import CHIP, WORKED, spaced, worked
from support.tablet.strategies import Game, played

PROSE = prose("records.md")
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def minutes(text: str) -> int:
    """A time of the pages."""
    return int((datetime.fromisoformat(text + "+00:00") - EPOCH).total_seconds()) // 60


def test_the_worked_session_says_what_stands_beside_it() -> None:
    events = list(record.events(record.session_key(CHIP, WORKED), worked()))
    rows = page.table(page.RECORDS, "A worked session").rows
    steps = [quoted(row[1])[0] for row in rows[5:]]
    began, ended = (minutes(rows[n][1][-16:]) for n in (0, -1))
    game = page_records.Game(
        "rubber", steps, {"settle": "100s"}, True, {"S": 17}, "E", began, ended
    )
    assert page_records.records(CHIP, WORKED, 3, game) == worked()
    words = {f"`{name}`" for name in page.KINDS} | {f"`{step}`" for step in steps}
    assert all(row[1].split(":")[0] in words for row in rows)
    folded = fold(events)
    totals = "NS={} EW={}".format(*folded.sheet.totals)
    assert f"`{totals}`" in PROSE
    assert f"`{record.checksum(worked()):08x}`" in PROSE
    assert (folded.accept, folded.players, folded.sheet.options["settle"]) == (
        True,
        [0, 0, 17, 0],
        "100s",
    )


def test_the_worked_crcs() -> None:
    bytes_of = {row[0]: row[1].strip("`") for row in page.RECORDS[2].rows}
    tablet, number, ten = (spaced(bytes_of[name]) for name in ("id", "number 7", "ten bytes"))
    key, crc = (int(bytes_of[name], 16) for name in ("key", "their CRC-32 with the key"))
    assert (tablet, int.from_bytes(number, "little")) == (CHIP, WORKED)
    assert record.session_key(tablet, WORKED) == key == crc32(number, crc32(tablet))
    assert crc32(ten, key) == crc == page.crc32(tablet + number + ten)
    assert spaced(bytes_of["record"]) == ten + crc.to_bytes(4, "little") == worked()[:14]


def test_times() -> None:
    number, when = re.search(r"(\d{8}) is (\d{4}-\d\d-\d\d \d\d:\d\d)", PROSE).groups()
    assert int(number) == minutes(when)
    assert clock.to_minutes((*map(int, re.split(r"[- :]", when)[:3]), 0, 19, 15)) == minutes(when)
    assert minutes("2100-01-01 00:00") == requests._LAST_MINUTE


def test_records_and_kinds() -> None:
    assert page.RECORD == [
        ("sequence", 0, 2),
        ("kind", 2, 1),
        ("place", 3, 1),
        ("number", 4, 2),
        ("value", 6, 4),
        ("crc", 10, 4),
    ]
    assert page_records.SIZE == record.SIZE
    assert (page.LONGEST_ID, page.EVENT) == (16, page_records.SIZE - 4)
    event = (session.DEAL, 7, 0x102, 0x3040506)
    body = record.pack(0, 0x809, event)[:-4]
    named = dict(zip(("kind", "place", "number", "value"), event, strict=True))
    assert page_records.pack(page.RECORD, {"sequence": 0x809, **named}) == body
    assert {name: getattr(session, name.upper()) for name in page.KINDS} == page.KINDS
    assert list(page.KINDS.values()) == list(range(session.START, session.UNPLAYED + 1))
    assert page.FORMATS == [session.FORMAT << 8, session.WITH_ROUNDS << 8]
    assert page.ACCEPT == session.ACCEPT


def test_rule_sets() -> None:
    assert list(page.RULES) == list(NAMES)
    assert list(page.RULES.values()) == list(range(len(NAMES)))
    for name in NAMES:
        assert tuple(page.ACCOUNTS[name]) == rule_set(name).accounts


def test_options() -> None:
    for name in NAMES:
        rules = rule_set(name)
        options = [(option, [str(v) for v in values]) for option, values in rules.choices]
        assert [(option, values) for option, values, _ in page.OPTIONS[name]] == options
        assert [each for *_, each in page.OPTIONS[name]] == [str(v) for v in rules.defaults]


@pytest.mark.parametrize("row", page.table(page.RECORDS, "Rule sets").rows, ids=lambda row: row[1])
def test_what_the_deals_of_a_rule_set_have(row: list[str]) -> None:
    name = quoted(row[1])[0]
    place, acceptor, claims, points = row[4:]
    assert _needs(name, "b1 {deal}", "{deal}") == place
    assert _needs(name, "4S N/E =", "4S N =") == acceptor
    assert _needs(name, "{deal} hcp=20", "{deal}") == points
    held = [most for most in (3, 4, 5) if _scores(name, _deal(name) + f" hon=N{most}")]
    assert (", ".join(map(str, held)) or "no") == claims
    assert not _scores(name, _deal(name) + " hon=N2-2") or name == "pirate"
    sheet = rule_set(name)()
    for number in range(1, 41):
        if not sheet.complete:
            sheet.add(*parse(_deal(name).replace("b1 ", f"b{number} ")))
    assert (row[3] == "never by itself") == (not sheet.complete)


def _deal(name: str) -> str:
    """One that the rule set scores."""
    deals = {"duplicate": "b1 4S N =", "pirate": "4S N/E ="}
    return deals.get(name, "4S N =") + (" hcp=20" if name == "russian" else "")


def _needs(name: str, with_it: str, without: str) -> str:
    """Whether a deal of this rule set must have something, or must not."""
    bare = "4S N/E =" if name == "pirate" else "4S N ="
    besides = " hcp=20" if name == "russian" and "hcp" not in with_it else ""
    board = "b1 " if name == "duplicate" and "b1" not in with_it else ""
    has, lacks = (
        _scores(name, board + each.format(deal=bare) + besides) for each in (with_it, without)
    )
    assert has != lacks
    return "yes" if has else "no"


def _scores(name: str, text: str) -> bool:
    try:
        _sheet(name, [text])
    except BadDeal:
        return False
    return True


def _sheet(name: str, deals: list[str]):
    options = {"honours": "on"} if "honours" in dict(rule_set(name).choices) else {}
    sheet = rule_set(name)(options)
    for text in deals:
        sheet.add(*parse(text))
    return sheet


SPADES = parse("4S N =")[0]  # a game
BEFORE = (  # the kinds that stand before, by the columns of the table
    *((), (session.START,), (session.START, session.DEALER)),
    *((session.START, session.DEALER, *((session.DEAL,) * deals)) for deals in (1, 2)),
    (session.START, session.DEALER, session.DEAL, session.CLOSE),
    (session.START, session.DEALER, session.DEAL, session.CLOSE, session.END),
)


def rubber(kinds: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """A log of these kinds."""
    deals = kinds.count(session.DEAL)
    fields = {
        session.START: (session.FORMAT << 8, 0),
        session.OPTION: (1, 0),
        session.CORRECT: (1, SPADES),
        session.VOID: (1, 0),
        session.CLAIM: (deals, d.pack_honours(d.NORTH, 4)),
    }
    dealt = iter(range(1, deals + 1))
    return [
        (kind, 0, *((next(dealt), SPADES) if kind == session.DEAL else fields.get(kind, (0, 0))))
        for kind in kinds
    ]


def test_which_event_may_come_next() -> None:
    rows = page.table(page.RECORDS, "Events", "event").rows
    assert [row[0].strip("`") for row in rows] == list(page.KINDS)
    for row, kind in zip(rows, page.KINDS.values(), strict=True):
        assert row[1:] == [_may_follow(before, kind) for before in BEFORE]


def _may_follow(before: tuple[int, ...], kind: int) -> str:
    fold(rubber(before))
    try:
        fold(rubber((*before, kind)))
    except ValueError:
        return "no"
    return "yes"


@pytest.mark.parametrize(
    "row", page.table(page.RECORDS, "Events", "rule set").rows, ids=lambda row: row[1]
)
def test_which_logs_are_right(row: list[str]) -> None:
    """Each up to its last event, which only that of a wrong one refuses."""
    game = page_records.Game(quoted(row[0])[0], quoted(row[1]))
    *before, last = page_records.events(1, game)
    folded = Session()
    for event in before:
        folded.apply(**event)
    if row[2].startswith("right"):
        folded.apply(**last)
        assert folded.complete == (game.steps[-1] == "end" or "end" in game.steps)
    else:
        assert row[2].startswith("wrong: ")
        with pytest.raises(ValueError, match=r"\w"):
            folded.apply(**last)


@pytest.mark.parametrize(
    "row",
    page.table(page.RECORDS, "Rounds of an event").rows,
    ids=lambda row: f"{row[0]} {row[1]}",
)
def test_which_rounds_are_right(row: list[str]) -> None:
    """Each up to its last event, which only that of a wrong one refuses."""
    *before, last = page_records.event_log(1, [*quoted(row[0]), *quoted(row[1])])
    folded = Session()
    for event in before:
        folded.apply(**event)
    if row[2] == "right":
        folded.apply(**last)
    else:
        assert row[2].startswith("wrong: ")
        with pytest.raises(ValueError, match=r"\w"):
            folded.apply(**last)


def test_what_a_round_says() -> None:
    steps = ["start", "event 7", "dealer", "round 2 5 12 4-6", "round 3 0 9 7-9 overruled"]
    folded = Session()
    for event in page_records.event_log(1, steps):
        folded.apply(**event)
    assert folded.rounds.event == 7
    assert [one[:6] for one in folded.rounds.listed] == [
        (2, 5, 12, 4, 6, False),
        (3, 0, 9, 7, 9, True),
    ]


def test_numbers_of_the_game() -> None:
    assert list(page.SEATS) == list(d.SEATS) and list(page.SEATS.values()) == [0, 1, 2, 3]
    assert list(page.STRAINS) == list("CDHSNO") and [*page.STRAINS.values()] == list(range(6))
    assert [*page.DOUBLINGS.values()] == [d.UNDOUBLED, d.DOUBLED, d.REDOUBLED]


def test_the_deals_of_the_page() -> None:
    for row in page.table(page.RECORDS, "A deal", "deal").rows:
        (text,) = quoted(row[0])
        value = parse(text)[0]
        assert row[1:] == [str(d.tricks(value)), str(value), f"`{value:08x}`"]
        assert page_records.deal(text) == parse(text)
    assert f"= {page_records.deal('4Sx S +1')[0]}." in PROSE


@given(played())
def test_every_deal_is_the_integer_that_the_page_makes_of_it(game: Game) -> None:
    for deal, place in game.entered:
        assert page_records.deal(to_text(deal, place)) == (deal, place)


def test_honours() -> None:
    for text in ("N4", "S5", "E3", "W2-1", "N2-2", "S4-1"):
        most, _, fewer = text[1:].partition("-")
        field = d.pack_honours(d.SEATS.index(text[0]), int(most), int(fewer or 0))
        assert page_records.honours(text) == field
    assert "South with four honours is 2 + 4 * 4 = 18." in PROSE
    assert page_records.honours("S4") == 18


def test_places() -> None:
    first, last = page.PLACES["the board, which says who deals and who is vulnerable"]
    assert (first, last) == (1, MAX_BOARD)
    for bits, who in enumerate(VULNERABILITIES):
        assert page_records.deal(f"1C N = vul={who}")[1] == VUL_NONE + bits
    covered = [n for ends in page.PLACES.values() for n in range(ends[0], ends[-1] + 1)]
    assert covered == list(range(256))
