"""Where an error happened. It is loaded for good: when memory is short there is none for code."""

import io
import sys

# Files that were joined on the PC have other lines than their modules (docs/build.md). A line for
# each module: the file, how many of its lines are before, the module.
JOINED = ""


def where(error: Exception) -> str:
    """`KeyError game.py:41`, from the last line of the trace that names a file."""
    trace = io.StringIO()
    sys.print_exception(error, trace)  # type: ignore[attr-defined]  # MicroPython's
    places = [line for line in trace.getvalue().split("\n") if 'File "' in line]
    if not places:
        return type(error).__name__
    path = places[-1].split('"')[1]
    line = places[-1].split("line ")[1].split(",")[0]
    return f"{type(error).__name__} {_of_module(path, int(line))}"


def _of_module(path: str, line: int) -> str:
    """The file and line of a module, for one that was joined: those files are in one folder."""
    *folders, file = path.split("/")
    module, _, kind = file.rpartition(".")
    key, before = f"\n{module} ", 0
    start = JOINED.find(key) if folders == ["firmware"] else -1
    while start >= 0:
        end = JOINED.find("\n", start + 1)
        first, name = JOINED[start + len(key) : end].split(" ")
        if int(first) >= line:
            break
        module, before = name, int(first)
        start = JOINED.find(key, end)
    return f"{module}.{kind}:{line - before}"
