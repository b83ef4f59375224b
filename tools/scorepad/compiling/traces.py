"""Which line of a joined file is which of a module: firmware/trace.py has it on the tablet."""

from dataclasses import replace

from scorepad.compiling.modules import CannotJoin
from scorepad.compiling.writing import Compiled

_TRACE = "firmware.trace"
_EMPTY = 'JOINED = ""'


def with_table(files: list[Compiled]) -> list[Compiled]:
    """The same files; the one that reads traces knows which of them were joined, and how."""
    joined = [file for file in files if len(file.parts) > 1]
    table = "".join(f"{row}\\n" for file in joined for row in _rows(file))
    filled = f'JOINED = "{table}"'
    return [_filled(file, filled) if joined and _reads_traces(file) else file for file in files]


def _rows(file: Compiled) -> list[str]:
    """What the tablet knows of a joined file: firmware/trace.py says how."""
    parts = [f"{before} {module.place.stem}" for before, module in file.parts]
    return [file.place.with_suffix("").as_posix(), *parts]


def _reads_traces(file: Compiled) -> bool:
    return any(module.name == _TRACE for _, module in file.parts)


def _filled(file: Compiled, table: str) -> Compiled:
    if file.text.count(_EMPTY) != 1:
        raise CannotJoin(f"{file.place}: there is not one {_EMPTY}")
    return replace(file, text=file.text.replace(_EMPTY, table))


def source_line(file: Compiled, line: int) -> str:
    """The file and line of a source from which a line comes."""
    before, module = next(part for part in reversed(file.parts) if part[0] < line or not part[0])
    return f"{module.file}:{line - before}"
