"""The rule sets, what their options mean, and whose rule each is."""

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import Sheet
from scorepad import wording
from scorepad.language import joined, text, text_as
from scorepad.reports.content.report import Report, Section, Table, layout
from scorepad.rule_sets import Option, heading, options, paragraphs, source

_MANY = 10  # values; of more only the first and the last are said


def list_report() -> Report:
    rows = [[name, heading(rule_set(name))] for name in NAMES]
    table = Table(layout("Rules", "What they are", words=("Rules",)), rows)
    return Report("Rule sets", [Section(table=table)])


def report(rules: type[Sheet]) -> Report:
    """Return the description and a table of the options, with marked defaults and sources."""
    said = [*map(text, paragraphs(rules)), text("Source: {source}.", source=text(source(rules)))]
    if not rules.choices:
        said.append(text("There are no options."))
    sections = [Section(lines=[line]) for line in said]
    return Report(wording.rules(rules.name), [*sections, *[_options(rules)] * bool(rules.choices)])


def _options(rules: type[Sheet]) -> Section:
    rows, ruled = list[list[str]](), list[int]()
    for option in options(rules):
        rows += _rows(option)
        ruled.append(len(rows) - 1)
    names = which, value = text("Option"), text("Value")
    meaning = text("What it means; in [] whose rule it is")
    heads = layout(which, value, meaning, words=names)
    return Section(table=Table(heads, rows, ruled))


def _rows(option: Option) -> list[list[str]]:
    values = [str(value) for value in option.values]
    if len(values) > _MANY:
        values = [text("{first} to {last}", first=values[0], last=values[-1])]
    whose = "" if option.sources else option.source
    first = [text_as("option", option.name), "", _cell(option.meaning, whose)]
    return [first, *(_row(option, value) for value in values)]


def _row(option: Option, value: str) -> list[str]:
    marks = [text(option.meanings.get(value, ""))]
    if value == str(option.default):
        marks.append(text("(default)"))
    elif len(option.values) > _MANY:
        marks.append(text("(default {value})", value=option.default))
    said = joined(filter(None, marks), " ")
    return ["", text_as("option", value), _cell(said, option.sources.get(value, ""))]


def _cell(said: str, origin: str) -> str:
    """Return a text with the origin of its rule on a separate line."""
    whose = joined(("[", text(origin), "]"), "") if origin else ""
    return joined(filter(None, (text(said), whose)), "\n")
