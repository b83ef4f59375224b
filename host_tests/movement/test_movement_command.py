"""`scorepad movement` as a director meets it: in the terminal, on paper, and as the page says."""

import json
import re

import pytest

from scorepad.errors import UserError
from scorepad.operation import build
from scorepad.operations.events.plan_event import PlanEvent
from support.commands import refused, scorepad


def test_what_cannot_be_is_refused_in_a_line():
    for words, said in (
        ("mitchell --pairs many", "Pairs many"), ("mitchell --tables 0", "Tables 0"),
        ("mitchell --tables 5 --rounds 0", "Rounds 0"),
        ("mitchell --tables 5 --boards 100", "Boards in a round 100"),
        ("mitchell --tables 5 --sections 0", "Sections 0"),
        ("mitchell --tables 5 --switch -1", "from 0"),
        ("mitchell --tables 5 --pairs 10", "how many tables"),
        ("mitchell --tables 5 --winners 1 --switch 1", "how many winners"),
        ("mitchell", "how many pairs"),
        ("howell --pairs 8 --json --format pdf", "--json"),
        ("howell --pairs 8 --output cards.pdf", "--format"), ("howell --pairs 24", "not 24"),
        ("barometer --pairs 8", "barometer"),
    ):  # fmt: skip
        assert said in refused(scorepad("movement", *words.split()))


@pytest.mark.parametrize(
    ("movement", "field"),
    [
        ("howell --pairs 300", "movement.pairs"), ("howell", "movement.pairs"),
        ("howell --pairs", "movement.pairs"), ("howell --pairs 8 --up", "movement"),
        ({"kind": "howell", "pairs": 8, "relay": True}, "movement.relay"),
        ({"kind": "barometer", "pairs": 8}, "movement.kind"),
    ],
)  # fmt: skip
def test_a_movement_is_an_object_or_words_and_an_error_names_its_field(movement, field):
    with pytest.raises(UserError) as wrong:
        build(PlanEvent, {"name": "Cup", "movement": [movement]})
    assert wrong.value.field == field


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
    printed = json.loads(scorepad("movement", *words, "--json").stdout)
    carried = cards("pairs", *words)
    meetings = 0
    for movement in printed.get("sections", [printed]):
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
            later = [row[3] for card in lying.values() for row in card[number + 1 :]]
            wanted = "rest" if boards in later else "done"
            assert section == boards_to.split(", ") or boards_to == wanted
        assert len(rows[-1]) == 4


def test_a_browser_parts_no_range_of_boards():
    page = scorepad("movement", "mitchell", "--tables", "8", "--format", "html").stdout
    assert page.count('<span class="word">') == 56 and "29-32</span>" in page
