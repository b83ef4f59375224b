"""The rule sets as the PC asks for them: those of which something is true, and what people are
told of one and its options; the words stand in rule_sets.toml.
"""

import functools
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption, Sheet
from scorepad.errors import UserError

Rules = type[Sheet] | Sheet

_WORDS = Path(__file__).with_name("rule_sets.toml")
_END_OF_HEADING = re.compile(r"[:.](?:\s|$)")


class Option(NamedTuple):
    """An option of a rule set in words."""

    name: str
    default: str | int
    values: tuple[str | int, ...]
    meaning: str  # of the option itself, "" if its values say it all
    meanings: dict[str, str]  # of a value; one that explains itself has none
    source: str  # of the option, or of its values one after another
    sources: dict[str, str]  # of a value; none if all have the same


@contextmanager
def refusing() -> Iterator[None]:
    """Within the block, raise UserError for an unknown rule set or option."""
    try:
        yield
    except BadOption as wrong:
        raise UserError(str(wrong)) from None


def having(fact: Callable[[Rules], bool]) -> tuple[str, ...]:
    """Return the names of the rule sets for which `fact` is true, in their order."""
    return tuple(name for name in NAMES if fact(rule_set(name)))


def has_boards(rules: Rules) -> bool:
    """Return True if its deals are boards, which other tables play too."""
    return "board" in rules.asks


def in_points(rules: Rules) -> bool:
    """Return True if each account has its own points. In IMPs, and in a board's score, E-W have
    the negative of what N-S have.
    """
    return not rules.imps and not has_boards(rules)


def as_dict(rules: type[Sheet]) -> dict[str, Any]:
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
    """Return a rule set's description in less than a sentence."""
    return _END_OF_HEADING.split(description(rules), maxsplit=1)[0].replace("\n", " ")


def description(rules: type[Sheet]) -> str:
    """Return a rule set's description: paragraphs of lines."""
    return str(_words()[rules.name]["description"])


def paragraphs(rules: type[Sheet]) -> list[str]:
    """Return the paragraphs of a rule set's description, each in one line."""
    return [paragraph.replace("\n", " ").strip() for paragraph in description(rules).split("\n\n")]


def source(rules: type[Sheet]) -> str:
    return str(_words()[rules.name]["source"])


def options(rules: type[Sheet]) -> list[Option]:
    """Return the options of a rule set in the order in which the log numbers them."""
    said = words_of_options(rules)
    pairs = zip(rules.choices, rules.defaults, strict=True)
    return [
        _option(name, default, tuple(values), said.get(name, {}))
        for (name, values), default in pairs
    ]


def words_of_options(rules: type[Sheet]) -> dict[str, dict[str, Any]]:
    """Return the texts of each option of a rule set, inherited ones included, by option."""
    said: dict[str, dict[str, Any]] = {}
    for cls in reversed(rules.__mro__):
        said |= _words().get(vars(cls).get("name", ""), {}).get("options", {})
    return said


def _option(
    name: str, default: str | int, values: tuple[str | int, ...], said: dict[str, Any]
) -> Option:
    sources = said.get("sources", {})
    whose = "; ".join(f"{value} = {source}" for value, source in sources.items())
    words = said.get("meaning", ""), said.get("meanings", {}), said.get("source", whose), sources
    return Option(name, default, values, *words)


@functools.cache
def _words() -> dict[str, Any]:
    return tomllib.loads(_WORDS.read_text(encoding="utf-8"))
