"""Every point is explained: what `scorepad score --explain` says of each deal."""

import re

import pytest

from firmware.scoring.rules import NAMES
from firmware.scoring.sheet import unpacked
from firmware.session import Session, fold
from scorepad.reports.content import explain
from scorepad.reports.content.explain import explain_deals
from support.club.club_sessions import finished, played, stopped
from support.commands import scorepad

EXAMPLE = (
    "4Sx S +2, vulnerable: 4 odd tricks doubled 240; two overtricks doubled, vulnerable: 400; "
    "for making a doubled contract 50"
)


def said(rules: str, *lines: str, stop: bool = False, **options: str | int) -> list[str]:
    events = played(lines, rules, options=options)
    return [text for _, text in explain_deals(fold(stopped(events) if stop else events))]


RUBBER = [
    ("1C N =", "1 odd trick 20 (N-S 20)"),
    ("2N E +1", "2 odd tricks 70; one overtrick 30 (E-W 100)"),
    ("3Hxx W =", "3 odd tricks redoubled 360; for making a redoubled contract 100 (E-W 460)"),
    ("6C S =", "6 odd tricks 120; small slam 500 (N-S 620)"),
    ("7D S =", "7 odd tricks 140; grand slam 1000 (N-S 1140)"),
    ("4S S -1", "one undertrick 50 for E-W (E-W 50)"),
    ("4Sx S -3", "three undertricks doubled 500 for E-W (E-W 500)"),
    ("1C N = hon=N4", "1 odd trick 20; four honours in one hand 100 (N-S 120)"),
    ("1C N = hon=E5", "1 odd trick 20; five honours in one hand 150 for E-W (N-S 20, E-W 150)"),
    ("1N N = hon=S4", "1 odd trick 40; four aces in one hand 150 (N-S 190)"),
    ("pass", "nothing"),
]


@pytest.mark.parametrize(("line", "words"), RUBBER)
def test_rubber(line, words):
    assert said("rubber", line) == [f"{line}: {words}"]


def test_vulnerable_is_said_where_it_matters():
    texts = said("rubber", "3N N =", "6S N -2", "3N E =", "6Sx E +1")
    assert texts[1] == "6S N -2, vulnerable: two undertricks, vulnerable: 200 for E-W (E-W 200)"
    assert texts[3] == (
        "6Sx E +1, vulnerable: 6 odd tricks doubled 360; one overtrick doubled, vulnerable: 200; "
        "for making a doubled contract 50; small slam, vulnerable: 750; for the rubber 500 "
        "(E-W 1860)"
    )


def test_premiums_for_what_is_unfinished():
    assert said("rubber", "3N N =", "2H E =", stop=True)[2] == (
        "the players stop: for the only game of an unfinished rubber 300 for N-S; "
        "for the only part-score of an unfinished game 100 for E-W (N-S 300, E-W 100)"
    )
    tie = said("nz-match", "3N N =", "2D E +3", "2S N -2", "pass", "1C E =", deals=4)
    assert tie[3:] == [
        "pass: for the only game of an unfinished rubber 300 for N-S; "
        "for the only part-score of an unfinished game 100 for E-W (N-S 300, E-W 100)",
        "1C E =: for the only game of an unfinished rubber, withdrawn: -300 for N-S; "
        "for the only part-score of an unfinished game, withdrawn: -100 for E-W; "
        "1 odd trick 20 (N-S -300, E-W -80)",
    ]


ALL = {
    "chicago": ("1C N +1", "6Hx E =", "4S S -2", "2H W = hon=N4"),
    "chicago-server": ("1C N +1", "6Hx E =", "4S S -2", "2H W ="),
    "russian": ("1C N +1 hcp=20", "6Hx E = hcp=0", "4S S -2 hcp=40", "2H W = hcp=21"),
    "duplicate": ("b1 1C N +1", "b2 6Hxx E =", "b3 7N S -9", "b4 pass"),
    "pirate": ("1C N/E +1", "6Hx E/N =", "4S S/W -2", "3O W/S +1"),
}
RUBBERS = ("1C N +1", "6Hx E =", "4S S -2", "2N W = hon=N4", "4S N =")


@pytest.mark.parametrize("rules", NAMES)
def test_every_reason_of_every_rule_set_has_words_and_its_points(rules):
    options = {"honours": "on"} if rules == "international" else {}
    events = played(ALL.get(rules, RUBBERS), rules, options=options)
    session = fold(finished(events))
    reasons = {why for row in session.rows() for *_, why in unpacked(row.postings)}
    assert reasons and reasons <= set(explain._WORDS)
    assert _sums(session) == session.sheet.totals


def _sums(session: Session) -> list[int]:
    """The totals, from the numbers in brackets."""
    names = [{"NS": "N-S", "EW": "E-W"}.get(name, name) for name in session.sheet.accounts]
    found = [re.findall(r"([NESW](?:-[SW])?) (-?\d+)", text[text.rindex("(") :])
             for _, text in explain_deals(session) if text.endswith(")")]  # fmt: skip
    return [sum(int(n) for row in found for name, n in row if name == wanted) for wanted in names]


def test_the_command():
    words, deals = ("score", "rubber", "--explain"), "3N N =\n4Sx S +2\n"
    out = scorepad(*words, stdin=deals).stdout
    assert EXAMPLE in " ".join(out.split())
    assert [line[:3] for line in out.splitlines() if line[0] != " "] == ["1. ", "2. "]
    assert max(map(len, out.splitlines())) <= 80
    assert scorepad(*words, "--close", stdin=deals).returncode == 0
