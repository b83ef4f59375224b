"""`scorepad score`: what it prints, and which files it cannot read.

What is wrong with the deals in a file is in scoring/test_malformed.py.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.cli import main
from support.commands import EXAMPLES, refused, scorepad

COMMAND = (sys.executable, "-m", "scorepad.cli")

EXAMPLE = """\
# an evening at the server
3N N =
2H E =
2Hxx W -1   # the one that hurt

4S E =
6N W =
"""


def posting(account: str, line: str, points: int, reason: str) -> dict[str, str | int]:
    """One posting as the JSON has it."""
    return {"account": account, "line": line, "points": points, "reason": reason}


EXAMPLE_DEALS = [
    {
        "n": 1,
        "deal": "3N N =",
        "dealer": "N",
        "vulnerable": [],
        "score": {"NS": 100, "EW": 0},
        "postings": [posting("NS", "below", 100, "tricks")],
    },
    {
        "n": 2,
        "deal": "2H E =",
        "dealer": "E",
        "vulnerable": ["NS"],
        "score": {"NS": 0, "EW": 60},
        "postings": [posting("EW", "below", 60, "tricks")],
    },
    {
        "n": 3,
        "deal": "2Hxx W -1",
        "dealer": "S",
        "vulnerable": ["NS"],
        "score": {"NS": 200, "EW": 0},
        "postings": [posting("NS", "above", 200, "undertricks")],
    },
    {
        "n": 4,
        "deal": "4S E =",
        "dealer": "W",
        "vulnerable": ["NS"],
        "score": {"NS": 0, "EW": 120},
        "postings": [posting("EW", "below", 120, "tricks")],
    },
    {
        "n": 5,
        "deal": "6N W =",
        "dealer": "N",
        "vulnerable": ["NS", "EW"],
        "score": {"NS": 0, "EW": 1440},
        "postings": [
            posting("EW", "below", 190, "tricks"),
            posting("EW", "above", 750, "slam"),
            posting("EW", "above", 500, "rubber"),
        ],
    },
]


@pytest.fixture
def deals(tmp_path, monkeypatch):
    """Writes `deals.txt` in the folder where the command runs."""
    monkeypatch.chdir(tmp_path)

    def written(content: str | bytes) -> str:
        raw = content if isinstance(content, bytes) else content.encode()
        Path("deals.txt").write_bytes(raw)
        return "deals.txt"

    return written


@pytest.fixture
def score(deals, capsys):
    """Scores a text with some arguments; gives exit status, output and errors."""

    def scored(content: str | bytes, *arguments: str) -> tuple[int, str, str]:
        status = main(["score", "rubber", deals(content), *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return scored


@pytest.fixture
def report(score):
    """Scores a text; gives the JSON object."""

    def reported(content: str | bytes, *arguments: str) -> dict:
        status, out, err = score(content, "--json", *arguments)
        assert (status, err) == (0, "")
        return json.loads(out)

    return reported


def piped(*arguments: str, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess:
    """The command as a process of its own, with `text` on standard input."""
    return subprocess.run(
        [*COMMAND, "score", *arguments],
        input=text,
        capture_output=True,
        env={"PATH": "", "PYTHONPATH": os.environ.get("PYTHONPATH", ""), **environment},
        check=False,
    )


def test_the_json_of_the_worked_example(deals, capsys):
    assert main(["score", "international", deals(EXAMPLE), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report == {
        "rules": "international",
        "options": {
            "honours": "off",
            "undertricks": "1935",
            "insult": "none",
            "unfinished": "none",
            "unfinished_part": 100,
            "settle": "none",
        },
        "accounts": ["NS", "EW"],
        "deals": EXAMPLE_DEALS,
        "closing": [],
        "totals": {"NS": 300, "EW": 1620},
        "winner": "EW",
        "complete": True,
        "rubbers": [
            {
                "deals": [1, 2, 3, 4, 5],
                "totals": {"NS": 300, "EW": 1620},
                "winner": "EW",
                "margin": 1320,
                "complete": True,
            }
        ],
    }


def words(output: str) -> list[list[str]]:
    """The words of each line, without the lines that a sheet is drawn with."""
    return [re.findall(r"[^\s─-╿|]+", line) for line in output.splitlines()]


def test_the_sheet_for_people(deals, capsys):
    assert main(["score", "international", deals(EXAMPLE)]) == 0
    lines = words(capsys.readouterr().out)
    for line in (
        ["We", "(N-S)", "They", "(E-W)"],
        ["tricks", "#1", "100"],
        ["undertricks", "#3", "200", "750", "slam", "#5"],
        ["total", "300", "1620", "total"],
        ["E-W", "win", "by", "1320", "points."],
        ["1", "N", "none", "3NT", "N", "=", "100", "100", "tricks"],
        ["2", "E", "N-S", "2♥", "E", "=", "60", "60", "tricks"],
        ["4", "W", "N-S", "4♠", "E", "=", "120", "120", "tricks"],
    ):
        assert line in lines


def test_the_sheet_says_whether_the_rubber_is_over(score):
    status, out, err = score("3N N =")
    assert (status, err) == (0, "")
    assert "Not finished: N-S are ahead by 100 points." in out
    for text, arguments in (("3N N =", ["--close"]), ("3N N =\n3N N =", [])):
        assert "Not finished" not in score(text, *arguments)[1]


def test_the_sheet_shows_the_premiums_of_players_who_stop(score):
    _, out, _ = score("pass\n2D E = hon=W4", "--close")
    assert ["100", "unfinished", "part-score"] in words(out)
    assert ["total", "0", "240", "total"] in words(out)


def test_letters_where_the_output_has_no_suit_symbols():
    run = piped(
        "rubber", text=b"2C N =\n2D N =\n2H E =\n2S S =\n2Sx W -1", PYTHONIOENCODING="ascii"
    )
    rows = [row.split() for row in run.stdout.decode("ascii").splitlines()]
    contracts = {row[0]: row[3] for row in rows if row and row[0] in "12345" and len(row) > 6}
    assert "".join(contract[-1] for contract in contracts.values()) == "CDHSx"


def test_a_full_disk_is_an_error():
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            [*COMMAND, "score", "rubber", "--json"],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (run.returncode, run.stderr.count(b"\n")) == (2, 1)
    assert b"No space left on device" in run.stderr


@pytest.mark.parametrize("text", ["", "\n\n", "# nobody came\n---\n", b"\xef\xbb\xbf"])
def test_no_deals_no_points(deals, text):
    done = scorepad("score", "rubber", deals(text))
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)  # it says that there is no deal
    empty = json.loads(scorepad("score", "rubber", deals(text), "--json").stdout)
    assert (empty["deals"], empty["rubbers"], empty["winner"]) == ([], [], None)
    assert (empty["totals"], empty["complete"]) == ({"NS": 0, "EW": 0}, False)
    assert scorepad("score", "rubber", EXAMPLES / "rubber.deals").stderr == ""


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.replace("\n", "\r"),
        EXAMPLE.replace(" ", " \t "),
        EXAMPLE.rstrip(),
        EXAMPLE.lower(),
        EXAMPLE.replace("H", "♥").replace("S E", "♠ E"),
        "\ufeff" + EXAMPLE,
        "\n\n" + EXAMPLE.replace("\n", "\n\n# and then\n"),
        EXAMPLE.replace("# an", "# " + 50_000 * "très long "),
    ],
    ids=range(10),
)
def test_the_same_deals_in_other_dress(report, text):
    options = ("--option=undertricks=1935", "--option=insult=none")
    assert report(text, *options)["deals"] == EXAMPLE_DEALS


@pytest.mark.parametrize("file", [[], ["-"]])
def test_standard_input(file):
    read = scorepad("score", "international", *file, "--json", stdin="\ufeff" + EXAMPLE)
    assert (read.returncode, read.stderr) == (0, "")
    assert json.loads(read.stdout)["deals"] == EXAMPLE_DEALS
    said = refused(scorepad("score", "rubber", *file, stdin="4S N =\r\n\r\n8S N ="))
    assert said.startswith("<stdin>:3: ")


def test_the_file_may_stand_after_the_options(deals, capsys):
    for before, after in ((["--json"], []), (["--close", "--option", "honours=off"], ["--json"])):
        assert main(["score", "rubber", *before, deals("3N N ="), *after]) == 0
        assert json.loads(capsys.readouterr().out)["deals"][0]["deal"] == "3N N ="


def test_a_file_is_named_as_it_was_given(deals, tmp_path, capsys):
    path = str(Path(deals("8S N =")).resolve())
    for file, where in ((path, f"{path}:1: "), ("missing", "missing: "), (".", ".: "), ("", ": ")):
        assert main(["score", "rubber", file]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(where) and said.err.count("\n") == 1


def test_standard_input_that_is_closed():
    code = (
        "import os, sys; from scorepad.cli import main; os.close(0); sys.exit(main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "score", "rubber"], capture_output=True, check=False
    )
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr == b"<stdin>: Bad file descriptor\n"


def test_options_change_the_score(report):
    text = "4Sx N -4\n2Cxx E =\n2N N = hon=E4"
    assert report(text)["totals"] == {"NS": 70, "EW": 800 + 160 + 100 + 150}
    older = report(text, "--option", "undertricks=1935", "--option", "insult=flat50")
    assert older["totals"] == {"NS": 70, "EW": 700 + 160 + 50 + 150}
    assert older["options"]["insult"] == "flat50"


@pytest.mark.parametrize("seat", "NESWnesw")
def test_the_first_dealer(report, seat):
    dealers = [deal["dealer"] for deal in report("pass\n" * 5, "--first-dealer", seat)["deals"]]
    assert "".join(dealers) in "NESWNESW" and dealers[0] == dealers[4] == seat.upper()


def test_close_scores_what_is_unfinished(report):
    text = "3N N =\n2H E ="
    going_on, closed = report(text), report(text, "--close")
    assert (going_on["complete"], going_on["closing"]) == (False, [])
    assert going_on["totals"] == {"NS": 100, "EW": 60}
    assert (closed["complete"], closed["totals"]) == (True, {"NS": 400, "EW": 160})
    assert closed["closing"] == [
        posting("NS", "above", 300, "unfinished game"),
        posting("EW", "above", 100, "unfinished part-score"),
    ]
    assert closed["deals"] == going_on["deals"]
    exclusive = report(text, "--close", "--option", "unfinished=exclusive")
    assert exclusive["totals"] == {"NS": 400, "EW": 60}


def test_close_adds_nothing_to_a_rubber_that_is_over(report):
    text = "3N N =\n3N N ="
    assert report(text, "--close") == report(text)


def test_exit_statuses_of_a_process_of_its_own():
    assert piped("rubber", text=b"4S N =").returncode == 0
    assert piped("rubber", text=b"4S N 4").returncode == 2
