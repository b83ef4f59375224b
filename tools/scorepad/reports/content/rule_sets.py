"""The rule sets, what their options mean, and whose rule each is."""

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import Sheet
from scorepad.reports.content.report import Report, Section, Table, layout
from scorepad.rule_sets import Option, description, heading, options, source

_MEANING = "What it means; in [] whose rule it is"


def listed() -> Report:
    """All rule sets."""
    rows = [[name, heading(rule_set(name))] for name in NAMES]
    table = Table(layout("Rules", "What they are", words=("Rules",)), rows)
    return Report("Rule sets", [Section(table=table)])


def report(rules: type[Sheet]) -> Report:
    """The description and a table of the options, the default of each marked, sources in []."""
    paragraphs = [paragraph.replace("\n", " ") for paragraph in description(rules).split("\n\n")]
    said = [*paragraphs, f"Source: {source(rules)}."]
    if not rules.choices:
        said.append("There are no options.")
    sections = [Section(lines=[line]) for line in said]
    return Report(rules.name, [*sections, *[_options(rules)] * bool(rules.choices)])


def _options(rules: type[Sheet]) -> Section:
    rows, ruled = list[list[str]](), list[int]()
    for option in options(rules):
        rows += _rows(option)
        ruled.append(len(rows) - 1)
    heads = layout("Option", "Value", _MEANING, words=("Option", "Value"))
    return Section(table=Table(heads, rows, ruled))


def _rows(option: Option) -> list[list[str]]:
    """The option, and each of its values."""
    values = [str(value) for value in option.values]
    if len(values) > 10:
        values = [f"{values[0]} to {values[-1]}"]
    whose = "" if option.sources else option.source
    return [[option.name, "", _cell(option.meaning, whose)], *(_row(option, v) for v in values)]


def _row(option: Option, value: str) -> list[str]:
    marks = [option.meanings.get(value, "")]
    if value == str(option.default):
        marks.append("(default)")
    elif " to " in value:
        marks.append(f"(default {option.default})")
    said = " ".join(mark for mark in marks if mark)
    return ["", value, _cell(said, option.sources.get(value, ""))]


def _cell(said: str, origin: str) -> str:
    """What is said, and on a line of its own whose rule it is."""
    return "\n".join(line for line in (said, f"[{origin}]" if origin else "") if line)
