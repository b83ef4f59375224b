"""`scorepad rules`: every rule set and option is there, in words and with its source."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from firmware.scoring.rules import NAMES, rule_set
from scorepad import rule_sets
from scorepad.cli import main
from scorepad.rule_sets import description, heading, options, source, words_of_options
from support.commands import refused, scorepad

WORDS = Path(rule_sets.__file__).with_name("rule_sets.toml")

every_rule_set = pytest.mark.parametrize("name", NAMES)


@pytest.fixture
def printed(capsys, monkeypatch):
    """Runs the command; gives what it prints."""
    monkeypatch.setenv("COLUMNS", "80")

    def ran(*arguments: str) -> str:
        assert main(["rules", *arguments]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return ran


def words(text: str) -> str:
    """A text without the lines that it is broken into."""
    return " ".join(text.split())


def test_all_rule_sets_are_listed_in_their_order(printed):
    lines = printed().splitlines()
    assert [line.split()[0] for line in lines if line.split()[0] in NAMES] == list(NAMES)


@every_rule_set
def test_each_is_listed_with_what_it_is(printed, name):
    said = heading(rule_set(name))
    assert said and "\n" not in said and len(said) < 100
    assert description(rule_set(name)).replace("\n", " ").startswith(said)
    assert f"{name} {said}"[:60] in words(printed())


@every_rule_set
def test_every_option_has_a_line_and_every_line_is_an_option(name):
    rules = rule_set(name)
    assert set(words_of_options(rules)) == {option for option, _ in rules.choices}


@every_rule_set
def test_every_line_says_something_and_explains_only_values_that_there_are(name):
    rules = rule_set(name)
    for option, (known, values) in zip(options(rules), rules.choices, strict=True):
        assert option.name == known
        assert option.meaning or option.meanings
        assert set(option.meanings) <= {str(value) for value in values}
        assert all(option.meanings.values())


@every_rule_set
def test_every_rule_set_and_every_value_of_every_option_has_a_source(name):
    rules = rule_set(name)
    assert source(rules) and source(rules) not in description(rules)
    for option in options(rules):
        values = {str(value) for value in option.values}
        assert option.source, option.name
        assert not option.sources or set(option.sources) == values, option.name
        assert all(option.sources.values())


@every_rule_set
def test_what_is_said_of_a_value_has_no_brackets_or_signs_left_in_it(name):
    rules = rule_set(name)
    texts = [description(rules), source(rules)]
    for option in options(rules):
        texts += [option.meaning, *option.meanings.values(), *option.sources.values()]
    assert not [text for text in texts if set("[]=") & set(text)]


@every_rule_set
def test_sources_are_printed_at_what_they_are_of_within_80_columns(printed, name):
    rules, text = rule_set(name), printed(name)
    assert f"Source: {source(rules)}." in words(text)
    for option in options(rules):
        for said in option.sources.values() or [option.source]:
            assert f"[{said}]" in words(text)
    assert all(len(line) <= 80 for line in text.splitlines())


@every_rule_set
def test_the_defaults_are_those_of_a_new_sheet(name):
    rules = rule_set(name)
    assert {option.name: option.default for option in options(rules)} == rules().options


@every_rule_set
def test_a_rule_set_is_described_with_every_option_and_value(printed, name):
    text = printed(name)
    assert words(description(rule_set(name))) in words(text)
    for option in options(rule_set(name)):
        assert option.name in text and option.meaning in words(text.replace("─", ""))
        assert "(default" in text
        for value in option.values if len(option.values) < 10 else ():
            assert str(value) in text
    assert ("There are no options." in text) == (not rule_set(name).choices)


def test_the_default_is_marked_where_it_stands(printed):
    lines = [line.split() for line in printed("rubber").splitlines()]
    assert ["1987", "(default)"] in lines and ["1935", "[Laws"] in [line[:2] for line in lines]
    other = [line.split() for line in printed("international").splitlines()]
    assert ["1935", "(default)"] in other and ["1987", "[Laws"] in [line[:2] for line in other]


def test_options_that_are_numbers_say_from_where_to_where(printed):
    assert "1 to 100 (default 30)" in words(printed("nz-match"))


@every_rule_set
def test_the_json_of_a_rule_set(printed, name):
    rules = rule_set(name)
    report = json.loads(printed(name, "--json"))
    assert report["name"] == name
    assert report["heading"] == heading(rules)
    assert report["accounts"] == list(rules.accounts)
    assert report["source"] == source(rules)
    assert [(option["source"], option["sources"]) for option in report["options"]] == [
        (option.source, option.sources) for option in options(rules)
    ]
    assert [
        (option["name"], option["values"], option["default"]) for option in report["options"]
    ] == [
        (option, list(values), default)
        for (option, values), default in zip(rules.choices, rules.defaults, strict=True)
    ]
    insult = [option for option in report["options"] if option["name"] == "insult"]
    for option in insult:
        assert option["meaning"] == "for making a doubled contract"
        assert option["meanings"]["flat50"] == "50, redoubled too"
        assert option["sources"]["law"] == "Laws of Rubber Bridge 2014"


def test_the_json_of_all_is_a_list_of_them(printed):
    every = json.loads(printed("--json"))
    assert every == [json.loads(printed(name, "--json")) for name in NAMES]


def test_a_rule_set_that_there_is_not():
    for arguments in (("whist",), ("whist", "--json"), ("Rubber",)):
        message = refused(scorepad("rules", *arguments))
        assert message == f"no rule set {arguments[0]}; there are {', '.join(NAMES)}"


def test_words_are_of_rule_sets_and_of_options_of_their_own():
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    assert list(words) == list(NAMES)
    for name, said in words.items():
        assert set(said.get("options", {})) <= {option for option, _ in rule_set(name).choices}


def test_a_rule_set_has_the_options_of_the_one_it_derives_from():
    words = {option.name: option for option in options(rule_set("international"))}
    for option in options(rule_set("rubber")):
        assert words[option.name] == option._replace(default=words[option.name].default)
    assert words["insult"].default == "none"


@pytest.mark.parametrize("what", ["chicago", "--json"])
def test_the_words_do_not_go_with_the_docstrings(what):
    command = [sys.executable, "-OO", "-m", "scorepad", "rules", what]
    bare = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert bare == scorepad("rules", what).stdout
