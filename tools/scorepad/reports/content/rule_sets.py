"""What `scorepad rules` prints for people."""

from rich.console import Group, RenderableType
from rich.text import Text

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import Sheet
from scorepad.reports.drawing.terminal_table import NARROW, Table
from scorepad.rule_sets import Option, description, heading, options, source


def listed() -> RenderableType:
    """All rule sets."""
    table = _table("Rules", "What they are")
    for name in NAMES:
        table.add_row(name, heading(rule_set(name)))
    return table


def page(rules: type[Sheet]) -> RenderableType:
    """The description and a table of the options, the default of each marked, sources in []."""
    said = [paragraph.replace("\n", " ") for paragraph in description(rules).split("\n\n")]
    text = Text("\n\n".join([*said, f"Source: {source(rules)}."]))
    if not rules.choices:
        return Group(text, Text(), Text("There are no options."))
    table = _table("Option", "Value", "What it means; in [] whose rule it is")
    for option in options(rules):
        _add_option(table, option)
    return Group(text, Text(), table)


def _add_option(table: Table, option: Option) -> None:
    values = [str(value) for value in option.values]
    if len(values) > 10:
        values = [f"{values[0]} to {values[-1]}"]
    table.add_row(option.name, "", _cell(option.meaning, "" if option.sources else option.source))
    for value in values:
        marks = [option.meanings.get(value, "")]
        if value == str(option.default):
            marks.append("(default)")
        elif " to " in value:
            marks.append(f"(default {option.default})")
        said = " ".join(mark for mark in marks if mark)
        table.add_row("", value, _cell(said, option.sources.get(value, "")))
    table.add_section()


def _cell(said: str, origin: str) -> Text:
    """What is said, and on a line of its own whose rule it is; as it is, for [] is no markup."""
    return Text("\n".join(line for line in (said, f"[{origin}]" if origin else "") if line))


def _table(*heads: str) -> Table:
    table = Table(NARROW)
    for head in heads:
        table.add_column(head, no_wrap=head != heads[-1], overflow="fold")
    return table
