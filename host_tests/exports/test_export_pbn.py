"""PBN exports as `endplay`, which we have not written, reads them."""

import re

import pytest

from firmware.scoring.deal import SEATS, declarer, doubling, level, strain, tricks
from firmware.scoring.rules import NAMES
from firmware.session import fold
from scorepad.exports.pbn import as_pbn
from scorepad.exports.scored import as_dict
from support.club.club_sessions import played
from support.club.exported import GAMES, HOSTILE, club_session, club_sessions
from support.club.planned import at_table, planned, take
from support.endplay_scores import DENOMS, PENALTIES, Board, Player, Vul

pytestmark = pytest.mark.usefixtures("utc")

pbn = pytest.importorskip("endplay.parsers.pbn")
RULES = [name for name in NAMES if name != "pirate"]
SIDES = {(): Vul.none, ("NS",): Vul.ns, ("EW",): Vul.ew, ("NS", "EW"): Vul.both}


def read(rules: str) -> list[Board]:
    return pbn.loads(as_pbn(club_sessions(rules)))


@pytest.mark.parametrize("rules", RULES)
def test_what_was_played_is_read_back(rules):
    session = fold(GAMES[rules])
    for board, deal in zip(read(rules), as_dict(session)["deals"], strict=True):
        assert board.dealer == Player.find(deal["dealer"])
        assert board.vul == SIDES[tuple(deal["vulnerable"])]
        place = deal["deal"].split()[0]
        assert board.board_num == (int(place[1:]) if place[0] == "b" else deal["n"])
    for board, deal in zip(read(rules), session.deals, strict=True):
        contract = board.contract
        if not level(deal):
            assert contract.is_passout()
            continue
        assert (contract.level, contract.denom) == (level(deal), DENOMS[strain(deal)])
        assert contract.penalty == PENALTIES[doubling(deal)]
        assert contract.declarer == Player.find(SEATS[declarer(deal)])
        assert contract.level + 6 + contract.result == tricks(deal)


def test_endplay_scores_duplicate_boards_as_they_are_in_the_file():
    for board in read("duplicate"):
        declared = 0 if board.contract.is_passout() else board.contract.score(board.vul)
        sign = -1 if board.contract.declarer in (Player.east, Player.west) else 1
        assert board.info["Score"] == f"NS {sign * declared}"


@pytest.mark.parametrize(
    ("rules", "number", "tags"),
    [
        ("international", 0, {"Scoring": "Rubber", "Score": "NS 100 EW 0", "Date": "2026.01.17"}),
        ("international", 2, {"Score": "NS 200 EW 0"}),
        ("rubber", 2, {"Score": "NS 0 EW 190"}),
        ("chicago", 2, {"Scoring": "Chicago", "Score": "NS 0 EW 620"}),
        ("russian", 0, {"Scoring": "IMP", "Score": "NS 400", "ScoreIMP": "NS 7"}),
        ("russian", 2, {"Score": "NS 7000"}),
        ("duplicate", 1, {"Scoring": "?", "Score": "NS 100", "Table": "3", "Site": "?"}),
    ],
)
def test_the_tags_of_a_game(rules, number, tags):
    info = read(rules)[number].info
    assert {tag: info[tag] for tag in tags} == tags


def test_the_file_is_what_the_standard_calls_the_export_format():
    """Sections 2.3 and 3.4: how lines end, how long they are, which tags a game has, and where."""
    text = as_pbn(club_sessions(*RULES))
    *lines, after = text.split("\r\n")
    assert not {"\n", "\r"} & {*"".join(lines)} and max(map(len, lines)) <= 253 and not after
    games = text.split("\r\n\r\n")
    head, _, _ = games[0].partition("\r\n[Event ")
    assert head.splitlines()[:2] == ["% PBN 2.1", "% EXPORT"] and "[" not in head
    for game in games:
        tags = re.findall(r'^\[(\w+) ".*"\]\r?$', game, re.MULTILINE)
        assert tags[:15] == [
            *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
            *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
        ]
        assert tags[15:-1] == sorted({*tags[15:-1]}) and tags[-1] == "ScoreTable"
        assert '[Deal ""]' in game


def test_a_board_that_several_tables_played_has_them_all_in_its_table_of_scores():
    deals = (("b1 4S N =", "b2 pass"), ("b2 1N E -1", "b1 4S N -1"))
    tables = [club_session(played(d, "duplicate", n), number=n) for n, d in enumerate(deals, 1)]
    boards = pbn.loads(as_pbn(tables))
    assert [board.board_num for board in boards] == [1, 2, 2, 1]
    assert boards[0].info["ScoreTable"]["rows"] == [
        ["1", "4S", "N", "10", "420", "-420"],
        ["2", "4S", "N", "9", "-50", "50"],
    ]
    second = [["1", "Pass", "-", "-", "0", "0"], ["2", "1NT", "E", "6", "50", "-50"]]
    assert [board.info["ScoreTable"]["rows"] for board in boards[1:3]] == [second] * 2
    names = [column["name"] for column in boards[0].info["ScoreTable"]["headers"]]
    assert names == ["Table", "Contract", "Declarer", "Result", "Score_NS", "Score_EW"]


@pytest.mark.parametrize("rules", RULES)
def test_the_table_of_scores_says_what_the_tags_say(rules):
    """Of whatever rules: points under `Score_`, IMPs under `IMP_`, and no IMPs where none are."""
    for board in read(rules):
        table = board.info["ScoreTable"]
        (row,) = table["rows"]
        cells = dict(zip((column["name"] for column in table["headers"]), row, strict=True))
        for tag, column in (("Score", "Score"), ("ScoreIMP", "IMP")):
            said = amounts(board.info[tag]) if tag in board.info else {}
            shown = [f"{column}_{side}" for side in ("NS", "EW") if f"{column}_{side}" in cells]
            assert {name[-2:]: int(cells[name]) for name in shown} == said


def amounts(said: str) -> dict[str, int]:
    """What each side has by a tag; where one is named, the other has the negative of it."""
    words = said.split()
    read = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return {"NS": read["NS"], "EW": read.get("EW", -read["NS"])}


def test_names_are_read_back():
    text = as_pbn(club_sessions("international"))
    assert "charset=UTF-8" in text.splitlines()[2]
    names = pbn.loads(text)[0].info
    assert [names["South"], names["West"]] == list(HOSTILE[2:])
    assert names["North"] == r"=HYPERLINK(\"x\")"
    assert r"""[East "O'Brien, <b>&amp; \"]; Co\\"]""" in text


def test_guests_and_a_clock_that_was_not_set():
    session = club_session(played(("pass",), begun=0), (None,) * 4)
    info = pbn.loads(as_pbn([session]))[0].info
    assert (info["North"], info["Date"]) == ("?", "?")
    assert pbn.loads(as_pbn([])) == []


@pytest.mark.each_database
def test_boards_of_two_events_of_an_evening_have_tables_of_scores_of_their_own(club, commands):
    """A score without a deal is in that of its event."""
    event, other = planned(club, name="One"), planned(club, name="Other")
    take(club, {1: at_table(event, 1), 2: at_table(other, 2), 3: at_table(event, 3)})
    commands.run("adjust-board", "1", "1", "5", "A+", "A-", "--event", "One")
    games = commands.run("export", "--evening", "2026-01-17", "--format", "pbn").split("\r\n\r\n")
    first = [game.partition("[ScoreTable ")[2] for game in games if '[Board "1"]' in game]
    tables = [[row.split()[0] for row in rows.splitlines()[1:]] for rows in first]
    assert sorted(tables) == [*[["1", "3", "-"]] * 3, ["2"]]
