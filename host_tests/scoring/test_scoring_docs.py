"""Rule sets, options and examples of `docs/scoring.md` are those of the program."""

import re
from collections.abc import Callable

import pytest

from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import Sheet
from scorepad.rule_sets import Option, heading, options, source
from support.pages.markdown_tables import DOCS, Table, quoted, tables

TEXT = (DOCS / "scoring.md").read_text(encoding="utf-8")

AS_IN_RUBBER = "as in `rubber`"

TABLES = list(tables("scoring.md"))


def rule_sets(table: Table) -> None:
    for name, row in zip(NAMES, table.rows, strict=True):
        rules = rule_set(name)
        accounts = ", ".join(rules.accounts)
        assert row == [f"[`{name}`](#{name})", heading(rules), accounts, source(rules)]


def option_table(table: Table) -> None:
    """The options of the rule set of the section: all, in order, with their values and default."""
    rules = rule_set(table.section)
    assert [quoted(row[0]) for row in table.rows] == [[name] for name, _ in rules.choices]
    for row, (_, values), default in zip(table.rows, rules.choices, rules.defaults, strict=True):
        assert re.findall(r"\*\*`([^`]+)`\*\*", row[1]) == [str(default)]
        if isinstance(values, range):
            assert row[1].startswith(f"{values[0]} to {values[-1]}, ")
        else:
            assert quoted(row[1]) == [str(value) for value in values]


def option_table_with_sources(table: Table) -> None:
    """Of each option also what it means and whose rule it is, or that it is as in `rubber`."""
    option_table(table)
    of_rubber = {option.name: option for option in options(rule_set("rubber"))}
    for row, option in zip(table.rows, options(rule_set(table.section)), strict=True):
        if AS_IN_RUBBER in row:
            assert row[2:] == [AS_IN_RUBBER, AS_IN_RUBBER]
            assert said(option) == said(of_rubber[option.name])
        else:
            assert [cell.replace("`", "") for cell in row[2:]] == said(option)


def said(option: Option) -> list[str]:
    """What an option and its values mean, and whose rules they are."""
    of_values = [f"{value} = {what}" for value, what in option.meanings.items()]
    return ["; ".join([option.meaning, *of_values]).removeprefix("; "), option.source]


def option_table_as_in_rubber(table: Table) -> None:
    """Values and defaults; meanings and sources are those of `rubber`, as the section says."""
    option_table(table)
    rubber = rule_set("rubber")
    assert [*map(said, options(rule_set(table.section)))] == [*map(said, options(rubber))]


def example(table: Table) -> None:
    """What each deal adds, dealt one after another by North."""
    sheet = rule_set(table.section)()
    assert tuple(name.replace("-", "") for name in table.head[1:-1]) == sheet.accounts
    for row in table.rows:
        (line,) = quoted(row[0])
        assert added(sheet, line) == [int(cell) for cell in row[1:-1]], line


def added(sheet: Sheet, line: str) -> list[int]:
    before = list(sheet.totals)
    sheet.add(*parse(line))
    return [after - was for after, was in zip(sheet.totals, before, strict=True)]


CHECKS: dict[tuple[str, ...], Callable[[Table], None]] = {
    ("Rules", "What it is", "Accounts", "Source"): rule_sets,
    ("Option", "Values"): option_table_as_in_rubber,
    ("Option", "Values", "What it means", "Source"): option_table_with_sources,
    ("Deal", "N-S", "E-W", "Why"): example, ("Deal", "N", "E", "S", "W", "Why"): example,
}  # fmt: skip


@pytest.mark.parametrize(
    "table",
    [table for table in TABLES if table.head in CHECKS],
    ids=lambda table: f"{table.section}-{table.head[0]}",
)
def test_tables_of_the_page_are_what_the_core_does(table):
    CHECKS[table.head](table)


def test_every_kind_of_table_is_on_the_page():
    assert set(CHECKS) <= {table.head for table in TABLES}


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_has_its_section_with_options_and_example(name):
    first_heads = [table.head[0] for table in TABLES if table.section == name]
    assert first_heads.count("Deal") == 1
    assert first_heads.count("Option") == (1 if rule_set(name).choices else 0)


def test_options_in_the_examples_are_options():
    for rules, said in re.findall(r"scorepad score ([a-z-]+) \S+((?: --option \S+)+)", TEXT):
        pairs = [pair.split("=") for pair in re.findall(r"--option (\S+)", said)]
        assert rule_set(rules).all_options(dict(pairs))
