"""Bring the catalogues of other languages up to date, and print what each lacks.

`make catalogues` does it.

All that people read in reports and pages is said by a function of scorepad.language. Its first
words are found in the sources and templates; what is said by a name that the scoring core has is
listed here.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from polib import POEntry, POFile, pofile

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import _REASONS, Sheet
from scorepad import language, rule_sets
from scorepad.club.players.roster_file import COLUMNS, GRADES
from scorepad.club.settings.current import SETTINGS
from scorepad.sources import SOURCES

SAID_IN = SOURCES / "tools" / "scorepad"
_STATES = ("open", "complete", "left out", "damaged")
_WIDTH = 98
_SAID = re.compile(r'\bsay\("([^"]+)"')


class Text(NamedTuple):
    """A text with its context, "" in any; `many`: its plural, "" if nothing is counted."""

    context: str
    text: str
    many: str = ""


@cache
def texts() -> tuple[Text, ...]:
    """Return all that catalogues must have, in the order of the sources, then what has a name."""
    said = dict[Text, None]()
    for path in sorted(SAID_IN.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "from scorepad.language import" in source or "from scorepad.operation import" in source:
            said |= dict.fromkeys(_said_in(ast.parse(source)))
    for path in sorted(SAID_IN.rglob("*.html")):
        found = _SAID.findall(path.read_text(encoding="utf-8"))
        said |= dict.fromkeys(Text("", text) for text in found)
    return tuple(said | dict.fromkeys(_iter_named_texts()))


def _said_in(tree: ast.Module) -> Iterator[Text]:
    for node in _translated(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            words = [_constant(argument) for argument in node.args]
            if node.func.id in ("say", "marked", "text") and words and words[0]:
                yield Text("", words[0])
            elif node.func.id in ("say_as", "text_as") and words[1]:
                yield Text(words[0], words[1])
            elif node.func.id in ("counted", "text_counted"):
                yield Text("", words[1], words[2])
            elif node.func.id == "Param":
                yield from _of_parameter(node, words)
        elif isinstance(node, ast.ClassDef) and _declares_operation(node):
            yield Text("", (ast.get_docstring(node) or "").partition("\n")[0].rstrip("."))


def _translated(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those of parameters that only a terminal has: its help is English."""
    yield node
    for inner in ast.iter_child_nodes(node):
        declaration = isinstance(inner, ast.ClassDef) and _is_of_terminals(inner)
        yield from _methods(inner) if declaration else _translated(inner)


def _methods(node: ast.AST) -> Iterator[ast.AST]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.FunctionDef):
            yield from _translated(inner)


def _is_of_terminals(node: ast.ClassDef) -> bool:
    bases = [ast.unparse(base) for base in node.bases]
    return "Program" in bases or any(
        isinstance(part, ast.Assign) and ast.unparse(part) == "where = frozenset((TERMINAL,))"
        for part in node.body
    )


def _of_parameter(node: ast.Call, words: list[str]) -> Iterator[Text]:
    """Yield label and help of a parameter, and what its choices are called."""
    yield from (Text("", word) for word in words[:2] if word)
    for keyword in node.keywords:
        if keyword.arg == "choices" and isinstance(keyword.value, ast.Dict):
            yield from (Text("", _constant(value)) for value in keyword.value.values)
        elif keyword.arg == "each" and isinstance(keyword.value, ast.Tuple):
            yield from (Text("", _constant(each)) for each in keyword.value.elts)
        elif keyword.arg in ("label", "help", "hint") and _constant(keyword.value):
            yield Text("", _constant(keyword.value))


def _declares_operation(node: ast.ClassDef) -> bool:
    calls = [part.func for part in node.decorator_list if isinstance(part, ast.Call)]
    return any(isinstance(name, ast.Name) and name.id == "operation" for name in calls)


def _constant(argument: ast.expr) -> str:
    """Return the string that is written there, "" for a name or a number."""
    value = argument.value if isinstance(argument, ast.Constant) else ""
    return value if isinstance(value, str) else ""


def _iter_named_texts() -> Iterator[Text]:
    yield from (Text("", name) for name in NAMES)
    for reason in _REASONS:
        yield Text("", reason)
        if reason.startswith("unfinished"):
            yield Text("", f"{reason} withdrawn")
    yield from (Text("session", state) for state in _STATES)
    yield from (Text("grade", grade) for grade in GRADES if grade)
    yield from (Text("setting", setting) for setting in SETTINGS)
    yield from (Text("", column) for column in COLUMNS)
    for name in NAMES:
        for option, values in rule_set(name).choices:
            yield Text("option", option)
            yield from (Text("option", str(v)) for v in values if not str(v).isdigit())
        yield from (Text("", text) for text in _of_rules(rule_set(name)))


def _of_rules(rules: type[Sheet]) -> Iterator[str]:
    """Yield what rule_sets.toml says of a rule set."""
    yield from (*rule_sets.paragraphs(rules), rule_sets.source(rules))
    for option in rule_sets.options(rules):
        whose = option.sources.values() or (option.source,)
        yield from filter(None, (option.meaning, *option.meanings.values(), *whose))


def updated(catalogue: POFile) -> POFile:
    """Return the catalogue with exactly these texts; translations are kept."""
    before = {_text(entry): entry for entry in catalogue}
    made = POFile(wrapwidth=_WIDTH)
    made.header, made.metadata = catalogue.header, catalogue.metadata
    forms = int(re.findall(r"nplurals=(\d)", catalogue.metadata["Plural-Forms"])[0])
    made.extend(before.get(text) or _entry(text, forms) for text in texts())
    return made


def _text(entry: POEntry) -> Text:
    return Text(entry.msgctxt or "", entry.msgid, entry.msgid_plural)


def _entry(text: Text, forms: int) -> POEntry:
    several = dict.fromkeys(range(forms), "") if text.many else {}
    return POEntry(
        msgctxt=text.context or None,
        msgid=text.text,
        msgid_plural=text.many,
        msgstr_plural=several,
    )


def lacking(catalogue: POFile) -> list[str]:
    """Return the texts that it does not translate."""
    said = {_text(entry) for entry in catalogue if entry.translated()}
    return [text.text for text in texts() if text not in said]


def main() -> None:
    for path in catalogues():
        made = updated(pofile(str(path)))
        made.save(str(path))
        missing = lacking(made)
        print(f"{path.name}: {len(made)} texts, {len(missing)} missing")
        print(*(f"  {text!r}" for text in missing), sep="\n", end="\n" * bool(missing))


def catalogues() -> list[Path]:
    """Return the files."""
    return sorted(language.CATALOGUES.glob("*.po"))


if __name__ == "__main__":
    main()
