"""What `scorepad score` refuses: deals that break the notation or the game, impossible options.

Exit status 2, nothing on standard output, and one line on standard error that says where, what is
wrong and what would be right. Deals themselves are tried in device/test_notation.py and
device/test_refused.py.
"""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption
from host_tests.device.deals import DEALS
from scorepad.cli import main


@pytest.fixture
def error(tmp_path, monkeypatch, capsys):
    """Score a text that is refused; return the line of standard error."""
    monkeypatch.chdir(tmp_path)

    def said(rules: str, text: str | bytes, *more: str) -> str:
        Path("deals.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["score", rules, "deals.txt", *more])
        printed = capsys.readouterr()
        assert (status, printed.out, printed.err.count("\n")) == (2, "", 1), printed.err
        return printed.err.rstrip("\n")

    return said


# Lines and files


def test_a_deal_after_the_last_one_says_how_another_session_begins(error):
    said = error("rubber", "3N N =\n3N S =\n\npass")
    assert said.startswith("deals.txt:4: ") and "---" in said


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("\x1b[31m", "character U+001B"),
        ("4S \u202eN =", "character U+202E"),
        ("4S N \u22121", "character U+2212"),
        ("4S N =" + 10**5 * " x=1", "x=1"),
        (10**6 * "4", "4444444444444444..."),
    ],
    ids=["escape", "direction", "minus", "words", "long"],
)
def test_a_terminal_is_shown_nothing_that_harms_it(error, line, shown):
    where, what = error("rubber", line).split(": ")[:2]
    assert (where, what) == ("deals.txt:1", shown)


FILES = [  # content, line, how the message begins
    ("4S N =\n\n4S S +4", 3, "4S +4"),
    ("\ufeff8S N =", 1, "8S"),
    ("# x\r\n4S Q =\r\n", 2, "4S Q"),
    ("pass\r4S N 5\r", 2, "4S 5"),
    ("pass\f\n\x0b\n4S N -11", 3, "4S -11"),
    (b"pass\npass \xff", 2, "byte 0xff is not UTF-8 text"),
    (b"\xff\xfe4\0S\0", None, "this is a binary file"),
    (b"pass\n\0", None, "this is a binary file"),
    (b"pass\n" * (1 << 20), None, "it has more than 1 MB"),
    ("3N N =\n---\n\n3N N =\n3N N +9\n", 5, "3N +9"),
    ("3N N =\n3N S =\n8S S =\n", 3, "8S"),
]
FORMS = ([], ["--json"], ["--explain"])


@pytest.mark.parametrize(("number", "row"), list(enumerate(FILES)), ids=range(len(FILES)))
def test_an_error_names_file_and_line_and_nothing_is_printed(error, number, row):
    content, line, message = row
    where = "deals.txt" if line is None else f"deals.txt:{line}"
    assert error("rubber", content, *FORMS[number % 3]).startswith(f"{where}: {message}")


# Rule sets and options that there are not

IMPOSSIBLE = ("", "maybe", "ON", " on", "0", "101", "-1", "1e1", "030", "１０", "1987.0", "on=off")


@pytest.mark.parametrize("rules", NAMES)
def test_an_impossible_option_or_value_is_answered_with_those_that_there_are(rules):
    choices = dict(rule_set(rules).choices)
    for name in ("whist", "Honours", " honours", "honors", "first_dealer", "deal"):
        with pytest.raises(BadOption) as caught:
            rule_set(rules)({name: "on"})
        assert str(caught.value).endswith(", ".join(choices) or "no options")
    for name, values in choices.items():
        for value in IMPOSSIBLE:
            with pytest.raises(BadOption) as caught:
                rule_set(rules)({name: value})
            assert f"{name}={value}: " in str(caught.value)
            assert {str(values[0]), str(values[-1])} <= set(re.findall(r"\w+", str(caught.value)))


@pytest.mark.parametrize(
    ("rules", "more", "shown"),
    [
        ("rubber", ["--option", "honors=on"], "rubber has no option honors"),
        ("rubber", ["--option", "settle=up"], "settle=up"),
        ("rubber", ["--option", "honours"], "honours"),
        ("rubber", ["--option", "=on"], "=on"),
        ("duplicate", ["--option", ""], "NAME=VALUE"),
        ("rubber", ["--option", "insult=law", "--option", "insult=law"], "insult"),
        ("rubber", ["--first-dealer", "Q"], "--first-dealer Q"),
        ("rubber", ["--first-dealer", "\x1b[2J\n♠"], "--first-dealer \\x1b[2J\\n♠"),
        ("rubber", ["--first-dealer", ""], "--first-dealer "),
        ("whist", [], "rules whist"),
        ("nz_match", ["--option", "honours=on"], "nz-match"),
    ],
)
def test_arguments_that_are_refused(error, rules, more, shown):
    assert shown in error(rules, DEALS.get(rules, "4S N ="), *more)


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


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
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
