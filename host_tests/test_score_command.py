"""`scorepad score`: what it prints, what it refuses, and how it says so."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.cli import main

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
        env={"PATH": "", **environment},
        timeout=60,
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
    run = piped("rubber", text=b"4S N =", PYTHONIOENCODING="ascii")
    assert run.returncode == 0, run.stderr
    assert b"4S" in run.stdout
    assert "4♠".encode() in piped("rubber", text=b"4S N =", PYTHONIOENCODING="utf-8").stdout


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


def test_no_deals_no_points(report):
    for text in ("", "\n\n", "# nobody came\n", b"\xef\xbb\xbf"):
        empty = report(text)
        assert (empty["deals"], empty["rubbers"], empty["winner"]) == ([], [], None)
        assert (empty["totals"], empty["complete"]) == ({"NS": 0, "EW": 0}, False)


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.replace("\n", "\r"),
        EXAMPLE.replace(" ", "\t"),
        EXAMPLE.replace(" ", "   "),
        EXAMPLE.rstrip(),
        EXAMPLE.lower(),
        EXAMPLE.replace("H", "♥").replace("S E", "♠ E"),
        "\ufeff" + EXAMPLE,
        "\n\n" + EXAMPLE.replace("\n", "\n\n# and then\n"),
        EXAMPLE.replace("# an", "# " + 100_000 * "très long "),
    ],
    ids=range(11),
)
def test_the_same_deals_in_other_dress(report, text):
    options = ("--option=undertricks=1935", "--option=insult=none")
    assert report(text, *options)["deals"] == EXAMPLE_DEALS


@pytest.mark.parametrize("file", [[], ["-"]])
def test_standard_input(file):
    run = piped("international", *file, "--json", text=b"\xef\xbb\xbf" + EXAMPLE.encode())
    assert (run.returncode, run.stderr) == (0, b"")
    assert json.loads(run.stdout)["deals"] == EXAMPLE_DEALS


@pytest.mark.parametrize("file", [[], ["-"]])
def test_errors_in_standard_input(file):
    run = piped("rubber", *file, text=b"4S N =\r\n\r\n8S N =")
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr == b"<stdin>:3: 8S: the level is 1 to 7\n"


def test_the_file_may_stand_after_the_options(deals, capsys):
    for before, after in ((["--json"], []), (["--close", "--option", "honours=off"], ["--json"])):
        assert main(["score", "rubber", *before, deals("3N N ="), *after]) == 0
        assert json.loads(capsys.readouterr().out)["deals"][0]["deal"] == "3N N ="


ERRORS = [
    ("4S N =\n\n4S S +4", 3, "4S +4: only 3 overtricks are possible at level 4"),
    ("\ufeff8S N =", 1, "8S: the level is 1 to 7"),
    ("# x\r\n4S N\r\n", 2, "4S N: declarer and result are missing, as in `4S N +1`"),
    ("pass\r4S N 5\r", 2, "4S 5: a result is =, +1 or -1 (tricks over or under the contract)"),
    ("pass\f\n\x0b\n4S N -11", 3, "4S -11: at most 10 down at level 4"),
    ("3N N =\n3N N =\n\npass", 4, "no deal belongs here: the rubber is over"),
    ("b7 4S N =", 1, "rubber has no boards and keeps vulnerability itself"),
    ("4S N/E =", 1, "rubber has no acceptor: name the declarer only"),
    ("4O N =", 1, "rubber has no nullo: the strain is C, D, H, S or N"),
    ("4S N = hcp=20", 1, "rubber does not score high-card points: leave out hcp="),
    ("pass\n4S N = hon=N3", 2, "honours count from 4 in one hand, as in hon=N4"),
    ("pass\n\x1b[31m", 2, "character U+001B: a deal is letters, digits and suit symbols"),
    ("pass\n4S\u2014N", 2, "character U+2014: a deal is letters, digits and suit symbols"),
    (10**6 * "4", 1, "4444444444444444...: a line is like `4S N +1` or `pass`"),
    ("4S N =" + 10**6 * " x=1", 1, "x=1: an option is vul=, hcp= or hon="),
    (b"pass\npass \xff", 2, "byte 0xff is not UTF-8 text"),
    (b"\xff\xfe4\0S\0", None, "a binary file, where deals are lines of text"),
    (b"pass\n\0", None, "a binary file, where deals are lines of text"),
    (b"pass\n" * (1 << 20), None, "more than 4 MiB: no file of deals"),
]


@pytest.mark.parametrize(("content", "line", "message"), ERRORS, ids=range(len(ERRORS)))
@pytest.mark.parametrize("json_wanted", [[], ["--json"]], ids=["table", "json"])
def test_an_error_names_file_and_line_and_nothing_is_printed(
    score, content, line, message, json_wanted
):
    where = "deals.txt" if line is None else f"deals.txt:{line}"
    assert score(content, *json_wanted) == (2, "", f"{where}: {message}\n")


def test_the_file_is_named_as_it_was_given(deals, capsys):
    path = str(Path(deals("8S N =")).resolve())
    assert main(["score", "rubber", path]) == 2
    assert capsys.readouterr().err == f"{path}:1: 8S: the level is 1 to 7\n"


def test_files_that_cannot_be_read(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file, message in (
        ("missing.txt", "missing.txt: No such file or directory"),
        (".", ".: Is a directory"),
        ("", ": No such file or directory"),
    ):
        assert main(["score", "rubber", file]) == 2
        assert capsys.readouterr() == ("", message + "\n")


def test_standard_input_that_is_closed():
    code = (
        "import os, sys; from scorepad.cli import main; os.close(0); sys.exit(main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "score", "rubber"], capture_output=True, check=False
    )
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr == b"<stdin>: Bad file descriptor\n"


OPTIONS_OF_RUBBER = "honours, undertricks, insult, unfinished, unfinished_part, settle"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["whist"], "no rule set whist; there are "),
        (["whist", "--option", "honours=on"], "no rule set whist; there are "),
        (["Rubber"], "no rule set Rubber; there are "),
        (
            ["rubber", "--option", "honours"],
            f"--option honours: write NAME=VALUE; rubber has {OPTIONS_OF_RUBBER}\n",
        ),
        (
            ["rubber", "--option", "=on"],
            f"--option =on: write NAME=VALUE; rubber has {OPTIONS_OF_RUBBER}\n",
        ),
        (
            ["rubber", "--option", "honors=on"],
            f"rubber has no option honors; it has {OPTIONS_OF_RUBBER}\n",
        ),
        (
            ["rubber", "--option", "honours=maybe"],
            "honours=maybe: honours is one of on, off\n",
        ),
        (
            ["rubber", "--option", "unfinished_part="],
            "unfinished_part=: unfinished_part is one of 100, 50\n",
        ),
        (
            ["rubber", "--option", "honours=on", "--option", "honours=off"],
            "--option honours=off: honours is given twice\n",
        ),
        (["rubber", "--first-dealer", "Q"], "--first-dealer Q: a seat is N, E, S or W\n"),
        (["rubber", "--first-dealer", "NE"], "--first-dealer NE: a seat is N, E, S or W\n"),
        (["rubber", "--first-dealer", ""], "--first-dealer : a seat is N, E, S or W\n"),
    ],
)
def test_rules_and_options_that_there_are_not(deals, capsys, arguments, message):
    rules, *rest = arguments
    assert main(["score", rules, deals("4S N ="), *rest]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(message) and said.err.count("\n") == 1


def test_an_unknown_rule_set_is_answered_with_those_that_there_are(deals, capsys):
    main(["score", "whist", deals("")])
    assert "rubber, international" in capsys.readouterr().err


def test_options_change_the_score(report):
    text = "4Sx N -4\n2Cxx E =\n2N N = hon=E4"
    assert report(text)["totals"] == {"NS": 70, "EW": 800 + 160 + 100 + 150}
    older = report(text, "--option", "undertricks=1935", "--option", "insult=flat50")
    assert older["totals"] == {"NS": 70, "EW": 700 + 160 + 50 + 150}
    assert older["options"]["insult"] == "flat50"


def test_honours_can_be_left_out_of_the_game(score):
    message = "honours are not scored here (option honours=off): leave out hon="
    assert score("pass\n2N N = hon=E4", "--option", "honours=off") == (
        2,
        "",
        f"deals.txt:2: {message}\n",
    )


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


def test_exit_statuses_of_a_process_of_its_own(deals):
    assert piped("rubber", text=b"4S N =").returncode == 0
    assert piped("rubber", text=b"4S N 4").returncode == 2
    assert piped("whist").returncode == 2
    assert piped("rubber", "missing.txt").returncode == 2
    assert piped().returncode == 2


WORDS = st.sampled_from(
    ("4S", "3NT", "1♣xx", "7Nx", "pass", "N", "w", "=", "+1", "-3", "hon=N4", "hcp=40", "b7", "#")
)
NEARLY = st.lists(WORDS | st.text(max_size=6), max_size=7).map(" ".join)
GARBAGE = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300).map(str.encode),
    st.lists(NEARLY, max_size=8).map("\n".join).map(str.encode),
)
ONE_LINE = re.compile(r"deals\.txt(:[1-9]\d*)?: [ -~♣♦♥♠♧♢♡♤]+\n")


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=GARBAGE, rules=st.sampled_from(("rubber", "international")), close=st.booleans())
def test_garbage_is_scored_or_refused_in_one_line(deals, capsys, raw, rules, close):
    status = main(["score", rules, deals(raw), "--json", *(["--close"] if close else [])])
    said = capsys.readouterr()
    if status == 0:
        assert said.err == ""
        assert json.loads(said.out)["rules"] == rules
    else:
        assert (status, said.out) == (2, "")
        assert ONE_LINE.fullmatch(said.err), said.err
