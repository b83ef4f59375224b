"""What users can do: one file for each operation, found by the name that it declares.

A file declares one operation with `@operation("club void")` and is loaded when that is used; to
list them all, only the first lines of the declarations are read.
"""

import re
import shlex
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # who only lists operations needs no declaration
    from scorepad.errors import Remedy
    from scorepad.operation import Operation

_DECLARATION = re.compile(
    r'^@operation\(\s*"([^"]+)"\s*\)\nclass \w+\(\w+\):\n    """([^\n]+?)\.?(?:"""|\n)',
    re.MULTILINE,
)


class Listed(NamedTuple):
    """The module of this package in which an operation is declared, and its title."""

    module: str
    title: str


class Group(NamedTuple):
    """A group of commands: what they are about."""

    title: str
    description: str = ""


GROUPS = {  # by name
    "club": Group(
        "What the club has: sessions, players, duplicate, ranking",
        """\
examples:
  scorepad club list
  scorepad club show 02005c0e9ad0-7
  scorepad club export 02005c0e9ad0-7 --format html --output sheet.html
  scorepad club export --evening 2026-11-20 --format pdf --output sheets.pdf
  scorepad club ranking
  scorepad club duplicate --travellers
  scorepad club import forgotten-02005c0e9ad0.json
  scorepad club players import roster.csv
  scorepad club rules list
  scorepad club ledger --evening 2026-11-20
  scorepad club --db postgresql://scorer@server/club list

An ID may be cut short as long as only one session begins so. The database is
that of --db, else of the environment variable SCOREPAD_DB, else a file of your
own.
""",
    ),
    "club knockout": Group(
        "A knock-out of pairs: draw, results, summary sheet",
        """\
examples:
  scorepad club knockout draw "Cup 2026" pairs.csv
  scorepad club knockout show "Cup 2026"
  scorepad club knockout result "Cup 2026" "Zoë Lund" 2340 "Ann Reid" 1980
  scorepad club knockout show "Cup 2026" --format pdf --output cup.pdf
  scorepad club knockout list
""",
    ),
    "club rules": Group(
        "The club's own rules: set, list, remove",
        """\
House rules are a rule set with options of the club's own, under a name of at
most 20 bytes. `scorepad sync --rules` gives them to the tablets, which offer
them under New game after the rule sets; 20 at most. Those that tablets have
stay there until then.
""",
    ),
    "club tablet": Group("The tablets that the club knows: list, forget"),
    "club token": Group(
        "Access of programs: new, list, remove",
        """\
With a token a program comes in where `scorepad serve` runs, as docs/api.md
says. Only the club's secretary makes them, one for each program, and takes back
what is lost or needed no more. The database keeps no token but its hash, with
the day on which it was used last; a backup has neither.
""",
    ),
    "event": Group(
        "An event of duplicate: plan, pairs, tablets, progress",
        """\
Plans an event of duplicate: who plays which movement, pair by pair. `scorepad
sync` gives each tablet its table's part, and `scorepad club duplicate` scores
what comes back. Evenings without an event go on as they are.

EVENT is its name, its name and date, or id=N. Of several of one name that of
today is meant, else the latest.

examples:
  scorepad event new Tuesday --movement "mitchell --tables 7" --pairs tue.csv
  scorepad event pair Tuesday 14 "Zoë Lund" guest:Tom
  scorepad event leave Tuesday 9 --round 5 --reason "ill"
  scorepad event show Tuesday
  scorepad event send Tuesday
""",
    ),
    "movement": Group(
        "Who meets whom where in a duplicate event",
        """\
Says who meets whom at which table with which boards, and prints cards of it.
Nothing is kept. What is printed was checked: nobody sits twice in a round or
plays a board twice, and no two pairs meet twice.

examples:
  scorepad movement mitchell --tables 7
  scorepad movement howell --pairs 10 --boards 3
  scorepad movement howell --pairs 9 --cards pairs --format pdf --output 9.pdf
  scorepad movement mitchell --pairs 30 --sections 2 --json > evening.json
  scorepad movement check ours.csv
""",
    ),
}


@cache
def index() -> dict[str, Listed]:
    """Return all operations by their names, in alphabetical order."""
    found = {}
    for path in (path for folder in __path__ for path in Path(folder).glob("*/*.py")):
        module = f"{path.parent.name}.{path.stem}"
        for name, title in _DECLARATION.findall(path.read_text(encoding="utf-8")):
            found[name] = Listed(module, title)
    return dict(sorted(found.items()))


def find(name: str) -> "type[Operation]":
    """Return the operation with this name. Raise KeyError."""
    from scorepad.operation import find_declared

    import_module("scorepad.operations." + index()[name].module)
    return find_declared(name)


def command_line(remedy: "Remedy") -> str:
    """Return a remedy as a terminal has it; in capitals what is to be named."""
    from scorepad.operation import PASSWORD, parameters

    words, options = list[str](), list[str]()
    takes = parameters(find(remedy.operation)) if remedy.operation in index() else ()
    for each in takes:
        value = remedy.given.get(each.name)
        value = None if value in ("", False) else value
        named = each.required or value is ...
        value = None if value is ... else value
        if each.param.control == PASSWORD:
            continue
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        if each.positional:
            known = value is not None
            words += [shlex.quote(str(item)) for item in values] if known else []
            words += [each.metavar] if named and not known else []
        elif each.type is bool and value:
            options.append(each.option)
        elif value is not None:
            options += [part for item in values for part in (each.option, shlex.quote(str(item)))]
        elif named:
            options += [each.option, each.metavar]
    return " ".join(["scorepad", remedy.operation, *words, *options])
