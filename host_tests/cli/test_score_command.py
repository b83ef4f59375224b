"""`scorepad score`: what it prints, and which files it cannot read.

What is wrong with the deals in a file is in scoring/test_malformed.py.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.commands import EXAMPLES, SCOREPAD, refused, scorepad

EXAMPLE = """\
# an evening at the server
3N N =
2H E =
2Hxx W -1   # the one that hurt

4S E =
6N W =
"""


WHEEL = "2H N =\n2C S =\n4Hx E +1\n2S W =\n"
MATCH = "2H N +1\n3N E =\n4S E =\n"  # the opening rubber of a match


def posting(account: str, line: str, points: int, reason: str) -> dict[str, str | int]:
    return {"account": account, "line": line, "points": points, "reason": reason}


EXAMPLE_DEALS = json.loads(Path(__file__).with_name("worked_example.json").read_text())


def score(text: str, *arguments: str, rules: str = "rubber") -> str:
    """What the command prints of these deals."""
    done = scorepad("score", rules, *arguments, stdin=text)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def report(text: str, *arguments: str, rules: str = "rubber") -> dict[str, Any]:
    return json.loads(score(text, "--json", *arguments, rules=rules))


def test_the_json_of_the_worked_example():
    ended = {"totals": {"NS": 300, "EW": 1620}, "winner": "EW", "complete": True}
    premiums = {"insult": "none", "unfinished": "none", "unfinished_part": 100}
    assert report(EXAMPLE, rules="international") == {
        "rules": "international",
        "options": {"honours": "off", "undertricks": "1935", "settle": "none", **premiums},
        "accounts": ["NS", "EW"],
        "deals": EXAMPLE_DEALS,
        "closing": [],
        **ended,
        "rubbers": [{"deals": [1, 2, 3, 4, 5], "margin": 1320, **ended}],
    }


def test_letters_where_the_output_has_no_suit_symbols():
    run = subprocess.run(
        [*SCOREPAD, "score", "rubber"],
        input=b"2C N =\n2D N =\n2H E =\n2S S =\n2Sx W -1",
        capture_output=True,
        env={"PYTHONPATH": os.environ.get("PYTHONPATH", ""), "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    rows = [row.split() for row in run.stdout.decode("ascii").splitlines()]
    contracts = {row[0]: row[3] for row in rows if row and row[0] in "12345" and len(row) > 6}
    assert "".join(contract[-1] for contract in contracts.values()) == "CDHSx"


def test_a_full_disk_is_an_error():
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            [*SCOREPAD, "score", "rubber", str(EXAMPLES / "rubber.deals"), "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (run.returncode, run.stderr.count(b"\n")) == (2, 1)


@pytest.mark.parametrize("text", ["", "\n\n", "# nobody came\n---\n", "\ufeff"])
def test_no_deals_no_points(text):
    done = scorepad("score", "rubber", stdin=text)
    assert (done.returncode, done.stdout.startswith("<stdin>: ")) == (0, True)  # there is no deal
    empty = json.loads(scorepad("score", "rubber", "--json", stdin=text).stdout)
    assert (empty["deals"], empty["rubbers"], empty["winner"]) == ([], [], None)
    assert (empty["totals"], empty["complete"]) == ({"NS": 0, "EW": 0}, False)


@pytest.mark.parametrize("file", [[], ["-"]])
def test_standard_input(file):
    read = scorepad("score", "international", *file, "--json", stdin="\ufeff" + EXAMPLE)
    assert (read.returncode, read.stderr) == (0, "")
    assert json.loads(read.stdout)["deals"] == EXAMPLE_DEALS
    said = refused(scorepad("score", "rubber", *file, stdin="4S N =\r\n\r\n8S N ="))
    assert said.startswith("<stdin>:3: ")


def test_a_file_is_named_as_it_was_given(tmp_path):
    path = tmp_path / "deals.txt"
    path.write_text("8S N =")
    for file, where in ((path, f"{path}:1: "), ("missing", "missing: "), (".", ".: ")):
        assert refused(scorepad("score", "rubber", file)).startswith(where)


def test_standard_input_that_is_closed():
    code = (
        "import os, sys; from scorepad.cli import main; os.close(0); sys.exit(main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "score", "rubber"], capture_output=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr.count(b"\n")) == (2, b"", 1)
    assert run.stderr.startswith(b"<stdin>: ")


def test_options_change_the_score():
    text = "4Sx N -4\n2Cxx E =\n2N N = hon=E4"
    assert report(text)["totals"] == {"NS": 70, "EW": 800 + 160 + 100 + 150}
    older = report(text, "--option", "undertricks=1935", "--option", "insult=flat50")
    assert older["totals"] == {"NS": 70, "EW": 700 + 160 + 50 + 150}
    assert older["options"]["insult"] == "flat50"


@pytest.mark.parametrize("seat", "NESw")
def test_the_first_dealer(seat):
    dealers = [deal["dealer"] for deal in report("pass\n" * 5, "--first-dealer", seat)["deals"]]
    assert "".join(dealers) in "NESWNESW" and dealers[0] == dealers[4] == seat.upper()


def test_close_scores_what_is_unfinished():
    text = "3N N =\n2H E ="
    going_on, closed = report(text), report(text, "--close")
    assert (going_on["complete"], going_on["closing"]) == (False, [])
    assert going_on["totals"] == {"NS": 100, "EW": 60}
    assert (closed["complete"], closed["totals"]) == (True, {"NS": 400, "EW": 160})
    assert closed["closing"] == [
        posting("NS", "above", 300, "unfinished game"),
        posting("EW", "above", 100, "unfinished part-score"),
    ]


@pytest.mark.parametrize(("rules", "text"), [("chicago", WHEEL), ("nz-match", MATCH)])
def test_each_session_is_scored_as_if_it_were_alone(rules, text):
    alone = report(text, rules=rules)
    assert report(f"{text}---\n{text}", rules=rules) == {"sessions": [alone, alone]}


def test_people_read_which_session_it_is():
    text = score(f"{MATCH}---\n{MATCH}", "--close", rules="nz-match")
    assert text.index("Session 1") < text.index("830") < text.index("Session 2")
    assert text.count("830 points") == 2
    assert "Session" not in score(MATCH, rules="nz-match")


def test_a_session_without_deals_is_none():
    text = f"---\n{WHEEL}\n -----\n---\n# nothing\n"
    assert report(text, rules="chicago") == report(WHEEL, rules="chicago")
