"""`scorepad movement` as a director meets it: in the terminal, on paper, and as the page says."""

import json
import re
from pathlib import Path

import pytest

from scorepad.movement.checker import RULES
from support.club.notices import read
from support.commands import ROOT, refused, scorepad
from support.pages.examples import is_as_shown, shown

PAGE = (ROOT / "docs" / "movements.md").read_text(encoding="utf-8")


def csv_of_the_page() -> str:
    lines = re.findall(r"^    (round,table,.*|[\d,]+)$", PAGE, re.MULTILINE)
    return "\n".join(lines)


@pytest.mark.parametrize(("command", "said"), shown(PAGE), ids=lambda text: text[:40])
def test_the_page_shows_what_is_printed(command, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    spoiled = csv_of_the_page().replace("1,2,2,3,1,2,1", "1,2,2,4,1,2,1")
    Path("spoiled.csv").write_text(spoiled, encoding="utf-8")
    done = scorepad(*command.split())
    printed = done.stdout + done.stderr
    assert is_as_shown(printed, said), printed


def test_the_page_has_such_examples():
    assert len(shown(PAGE)) == 5 and csv_of_the_page().count("\n") == 6


def test_the_file_of_the_page_is_a_movement(tmp_path):
    (tmp_path / "ours.csv").write_text(csv_of_the_page(), encoding="utf-8")
    done = scorepad("movement", "check", tmp_path / "ours.csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("from ours.csv · 4 pairs · 2 tables · 3 rounds of 2 boards")


def test_the_page_has_every_rule_of_the_checker():
    rows = dict(
        re.findall(
            r"^\| `([a-z-]+)` \| (.+) \|$",
            PAGE.partition("| rule |")[2].partition("## JSON")[0],
            re.M,
        )
    )
    named = {name: said for name, said in rows.items() if name in RULES}
    assert list(named) == list(RULES)
    for name, said in named.items():
        assert RULES[name][1].startswith(said.replace("`", ""))


def balances() -> list[tuple[str, str]]:
    """The commands of the page's table of balances, with the balance."""
    rows = re.findall(r"^\| (.+) \| (\d+\.\d\d) \|$", PAGE, re.MULTILINE)
    listed = []
    for row, value in rows:
        for number in re.findall(r"\d+", row):
            howell = "pairs" in row
            size = f"howell --pairs {number}" if howell else f"mitchell --tables {number}"
            listed.append((size + " --winners 1" * (not howell), value))
    return listed


@pytest.mark.parametrize(("command", "value"), balances())
def test_the_balances_of_the_page_are_printed(command, value):
    assert f"one winner, balance {value}" in " ".join(
        scorepad("movement", *command.split()).stdout.split()
    )


def test_the_page_has_ten_and_more_balances():
    assert len(balances()) == 14


def test_nothing_is_printed_wider_than_a_terminal():
    for words in (
        ("mitchell", "--pairs", "25"),
        ("mitchell", "--tables", "20", "--relay"),
        ("howell", "--pairs", "20"),
        ("mitchell", "--pairs", "41", "--sections", "3", "--winners", "1"),
        ("howell", "--pairs", "19", "--cards", "tables"),
    ):
        done = scorepad("movement", *words)
        assert done.returncode == 0
        assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mitchell --pairs many", "--pairs many: it is a whole number from 1 to 198"),
        ("mitchell --tables 0", "--tables 0: it is a whole number from 1 to 99"),
        ("mitchell --tables 5 --rounds 0", "--rounds 0: it is a whole number from 1 to 99"),
        ("mitchell --tables 5 --boards 100", "--boards 100: it is a whole number from 1 to 99"),
        ("mitchell --tables 5 --sections 0", "--sections 0: it is a whole number from 1 to 26"),
        ("mitchell --tables 5 --switch -1", "--switch"),
        ("mitchell --tables 5 --pairs 10", "not allowed with"),
        ("mitchell --tables 5 --winners 1 --switch 1", "not allowed with"),
        ("mitchell", "one of the arguments --pairs --tables is required"),
        ("howell --pairs 8 --json --cards pairs", "not allowed with"),
        ("howell --pairs 8 --json --format pdf", "--json prints for programs"),
        ("howell --pairs 8 --output cards.pdf", "say with --format"),
        ("howell --pairs 24", "24 pairs; 4 to 20"),
        ("barometer --pairs 8", "no command barometer; there are mitchell, howell, check"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words, said):
    if words == "howell --pairs 24":
        said = "a Howell is for 4 to 20 pairs, not 24"
    assert said in refused(scorepad("movement", *words.split()))


def cards(which: str, *words: str) -> dict[str, list[list[str]]]:
    """The rows of each card that is printed, by its title."""
    pieces = scorepad("movement", *words, "--cards", which).stdout.split("\n\n")[1:]
    listed = {}
    for piece in pieces:
        title, _, _, *rows = piece.splitlines()
        listed[title] = [re.split(r"  +", row.strip()) for row in rows]
    return listed


MOVEMENTS = [
    ("mitchell", "--pairs", "11", "--relay", "--winners", "1"),
    ("mitchell", "--pairs", "22", "--sections", "2"),
    ("howell", "--pairs", "10"),
    ("howell", "--pairs", "9", "--rounds", "7"),
]


@pytest.mark.parametrize("words", MOVEMENTS)
def test_guide_cards_send_pairs_where_the_movement_has_them(words):
    made = json.loads(scorepad("movement", *words, "--json").stdout)
    carried = cards("pairs", *words)
    meetings = 0
    for movement in made.get("sections", [made]):
        for meeting in movement["schedule"]:
            for side, other, seat in (("ns", "ew", "N-S"), ("ew", "ns", "E-W")):
                row = carried[f"Pair {meeting[side]}"][meeting["round"] - 1]
                numbers = [meeting["round"], meeting["table"], meeting[other]]
                assert row[:4] == [*map(str, numbers[:2]), seat, str(numbers[2])]
                assert row[4].split("-")[0] == str(meeting["boards"][0])
                meetings += 1
        for out in movement["sit_outs"]:
            assert carried[f"Pair {out['pair']}"][out["round"] - 1][2] == "sits out"
            meetings += 1
    assert meetings == sum(map(len, carried.values()))


@pytest.mark.parametrize("words", MOVEMENTS)
def test_table_cards_send_pairs_and_boards_where_they_are_next(words):
    lying = cards("tables", *words)
    for title, rows in lying.items():
        for row, number in zip(rows[:-1], range(1, len(rows)), strict=True):
            if row[1] == "-":
                continue
            _, ns, ew, boards, ns_to, ew_to, boards_to = row
            for pair, where, side in ((ns, ns_to, "N-S"), (ew, ew_to, "E-W")):
                table, seat = title.split()[1], side
                if where == "sit out":
                    assert not any(pair in card[number][1:3] for card in lying.values())
                    continue
                if where != "stay":
                    table, seat = where.split(" ", 1)
                assert lying[f"Table {table}"][number][1 if seat == "N-S" else 2] == pair
            there = [t.split()[1] for t, card in lying.items() if card[number][3] == boards]
            section = [t for t in there if t in boards_to.split(", ")]
            assert section == boards_to.split(", ") or boards_to in ("rest", "done")
        assert len(rows[-1]) == 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_movement_and_cards_are_on_paper(kind, tmp_path):
    file = tmp_path / f"movement.{kind}"
    words = ("movement", "howell", "--pairs", "13", "--format", kind, "--output", file)
    assert scorepad(*words).returncode == 0
    (page,) = read(file)
    assert page.startswith("Howell · 13 pairs · 6 tables · 13 rounds of 2 boards · one winner")
    assert scorepad(*words, "--cards", "pairs").returncode == 0
    pages = read(file)
    assert pages[0].startswith("Guide cards: Howell · 13 pairs")
    for pair in range(1, 14):
        assert " ".join(pages).count(f"Pair {pair} Round Table Seat") == 1
    assert " ".join(pages).count("sits out") == 13


def test_a_browser_parts_no_range_of_boards():
    page = scorepad("movement", "mitchell", "--tables", "8", "--format", "html").stdout
    assert page.count('<span class="word">') == 56 and "29-32</span>" in page
