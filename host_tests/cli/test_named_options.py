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
from support.imported import nodes

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
    if not file.is_file():
        return {}, {}
    tree, *every = nodes(file.read_text("utf-8"))
    defined = defaultdict[str, list[ast.stmt]](list)
    for one in tree.body:  # type: ignore[attr-defined]
        for part in [one, *getattr(one, "targets", [getattr(one, "target", None)])]:
            if called := getattr(part, "name", getattr(part, "id", "")):
                defined[called].append(one)
    taken = [(one.module, one.names) for one in every if isinstance(one, ast.ImportFrom)]
    imported = [
        (each.asname or each.name, f"{of}.{each.name}") for of, names in taken for each in names
    ]
    return defined, dict(imported)


def found(name: str) -> str:
    """The whole name of a definition, through modules that only import it; "" if it is none."""
    where, _, last = name.rpartition(".")
    defined, imported = module(where)
    return name if last in defined else found(imported[last]) if last in imported else ""


@cache
def definition(name: str) -> tuple[set[str], list[str]]:
    """What a definition names, and its texts that name an option or a command."""
    where, _, last = name.rpartition(".")
    uses, texts, parts = set(), [], set()
    for one in (one for each in module(where)[0][last] for one in ast.walk(each)):
        if isinstance(one, ast.Name):
            uses.add(found(f"{where}.{one.id}"))
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            uses.add(found(f"{module(where)[1].get(one.value.id, '')}.{one.attr}"))
        elif isinstance(one, ast.Expr):
            parts.add(id(one.value))  # documentation
        elif isinstance(one, ast.JoinedStr):
            parts |= {id(each) for each in one.values}
            said = (each.value if isinstance(each, ast.Constant) else "{}" for each in one.values)
            texts.append("".join(map(str, said)))
        elif isinstance(one, ast.Constant) and id(one) not in parts:
            texts.append(str(one.value))
    return uses - {""}, [one for one in texts if " " in one and re.search("--[a-z]|`[a-z]", one)]


def reached(name: str) -> set[str]:
    """All definitions that one reaches, and itself."""
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
        yield from (one for one in OPTION.findall(line) if one not in COMMANDS.get(command, own))
    yield from (one for one in OPTION.findall(TYPED.sub("", text)) if one not in own)


def test_what_is_not_there_is_found() -> None:
    known = {"--movement", "--db"}
    for text, *faults in (
        ("meet twice, unless --meet-again allows it", "--meet-again"),
        ("no event is sent (--event)", "--event"),
        ("see `scorepad event send --event`, or `club restore --replace`", "--event"),
        ("`scorepad movement --json` has it", "--json"),
        ("`scorepad club guess` knows", "`scorepad club guess`"),
        ("name a database with --db",),
    ):
        assert [*wrong(text, known)] == faults


@pytest.mark.slow
def test_no_message_names_what_is_not_there() -> None:
    read, faults = set(), []
    for run, own in OWN.items():
        if ":" in run:
            may = own | QUOTED if run.startswith("cli.commands.event:") else own
            theirs = reached("scorepad." + run.replace(":", "."))
            read |= theirs
            for name in sorted(theirs):
                if not name.removeprefix("scorepad.").startswith(NOT_READ):
                    faults += [(run, name, *wrong(text, may)) for text in definition(name)[1]]
    assert [each for each in faults if len(each) > 2] == []
    assert {"scorepad.movement.reading._refuse", "scorepad.cli.commands.sync._event"} <= read
