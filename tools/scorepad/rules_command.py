"""`scorepad rules`: the rule sets, what their options mean, and whose rule each is.

What is said comes from the docstrings of the rule sets: a description, its first paragraph ending
in `[source]`, then a line for each option, `name: meaning; value = meaning; value = meaning
[value = source; value = source]`, its further lines indented. One source without values is that of
them all. Of an option that a rule set has from another, the other says it.
"""

import argparse
import inspect
import json
import re
from typing import Any, NamedTuple

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption, Sheet
from scorepad.club.output import save, show
from scorepad.errors import UserError

_OPTION_LINE = re.compile(r"([a-z_]+): (.+)", re.DOTALL)
_SOURCE = re.compile(r"\s*\[([^][]+)\]$")
_END_OF_HEADING = re.compile(r"[:.](?:\s|$)")

_EXAMPLES = """\
examples:
  scorepad rules
  scorepad rules chicago
  scorepad score chicago deals.txt --option vulnerable=nondealer
"""


class Option(NamedTuple):
    """An option of a rule set in words."""

    name: str
    default: str | int
    values: tuple[str | int, ...]
    meaning: str  # of the option itself, "" if its values say it all
    meanings: dict[str, str]  # of a value; one that explains itself has none
    source: str  # of the option, as the docstring says it
    sources: dict[str, str]  # of a value; none if all have the same


def add_to(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `rules` to the command line."""
    command = subparsers.add_parser(
        "rules",
        help="the rule sets, their options, defaults and sources",
        description="The rule sets; for one of them its options, their values, defaults and "
        "sources.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("rules", metavar="RULES", nargs="?", help=", ".join(NAMES))
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> None:
    """Prints all rule sets, or what one of them says. Raises UserError."""
    if given.rules is None:
        every = [as_dict(rule_set(name)) for name in NAMES]
        _print(every, given.json, _list())
        return
    try:
        rules = rule_set(given.rules)
    except BadOption as wrong:
        raise UserError(str(wrong)) from None
    _print(as_dict(rules), given.json, _page(rules))


def as_dict(rules: type[Sheet]) -> dict[str, Any]:
    """A rule set for programs."""
    return {
        "name": rules.name,
        "heading": heading(rules),
        "description": description(rules),
        "source": source(rules),
        "accounts": list(rules.accounts),
        "options": [
            {**option._asdict(), "values": list(option.values)} for option in options(rules)
        ],
    }


def heading(rules: type[Sheet]) -> str:
    """What a rule set is, in less than a sentence."""
    return _END_OF_HEADING.split(description(rules), maxsplit=1)[0].replace("\n", " ")


def description(rules: type[Sheet]) -> str:
    """What a rule set is: paragraphs of lines."""
    said = [text for text in _paragraphs(rules) if not _OPTION_LINE.match(text)]
    return "\n\n".join([_SOURCE.sub("", said[0]), *said[1:]])


def source(rules: type[Sheet]) -> str:
    """Where a rule set is from; a rule set never has that from another."""
    match = _SOURCE.search(_paragraphs(rules)[0])
    return " ".join(match[1].split()) if match else ""


def options(rules: type[Sheet]) -> list[Option]:
    """The options of a rule set in the order in which the log numbers them."""
    lines = option_lines(rules)
    pairs = zip(rules.choices, rules.defaults, strict=True)
    return [
        _option(name, default, tuple(values), lines.get(name, ""))
        for (name, values), default in pairs
    ]


def option_lines(rules: type[Sheet]) -> dict[str, str]:
    """What the docstrings of a rule set, and of those it derives from, say of each option."""
    lines: dict[str, str] = {}
    for cls in reversed(rules.__mro__):
        for paragraph in _paragraphs(cls) if issubclass(cls, Sheet) else ():
            if _OPTION_LINE.match(paragraph):
                lines |= _said(paragraph)
    return lines


def _said(paragraph: str) -> dict[str, str]:
    """The option lines of a paragraph, each with all that it says."""
    lines = {}
    for line in re.split(r"\n(?=\S)", paragraph):
        match = _OPTION_LINE.fullmatch(line)
        if not match:
            raise ValueError(f"a docstring has a line that is no option: {line}")
        lines[match[1]] = " ".join(match[2].split())
    return lines


def _paragraphs(cls: type[Sheet]) -> list[str]:
    """Those of the docstring of a class itself."""
    return inspect.cleandoc(vars(cls).get("__doc__") or "").split("\n\n")


def _option(name: str, default: str | int, values: tuple[str | int, ...], line: str) -> Option:
    match = _SOURCE.search(line)
    meaning, meanings = _by_value(_SOURCE.sub("", line))
    _, sources = _by_value(match[1] if match else "")
    return Option(name, default, values, meaning, meanings, match[1] if match else "", sources)


def _by_value(text: str) -> tuple[str, dict[str, str]]:
    """What `text` says of the option itself, and what of its values."""
    of_all, of_values = [], {}
    for part in text.split("; "):
        value, equals, what = part.partition(" = ")
        if equals:
            of_values[value] = what
        else:
            of_all.append(part)
    return "; ".join(of_all), of_values


def _print(found: object, as_json: bool, page: RenderableType) -> None:
    if as_json:
        save(json.dumps(found, indent=2) + "\n", None)
    else:
        show(page)


def _list() -> RenderableType:
    table = _table("Rules", "What they are")
    for name in NAMES:
        table.add_row(name, heading(rule_set(name)))
    return table


def _page(rules: type[Sheet]) -> RenderableType:
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
    table = Table(box=box.HORIZONTALS, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for head in heads:
        table.add_column(head, no_wrap=head != heads[-1])
    return table
