"""`scorepad score` of a file with several sessions, one after another."""

import json
from pathlib import Path

import pytest

from scorepad.cli import main

WHEEL = "2H N =\n2C S =\n4Hx E +1\n2S W =\n"
MATCH = "2H N +1\n3N E =\n4S E =\n"  # the opening rubber of a match


@pytest.fixture
def score(tmp_path: Path, capsys):
    """Scores a text; what the command printed on standard output."""

    def run(rules: str, text: str, *options: str) -> str:
        path = tmp_path / "deals.txt"
        path.write_text(text, encoding="utf-8")
        assert main(["score", rules, str(path), *options]) == 0
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(("rules", "deals"), [("chicago", WHEEL), ("nz-match", MATCH)])
def test_each_session_is_scored_as_if_it_were_alone(score, rules, deals):
    alone = json.loads(score(rules, deals, "--json"))
    both = json.loads(score(rules, f"{deals}---\n{deals}", "--json"))
    assert both == {"sessions": [alone, alone]}


def test_wheels_go_on_where_no_session_begins(score):
    wheels = json.loads(score("chicago", WHEEL * 3, "--json"))["rubbers"]
    assert [wheel["deals"] for wheel in wheels] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert wheels[0]["totals"] == {"NS": 400, "EW": 850}


def test_people_read_which_session_it_is(score):
    text = score("nz-match", f"{MATCH}---\n{MATCH}", "--close")
    assert text.count("E-W win by 830 points.") == 2
    assert text.index("Session 1") < text.index("E-W win") < text.index("Session 2")
    assert "Session" not in score("nz-match", MATCH)


@pytest.mark.parametrize("text", [f"---\n{WHEEL}", f"{WHEEL}\n -----\n---\n# nothing\n"])
def test_a_session_without_deals_is_none(score, text):
    assert json.loads(score("chicago", text, "--json")) == json.loads(
        score("chicago", WHEEL, "--json")
    )


def test_words_for_every_session(score):
    words = score("rubber", "3N N =\n---\n3N E =\n", "--explain")
    assert "100 (N-S 100)" in words
    assert "100 (E-W 100)" in words


def test_an_error_names_the_line_of_the_file(tmp_path: Path, capsys):
    path = tmp_path / "deals.txt"
    path.write_text("3N N =\n---\n\n3N N =\n3N N +9\n", encoding="utf-8")
    assert main(["score", "rubber", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{path}:5: 3N +9: ")


def test_a_rubber_may_be_followed_by_another_only_as_a_session_of_its_own(tmp_path: Path, capsys):
    path = tmp_path / "deals.txt"
    path.write_text("3N N =\n3N S =\n3N S =\n", encoding="utf-8")
    assert main(["score", "rubber", str(path)]) == 2
    assert "---" in capsys.readouterr().err


def test_other_errors_after_the_last_deal_say_what_they_are(tmp_path: Path, capsys):
    path = tmp_path / "deals.txt"
    path.write_text("3N N =\n3N S =\n8S S =\n", encoding="utf-8")
    assert main(["score", "rubber", str(path)]) == 2
    assert "---" not in capsys.readouterr().err
