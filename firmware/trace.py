"""The place of an error. It stays loaded: when memory is short there is none for code."""

import io
import sys

# Files that were joined on the PC have other lines than their modules (docs/build.md). A line for
# each file, its path, and one for each of its modules: how many lines are before, the module.
JOINED = ""


def where(error: Exception) -> str:
    """Return `KeyError game.py:41`, from the last line of the trace that names a file."""
    trace = io.StringIO()
    sys.print_exception(error, trace)  # type: ignore[attr-defined]  # MicroPython's
    places = [line for line in trace.getvalue().split("\n") if 'File "' in line]
    if not places:
        return type(error).__name__
    path = places[-1].split('"')[1]
    line = places[-1].split("line ")[1].split(",")[0]
    return f"{type(error).__name__} {_of_module(path, int(line))}"


def _of_module(path: str, line: int) -> str:
    """Return the file and line of a module, for one that was joined too."""
    joined, _, kind = path.rpartition(".")
    module, before = joined.split("/")[-1], 0
    file = ""
    for row in io.StringIO(JOINED):  # one at a time: memory may be short
        first, _, name = row.rstrip().partition(" ")
        if not name:
            file = first
        elif file == joined and int(first) < line:
            module, before = name, int(first)
    return f"{module}.{kind}:{line - before}"
