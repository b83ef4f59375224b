"""Which line of a joined file is which of a module: firmware/trace.py has it on the tablet."""

from dataclasses import replace

from scorepad.compiling.modules import CannotJoin
from scorepad.compiling.writing import Compiled

_TRACE = "firmware.trace"
_EMPTY = 'JOINED = ""'


def with_table(files: list[Compiled]) -> list[Compiled]:
    """The same files; the one that reads traces knows which of them were joined, and how."""
    joined = [file for file in files if len(file.parts) > 1]
    rows = [
        f"\\n{file.place.stem} {before} {module.place.stem}"
        for file in joined
        for before, module in file.parts
    ]
    table = f'JOINED = "{"".join(rows)}\\n"'
    return [_filled(file, table) if joined and _reads_traces(file) else file for file in files]


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
