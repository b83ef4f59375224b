"""`scorepad rules`: every rule set and option is there, in words and with its source."""

import json

import pytest

from firmware.scoring.rules import NAMES, rule_set
from scorepad.rule_sets import description, heading, options, source, words_of_options
from support.commands import refused, scorepad

every_rule_set = pytest.mark.parametrize("name", NAMES)


def printed(*arguments: str) -> str:
    done = scorepad("rules", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def words(text: str) -> str:
    """A text without the lines that it is broken into."""
    return " ".join(text.split())


def test_all_rule_sets_are_listed_with_what_they_are():
    listed = printed()
    first = [line.split()[0] for line in listed.splitlines()]
    assert [word for word in first if word in NAMES] == list(NAMES)
    for name in NAMES:
        said = heading(rule_set(name))
        assert "\n" not in said and 0 < len(said) < 100
        assert description(rule_set(name)).replace("\n", " ").startswith(said)
        assert f"{name} {said}"[:60] in words(listed)


@every_rule_set
def test_every_option_and_value_that_there_is_has_words_and_a_source(name):
    rules = rule_set(name)
    assert set(words_of_options(rules)) == {option for option, _ in rules.choices}
    assert source(rules) and source(rules) not in description(rules)
    texts = [description(rules), source(rules)]
    for option, (known, choices) in zip(options(rules), rules.choices, strict=True):
        values = {str(value) for value in choices}
        assert (option.name, option.values) == (known, tuple(choices))
        assert option.meaning or option.meanings
        assert set(option.meanings) <= values
        assert option.source and (not option.sources or set(option.sources) == values)
        texts += [*option.meanings.values(), *option.sources.values()]
        texts += [option.meaning] if option.meaning else []
    assert all(text and not set("[]=") & set(text) for text in texts)
    assert {option.name: option.default for option in options(rules)} == rules().options


@every_rule_set
def test_a_rule_set_is_described_with_every_option_value_and_source(name):
    rules, text = rule_set(name), printed(name)
    assert words(description(rules)) in words(text)
    assert source(rules) in words(text)
    for option in options(rules):
        assert option.name in text and option.meaning in words(text.replace("─", ""))
        for value in option.values if len(option.values) < 10 else ():
            assert str(value) in text
        for said in option.sources.values() or [option.source]:
            assert f"[{said}]" in words(text)
    assert all(len(line) <= 80 for line in text.splitlines())


def test_the_json_has_all_of_it():
    every = json.loads(printed("--json"))
    assert every == [json.loads(printed(name, "--json")) for name in NAMES]
    for report, name in zip(every, NAMES, strict=True):
        rules = rule_set(name)
        said = [report[key] for key in ("name", "heading", "description", "source", "accounts")]
        assert said == [
            *(name, heading(rules), description(rules), source(rules), list(rules.accounts))
        ]
        assert report["options"] == [
            {**option._asdict(), "values": list(option.values)} for option in options(rules)
        ]


def test_a_rule_set_that_there_is_not():
    for arguments in (("whist",), ("whist", "--json")):
        message = refused(scorepad("rules", *arguments))
        assert arguments[0] in message and ", ".join(NAMES) in message
