"""No message names an option or a command that is not there: all that a command can say is read.

What it can say are the texts of all that it reaches from its function on, name by name.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from scorepad.cli.parser import parser
from support.commands import ROOT, commands_of
from support.imported import said_in

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
TYPED = re.compile(r"`[^`]*`|^[a-z -]+ --[a-z-]+$")  # a line for a terminal; a field of a command
OWN, COMMANDS = defaultdict[str, set[str]](set), dict[str, set[str]]()
for each in commands_of(parser()):
    COMMANDS[each.prog.removeprefix("scorepad ")] = {*each._option_string_actions}
    OWN[str(each.get_default("run"))] |= {*each._option_string_actions}
# In quotes behind --movement; not what is for a movement in a file, which needs no quotes.
QUOTED = COMMANDS["movement mitchell"]
NOT_READ = (
    "cli.output.save",  # of what is no text: of commands that have --output
    "club.database.copying.copy",  # into a database that has something: of `club restore`
    *("reports.drawing.html._PAPER", "simulator.interpreters.LAUNCHER"),  # no words
    "tablet.doctor.advice",  # what to add to `scorepad deploy`
    *("web.demo._fill", "web.pages.hints._MOVEMENT"),  # values
)


@cache
def module(name: str) -> tuple[dict[str, list[ast.stmt]], dict[str, str]]:
    """What a module of the program defines, by name, and the whole names of what it imports."""
    file = ROOT / "tools" / f"{name.replace('.', '/')}.py"
    tree = ast.parse(file.read_text("utf-8") if file.is_file() else "")
    defined = defaultdict[str, list[ast.stmt]](list)
    for one in tree.body:
        for part in [one, *getattr(one, "targets", [getattr(one, "target", None)])]:
            defined[getattr(part, "name", getattr(part, "id", ""))].append(one)
    froms = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    imported = [(of.module, one) for of in froms for one in of.names]
    return defined, {one.asname or one.name: f"{of}.{one.name}" for of, one in imported}


@cache
def definition(name: str) -> tuple[set[str], list[str]]:
    """What a definition names, and its texts that name an option or a command."""
    where, _, last = name.rpartition(".")
    defined, imported = module(where)
    uses, texts = set[str](), list[str]()
    for tree in defined.get(last, []):
        for one in ast.walk(tree):
            if isinstance(one, ast.Name):
                uses.add(imported.get(one.id, f"{where}.{one.id}"))
            elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
                uses.add(f"{imported.get(one.value.id)}.{one.attr}")
        texts += said_in(tree)
    return uses, [one for one in texts if " " in one and re.search("--[a-z]|`[a-z]", one)]


def reached(name: str) -> set[str]:
    seen, ahead = set[str](), {name}
    while ahead:
        seen.add(one := ahead.pop())
        ahead |= definition(one)[0] - seen
    return seen


def wrong(text: str, own: set[str]) -> Iterator[str]:
    """What a text names that is not there; `own`: the options of the command that says it."""
    for line in TYPED.findall(text):
        words = line.strip("`").removeprefix("scorepad ").split()
        names = (" ".join(words[:end]) for end in range(len(words), 0, -1))
        command = next((name for name in names if name in COMMANDS), "")
        group = not command or any(one.startswith(f"{command} ") for one in COMMANDS)
        if group and re.match(f"`scorepad {command} *[a-z]", line):
            yield line
        yield from {*OPTION.findall(line)} - COMMANDS.get(command, own)
    yield from {*OPTION.findall(TYPED.sub("", text))} - own


@pytest.mark.slow
def test_no_message_names_what_is_not_there() -> None:
    faults, read = [], set()
    for run, own in OWN.items():
        may = own | QUOTED if run.startswith("cli.commands.event:") else own
        apart = NOT_READ
        for name in reached("scorepad." + run.replace(":", ".")):
            read.add(name)
            if not name.removeprefix("scorepad.").startswith(apart):
                faults += [
                    (run, name, one) for text in definition(name)[1] for one in wrong(text, may)
                ]
    assert faults == []
    assert "scorepad.movement.reading._refuse" in read
