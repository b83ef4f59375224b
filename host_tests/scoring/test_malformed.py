"""What `scorepad score` refuses: deals that break the notation or the game, impossible options.

Exit status 2, nothing on standard output, and one line on standard error that says where, what is
wrong and what would be right.
"""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.scoring.rules import NAMES, rule_set
from scorepad.cli import main
from support.commands import refused, scorepad_apart

pytestmark = pytest.mark.slow

# A deal of each rule set; the others want what rubber bridge wants.
DEALS = {"russian": "4S N = hcp=23", "duplicate": "b1 4S N =", "pirate": "4S N/E ="}


def deal_of(rules: str) -> str:
    """A deal that is right."""
    return DEALS.get(rules, "4S N =")


def arguments(options: list[str]) -> list[str]:
    """Options as the command line has them."""
    return [word for option in options for word in ("--option", option)]


@pytest.fixture
def error(tmp_path, monkeypatch, capsys):
    """What scoring a text says, which is refused: one line of standard error."""
    monkeypatch.chdir(tmp_path)

    def said(rules: str, text: str | bytes, *more: str) -> str:
        Path("deals.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["score", rules, "deals.txt", *more])
        printed = capsys.readouterr()
        assert (status, printed.out, printed.err.count("\n")) == (2, "", 1), printed.err
        return printed.err.rstrip("\n")

    return said


# Lines that no rule set takes

LEVEL = ": the level is 1 to 7"
RESULT = ": a result is =, +1 or -1 (tricks over or under the contract)"
LINE = "...: a line is like `4S N +1` or `pass`"
BOARD = ": a board is b1 to b250"
HCP = ": N-S hold 0 to 40 high-card points"
HONOURS = ": 3 to 5 honours of a side, the richer hand first"
CLAIM = ": a seat and 3 to 5 honours, as in hon=N4 (in pirate hon=E2-1)"
ACES = ": at no-trump the honours are the 4 aces"
OPTION = ": after the deal only vul=, hcp= or hon="
CHARACTERS = ": a deal is plain letters, digits, + - = and suit symbols"

LINES = [  # line, message
    # contract
    ("8S N =", "8S" + LEVEL),
    ("0N N =", "0N" + LEVEL),
    ("14S N =", "14S" + LEVEL),
    ("4 N =", "4: the strain is C, D, H, S, N (no-trump) or O (nullo)"),
    ("4Z N =", "4Z: the strain is C, D, H, S, N (no-trump) or O (nullo)"),
    ("4Sxxx N =", "4Sxxx: after the strain only x (doubled) or xx (redoubled)"),
    ("S4 N =", "S4: a contract is a level and a strain, as in `4S`, or `pass`"),
    ("passed", "passed: a contract is a level and a strain, as in `4S`, or `pass`"),
    ("-4S N =", "-4S: a contract is a level and a strain, as in `4S`, or `pass`"),
    # seats
    ("4S Q =", "4S Q: declarer is N, E, S or W (in pirate N/E)"),
    ("4S NE =", "4S NE: declarer is N, E, S or W (in pirate N/E)"),
    ("4S N/E/S =", "4S N/E/S: declarer is N, E, S or W (in pirate N/E)"),
    ("4S N/N =", "4S N/N: in pirate the acceptor is another player, as in N/E"),
    # result
    ("4S N +4", "4S +4: only 3 overtricks are possible at level 4"),
    ("6S N +2", "6S +2: only 1 overtrick is possible at level 6"),
    ("7N N +1", "7N +1: no overtrick is possible at level 7"),
    ("4S N -11", "4S -11: at most 10 down at level 4"),
    ("4S N 10", "4S 10" + RESULT),
    ("4S N +0", "4S +0" + RESULT),
    ("4S N made", "4S made" + RESULT),
    ("4S N +1.5", "4S +1.5" + RESULT),
    ("4S N +99999999999999", "4S +99999999999999" + RESULT),
    # missing, or too much
    ("4S", "4S: declarer and result are missing, as in `4S N +1`"),
    ("4S N", "4S N: declarer or result is missing, as in `4S N +1`"),
    ("4S +1", "4S +1: declarer or result is missing, as in `4S N +1`"),
    ("b7", "no contract: a line is like `4S N +1` or `pass`"),
    ("4S N = 5", "5" + OPTION),
    ("4S N = =", "=" + OPTION),
    ("4S N = tricks=10", "tricks=10" + OPTION),
    ("pass N", "N" + OPTION),
    # board and vulnerability
    ("b0 4S N =", "b0" + BOARD),
    ("b-1 4S N =", "b-1" + BOARD),
    ("b251 4S N =", "b251" + BOARD),
    ("b1000000000 4S N =", "b1000000000" + BOARD),
    ("board 7 4S N =", "board" + BOARD),
    ("b7 4S N = vul=EW", "vul=EW: the board number says who is vulnerable: leave out vul="),
    ("4S N = vul=all", "vul=all: vul= is one of none, NS, EW, both"),
    ("4S N = vul=", "vul=: vul= is one of none, NS, EW, both"),
    ("4S N = vul=NS vul=EW", "vul=EW: vul= is said twice: leave one out"),
    # high-card points
    ("4S N = hcp=41", "hcp=41" + HCP),
    ("4S N = hcp=-1", "hcp=-1" + HCP),
    ("4S N = hcp=", "hcp=" + HCP),
    ("4S N = hcp=22.5", "hcp=22.5" + HCP),
    ("4S N = hcp=20 hcp=20", "hcp=20: hcp= is said twice: leave one out"),
    # honours
    ("4S N = hon=N3-3", "hon=N3-3: honours 3-3" + HONOURS),
    ("4S N = hon=N1-2", "hon=N1-2: honours 1-2" + HONOURS),
    ("4S N = hon=N2", "hon=N2: honours 2-0" + HONOURS),
    ("4S N = hon=N6", "hon=N6" + CLAIM),
    ("4S N = hon=4", "hon=4" + CLAIM),
    ("4S N = hon=", "hon=" + CLAIM),
    ("4N N = hon=N5", "hon=N5: honours 5-0" + ACES),
    ("4N N = hon=N4-1", "hon=N4-1: honours 4-1" + ACES),
    ("4O N = hon=N4", "hon=N4: at nullo there are no honours: leave out hon="),
    ("pass hon=N4", "hon=N4: a passed-out deal has no honours: leave out hon="),
    ("4S N = hon=N4 hon=E4", "hon=E4: hon= is said twice: leave one out"),
    # characters
    ("é", "character U+00E9" + CHARACTERS),
    ("4S N \u22121", "character U+2212" + CHARACTERS),  # a minus as word processors write it
    ("4S\u2014N =", "character U+2014" + CHARACTERS),
    ("\uff14S N =", "character U+FF14" + CHARACTERS),
    ("4\u017f N =", "character U+017F" + CHARACTERS),  # capitalized it would be a spade
    ("4S N \u0664", "character U+0664" + CHARACTERS),
    ("4S \u202eN =", "character U+202E" + CHARACTERS),
    ("\x1b[31m", "character U+001B" + CHARACTERS),
    ("4S N =\x07", "character U+0007" + CHARACTERS),
    ("4S N =\x7f", "character U+007F" + CHARACTERS),
    # length
    (10**6 * "4", "4444444444444444" + LINE),
    ("4S N +" + 30 * "9", "+999999999999999" + LINE),
    ("b" + 30 * "9" + " 4S N =", "b999999999999999" + LINE),
    ("4S N = hcp=" + 30 * "1", "hcp=111111111111" + LINE),
    ("4S N =" + 10**5 * " x=1", "x=1" + OPTION),
]


@pytest.mark.parametrize(("line", "message"), LINES, ids=[line[:20] for line, _ in LINES])
def test_lines_that_no_rule_set_takes(error, line, message):
    for rules in NAMES:
        text = f"# the deal before is right\n{deal_of(rules)}\n\n{line}\npass\n"
        assert error(rules, text) == f"deals.txt:4: {message}", rules


# Deals of another game. Of a row's deals {deal} is one that is right, {accepted} has an acceptor
# and {nullo} is at nullo.


def without(*names: str) -> list[str]:
    """All rule sets but these."""
    return [name for name in NAMES if name not in names]


NO_BOARDS = "{rules} has no boards and no vul=: leave them out"
NEEDS_BOARD = (
    "duplicate needs the board or who is vulnerable, as in `b7 4S N =` or `4S N = vul=EW`"
)
PLAYED = "b7 was played already: another number belongs here"
NO_HCP = "{rules} does not score high-card points: leave out hcp="
HCP_MISSING = "the high-card points of N-S are missing: add them, as in hcp=23"
NO_SCORE = "a passed-out deal is dealt again and scores nothing: leave out hcp="
NO_HONOURS = "{rules} does not score honours: leave out hon="
HONOURS_OFF = "honours are not scored here (option honours=off): leave out hon="
IN_ONE_HAND = ": only 4 or 5 in one hand count, as in hon=N4"
RUBBER_OVER = "no deal belongs here: the rubber is over"
MATCH_OVER = "no deal belongs here: the match is over"

RUBBERS = ["rubber", "international", "polish"]
CLAIMED = ["rubber", "polish", "nz-match", "chicago"]  # 4 or 5 honours in one hand

GAMES = [  # rules, options, lines, which of them is wrong, message
    (without("duplicate"), [], "b7 {deal}", 1, NO_BOARDS),
    (without("duplicate"), [], "{deal} vul=EW", 1, NO_BOARDS),
    (without("duplicate"), [], "pass\nb1 pass", 2, NO_BOARDS),
    (["duplicate"], [], "{deal}\n\n4S N =", 3, NEEDS_BOARD),
    (["duplicate"], [], "pass", 1, NEEDS_BOARD),
    (["duplicate"], [], "b7 4S N =\nb7 4S N =", 2, PLAYED),
    (["duplicate"], [], "b7 pass\nb007 4S N =", 2, PLAYED),
    (without("pirate"), [], "{accepted}", 1, "{rules} has no acceptor: name the declarer only"),
    (without("pirate"), [], "{nullo}", 1, "{rules} has no nullo: the strain is C, D, H, S or N"),
    (["pirate"], [], "pass\n4S N =", 2, "pirate needs an acceptor: name both players, as in N/E"),
    (["pirate"], [], "3O W -1", 1, "pirate needs an acceptor: name both players, as in W/N"),
    (without("russian"), [], "{deal} hcp=20", 1, NO_HCP),
    (without("russian", "duplicate"), [], "pass hcp=20", 1, NO_HCP),
    (["duplicate"], [], "b7 pass hcp=20", 1, NO_HCP),
    (["russian"], [], "{deal}\n4S N =", 2, HCP_MISSING),
    (["russian"], ["passed=counts"], "pass", 1, HCP_MISSING),
    (["russian"], [], "pass hcp=20", 1, NO_SCORE),
    (CLAIMED, [], "{deal} hon=N3", 1, "honours 3-0" + IN_ONE_HAND),
    (CLAIMED, [], "pass\n{deal} hon=N3-1", 2, "honours 3-1" + IN_ONE_HAND),
    (CLAIMED, [], "{deal} hon=N4-1", 1, "honours 4-1" + IN_ONE_HAND),
    (CLAIMED, [], "2N N = hon=W3", 1, "honours 3-0" + IN_ONE_HAND),
    (["international"], ["honours=on"], "{deal} hon=N3", 1, "honours 3-0" + IN_ONE_HAND),
    ([*CLAIMED, "pirate"], ["honours=off"], "pass\n{deal} hon=N4", 2, HONOURS_OFF),
    (["international", "pirate"], [], "{deal} hon=N4", 1, HONOURS_OFF),
    (["chicago-server", "russian", "duplicate"], [], "{deal} hon=N4", 1, NO_HONOURS),
    (RUBBERS, [], "3N N =\n3N S =\n\npass", 4, RUBBER_OVER),
    (["pirate"], [], "3N N/E =\n3N N/W =\n{deal}", 3, RUBBER_OVER),
    (["nz-match"], ["deals=2"], "pass\n1C N =\n{deal}", 3, MATCH_OVER),
]  # fmt: skip


def test_every_game_has_its_rows():
    assert {rules for row in GAMES for rules in row[0]} == set(NAMES)


@pytest.mark.parametrize("row", GAMES, ids=[row[2] for row in GAMES])
def test_deals_of_another_game(error, row):
    for rules in row[0]:
        _, options, lines, line, message = row
        deal = deal_of(rules)
        accepted, nullo = deal.replace(" N ", " N/E "), deal.replace("4S", "4O")
        text = lines.format(deal=deal, accepted=accepted, nullo=nullo)
        right = "; --- on a line of its own begins another session" if "over" in message else ""
        expected = f"deals.txt:{line}: {message.format(rules=rules)}{right}"
        assert error(rules, text, *arguments(options)) == expected


# Files


FILES = [  # content, line, message
    ("4S N =\n\n4S S +4", 3, "4S +4: only 3 overtricks are possible at level 4"),
    ("\ufeff8S N =", 1, "8S: the level is 1 to 7"),
    ("# x\r\n4S Q =\r\n", 2, "4S Q: declarer is N, E, S or W (in pirate N/E)"),
    ("pass\r4S N 5\r", 2, "4S 5" + RESULT),
    ("pass\f\n\x0b\n4S N -11", 3, "4S -11: at most 10 down at level 4"),
    (b"pass\npass \xff", 2, "byte 0xff is not UTF-8 text"),
    (b"\xff\xfe4\0S\0", None, "a binary file, where deals are lines of text"),
    (b"pass\n\0", None, "a binary file, where deals are lines of text"),
    (b"pass\n" * (1 << 20), None, "more than 1 MiB: no file of deals"),
]


@pytest.mark.parametrize(("content", "line", "message"), FILES, ids=range(len(FILES)))
@pytest.mark.parametrize("form", [[], ["--json"], ["--explain"]], ids=["table", "json", "words"])
def test_an_error_names_file_and_line_and_nothing_is_printed(error, content, line, message, form):
    where = "deals.txt" if line is None else f"deals.txt:{line}"
    assert error("rubber", content, *form) == f"{where}: {message}"


@pytest.mark.parametrize("rules", NAMES)
def test_tabs_comments_and_empty_files_are_no_errors(tmp_path, capsys, rules):
    path = tmp_path / "deals.txt"
    deal = deal_of(rules)
    texts = {"": 0, "\n \t\n": 0, "# nobody came": 0, deal.replace(" ", "\t") + " # 8S N =": 1}
    for text, count in texts.items():
        path.write_text(text, encoding="utf-8")
        assert main(["score", rules, str(path), "--json"]) == 0
        printed = capsys.readouterr()
        assert (len(json.loads(printed.out)["deals"]), printed.err) == (count, "")


# Rule sets and options that there are not

OF_RUBBER = "honours, undertricks, insult, unfinished, unfinished_part, settle"
OPTIONS = {
    "rubber": OF_RUBBER,
    "international": OF_RUBBER,
    "polish": OF_RUBBER,
    "nz-match": OF_RUBBER + ", deals, tie",
    "chicago": "vulnerable, carry, passed, honours, overtricks, undertricks, insult",
    "chicago-server": "no options",
    "russian": "passed",
    "duplicate": "no options",
    "pirate": "overtricks, slam, nullo_slam, honours",
}

UNKNOWN = ("whist=on", "Honours=on", " honours=on", "honors=on", "first_dealer=E", "deal=1")


@pytest.mark.parametrize("rules", NAMES)
def test_an_unknown_option_is_answered_with_those_that_there_are(error, rules):
    for option in UNKNOWN:
        name = option.partition("=")[0]
        message = f"{rules} has no option {name}; it has {OPTIONS[rules]}"
        assert error(rules, deal_of(rules), "--option", option) == message


@pytest.mark.parametrize("rules", NAMES)
def test_an_option_without_name_or_value_is_shown_how_it_is_written(error, rules):
    for option in ("honours", "=on", "=", ""):
        said = error(rules, deal_of(rules), "--option", option)
        assert said.startswith(f"--option {option}: write NAME=VALUE")


@pytest.mark.parametrize(("rules", "has"), [("rubber", OF_RUBBER), ("duplicate", "no options")])
def test_and_which_there_are(error, rules, has):
    said = error(rules, "", "--option", "honours")
    assert said == f"--option honours: write NAME=VALUE; {rules} has {has}"


VALUES = [  # rules, option, what it may be
    (without("chicago-server", "russian", "duplicate", "pirate"), "honours", "one of on, off"),
    (["pirate"], "honours", "one of off, on"),
    ([*RUBBERS, "nz-match", "chicago"], "undertricks", "one of 1987, 1935, 1932"),
    ([*RUBBERS, "nz-match", "chicago"], "insult", "one of law, flat50, none"),
    ([*RUBBERS, "nz-match"], "unfinished", "one of law, exclusive, none"),
    ([*RUBBERS, "nz-match"], "unfinished_part", "one of 100, 50"),
    ([*RUBBERS, "nz-match"], "settle", "one of none, 100s"),
    (["nz-match"], "deals", "1 to 100"),
    (["nz-match"], "tie", "one of continue, playoff"),
    (["chicago"], "vulnerable", "one of dealer, nondealer"),
    (["chicago"], "carry", "one of off, on"),
    (["chicago", "russian"], "passed", "one of redeal, counts"),
    (["chicago"], "overtricks", "one of on, off"),
    (["pirate"], "overtricks", "one of below, above, contract"),
    (["pirate"], "slam", "one of taker, contractors"),
    (["pirate"], "nullo_slam", "one of mirror, none"),
]
IMPOSSIBLE = ("", "maybe", "ON", " on", "0", "101", "-1", "1e1", "030", "１０", "1987.0", "on=off")


def test_every_option_has_its_row():
    rows = [(rules, option) for names, option, _ in VALUES for rules in names]
    options = [(rules, name) for rules in NAMES for name, _ in rule_set(rules).choices]
    assert sorted(rows) == sorted(options)


@pytest.mark.parametrize(
    ("names", "option", "values"), VALUES, ids=[f"{row[0][0]}-{row[1]}" for row in VALUES]
)
def test_an_impossible_value_is_answered_with_those_that_there_are(error, names, option, values):
    for rules in names:
        for value in IMPOSSIBLE:
            said = error(rules, deal_of(rules), "--option", f"{option}={value}")
            assert said == f"{option}={value}: {option} is {values}"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ["--option", "honours=on", "--option", "honours=off"],
            "--option honours=off: honours is given twice",
        ),
        (
            ["--option", "honours=on", "--option", "honours=on"],
            "--option honours=on: honours is given twice",
        ),
        (["--first-dealer", "Q"], "--first-dealer Q: a seat is N, E, S or W"),
        (["--first-dealer", "\x1b[2J\n♠"], "--first-dealer \\x1b[2J\\n♠: a seat is N, E, S or W"),
        (["--first-dealer", "NE"], "--first-dealer NE: a seat is N, E, S or W"),
        (["--first-dealer", ""], "--first-dealer : a seat is N, E, S or W"),
    ],
)
def test_other_arguments(error, more, message):
    assert error("rubber", "4S N =", *more) == message


@pytest.mark.parametrize("rules", ["whist", "Rubber", "nz_match", "rubber ", ""])
@pytest.mark.parametrize("more", [[], ["--option", "honours=on"]], ids=["plain", "option"])
def test_a_rule_set_that_there_is_not(error, rules, more):
    message = f"no rule set {rules}; there are {', '.join(NAMES)}"
    assert error(rules, "4S N =", *more) == message


# As a user runs it

PROCESSES = [
    ("rubber", "4S N =\n8S N =", [], "{}:2: 8S: the level is 1 to 7"),
    ("duplicate", "4S N =", [], "{}:1: " + NEEDS_BOARD),
    ("pirate", "4S N/E = hon=N3-3", ["honours=on"], "{}:1: hon=N3-3: honours 3-3" + HONOURS),
    ("chicago", "4S N \u22121", [], "{}:1: character U+2212" + CHARACTERS),
    ("nz-match", "4S N =", ["deals=0"], "deals=0: deals is 1 to 100"),
]


@pytest.mark.parametrize(
    ("rules", "text", "options", "message"), PROCESSES, ids=[row[0] for row in PROCESSES]
)
def test_a_process_of_its_own(tmp_path, rules, text, options, message):
    path = tmp_path / "deals.txt"
    path.write_text(text, encoding="utf-8")
    assert refused(scorepad_apart("score", rules, path, *arguments(options))) == message.format(
        path
    )


# Garbage

WORDS = st.sampled_from(
    (
        *("4S", "3NT", "1♣xx", "7Nx", "3O", "pass", "N", "w", "N/E", "=", "+1", "-3", "#", "---"),
        *("hon=N4", "hon=E2-1", "hcp=40", "vul=NS", "b7", "b8"),
    )
)
NEARLY = st.lists(WORDS | st.text(max_size=6), max_size=7).map(" ".join)
GARBAGE = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300).map(str.encode),
    st.lists(NEARLY, max_size=8).map("\n".join).map(str.encode),
)
ONE_LINE = re.compile(r"deals\.txt(:[1-9]\d*)?: [ -~♣♦♥♠♧♢♡♤]+\n")


@settings(
    max_examples=5 * settings.default.max_examples,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(raw=GARBAGE, rules=st.sampled_from(NAMES), close=st.booleans())
def test_garbage_is_scored_or_refused_in_one_line(
    tmp_path, monkeypatch, capsys, raw, rules, close
):
    monkeypatch.chdir(tmp_path)
    Path("deals.txt").write_bytes(raw)
    status = main(["score", rules, "deals.txt", "--json", *(["--close"] if close else [])])
    printed = capsys.readouterr()
    if status == 0:
        assert printed.err == ""
        report = json.loads(printed.out)
        assert {session["rules"] for session in report.get("sessions", [report])} == {rules}
    else:
        assert (status, printed.out) == (2, "")
        assert ONE_LINE.fullmatch(printed.err), printed.err
