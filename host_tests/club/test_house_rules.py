"""House rules in the club: set, replaced, listed and removed; kept by whatever else is done."""

from functools import partial

import pytest

from firmware.scoring.rules import NAMES, rule_set
from scorepad.club import house, tokens
from scorepad.club.database.rows import Rows
from scorepad.club.evenings import Evenings
from scorepad.club.log import Signature
from scorepad.club.records.store import Club
from support.databases import add_rules
from support.in_process import make_commands

rules = make_commands("club", "rules")


TUESDAY = {
    "name": "Tuesday", "rules": "chicago", "options": {"honours": "off", "carry": "on"},
    "accept": False, "fault": None,
}  # fmt: skip


def set_tuesday(rules) -> None:
    words = ("--option", "honours=off", "--option", "carry=on")
    said = "Tuesday (new): chicago with honours=off carry=on, accept=off.\n"
    assert rules.run("set", "Tuesday", "chicago", *words) == said


@pytest.mark.each_database
def test_they_are_set_replaced_listed_and_removed(rules):
    assert "`scorepad club rules set NAME RULES` makes some" in rules.run("list")
    assert rules.told("list") == []
    set_tuesday(rules)
    said = "Cup (new): nz-match with deals=12, accept=on.\n"
    words = ("set", "Cup", "nz-match", "--option", "deals=12", "--accept", "on")
    assert rules.run(*words) == said
    cup = {**TUESDAY, "name": "Cup", "rules": "nz-match", "options": {"deals": 12}, "accept": True}
    assert rules.told("list") == [cup, TUESDAY]
    rows = [line.split() for line in rules.run("list").splitlines()[2:]]
    assert rows[0] == ["Cup", "nz-match", "deals=12", "on"]
    assert rows[1] == ["Tuesday", "chicago", "honours=off", "carry=on", "off"]
    said = "TUESDAY (replaced): pirate, accept=off.\n"
    assert rules.run("set", " TUESDAY ", "pirate", "--accept", "off") == said
    assert [(one["name"], one["rules"]) for one in rules.told("list")] == [
        ("Cup", "nz-match"), ("TUESDAY", "pirate"),
    ]  # fmt: skip
    assert rules.run("remove", "cup") == "Cup is removed.\n"
    assert [one["name"] for one in rules.told("list")] == ["TUESDAY"]
    assert rules.run("set", "Cup", "duplicate") == "Cup (new): duplicate, accept=on.\n"


REFUSED = (
    (("set", "Ours", "whist"), "whist"),
    (("set", "Ours", "chicago", "--option", "deals=4"), "deals"),
    (("set", "Ours", "nz-match", "--option", "deals=101"), "1 to 100"),
    (("set", "Ours", "rubber", "--option", "honours"), "NAME=VALUE"),
    (("set", "Ours", "rubber", *("--option", "honours=off") * 2), "twice"),
    (("set", "  ", "rubber"), "not 0"), (("set", "A" * 21, "rubber"), "not 21"),
    (("set", "山" * 7, "rubber"), "not 21"), (("set", "\x1b[2J", "rubber"), "control character"),
    (("set", "A\u202eB", "rubber"), "control character"), (("set", "a\udcff", "rubber"), "UTF-8"),
    (("remove", "Ours"), "'Ours'"),
)  # fmt: skip


def test_what_cannot_be_is_refused_and_changes_nothing(rules, commands):
    set_tuesday(rules)
    for words, why in REFUSED:
        assert why in commands.refused("rules", *words), words
    for name in (*NAMES, "RUBBER", "NZ match", "Robre", "polnisch"):  # as a tablet calls it, too
        assert name in commands.refused("rules", "set", name, "rubber")


def test_accents_and_capitals_make_no_other_name(rules):
    rules.run("set", "Règles", "rubber")
    assert "(replaced)" in rules.run("set", "RE\u0300GLES", "rubber")
    (only,) = rules.told("list")
    assert only["name"] == "RÈGLES"


def test_there_are_20_at_most(rules, commands, database):
    def fill(rows: Rows) -> None:
        for number in range(20):
            house.set_rules(rows, f"Rules {number}", "rubber", {}, None, Signature())

    with Club(database) as club:
        club.write(fill)
    assert "20" in commands.refused("rules", "set", "One more", "rubber")
    assert "(replaced)" in rules.run("set", "rules 7", "pirate")
    rules.run("remove", "Rules 8")
    assert "(new)" in rules.run("set", "One more", "rubber")
    assert len(rules.told("list")) == 20


def test_every_option_of_every_rule_set_is_kept_as_it_was_said(database):
    with Club(database) as club:
        for kind in NAMES:
            choices = rule_set(kind).choices
            last: dict[str, str | int] = {name: str(values[-1]) for name, values in choices}
            work = (f"Our {kind}", kind, last, None, Signature())
            club.write(lambda rows, work=work: house.set_rules(rows, *work))
        found = {one.rules: one.options for one in club.read(house.list_house_rules)}
    wanted = {r: {name: values[-1] for name, values in rule_set(r).choices} for r in NAMES}
    assert found == wanted


def test_what_another_version_has_kept_is_named_and_the_others_are_there(rules, database):
    set_tuesday(rules)
    wrong = {"colour": "red"}, {"carry": ["x"]}, {"y\x1b[2J": None}
    kept = {"whist": {}} | dict(zip(("rubber", "chicago", "pirate"), wrong, strict=True))
    for number, (said, options) in enumerate(kept.items(), 2):
        add_rules(database, number, f"Newer {number}", said, options)
    *newer, tuesday = rules.told("list")
    assert tuesday == TUESDAY
    for one, (said, options) in zip(newer, kept.items(), strict=True):
        assert one["rules"] == said and next(iter(options), said) in one["fault"]
    rules.run("set", "Newer 2", "rubber")
    assert [bool(one["fault"]) for one in rules.told("list")] == [False, True, True, True, False]


@pytest.mark.each_database
def test_they_go_to_tablets_and_tokens_are_found(club: Club):
    """What only a sync or a program asks of the database."""
    club.write(lambda rows: house.set_rules(rows, "Tuesday", "rubber", {}, None, Signature()))
    assert [one.name for one in club.read(house.for_tablets)] == ["Tuesday"]
    token, before = (
        club.write(partial(tokens.new, name="Site", may=tokens.READ)),
        str(Evenings().today()),
    )
    find = partial(tokens.find_token, token=token)
    club.write(partial(tokens.use, token=club.read(find)))
    found = club.read(find)
    assert found and found.used in (before, str(Evenings().today()))
    assert club.read(partial(tokens.find_token, token=token[:-1])) is None
