"""The figures of docs/performance.md: `make figures`.

What build/bench.json has goes into docs/figures.json, and what that has into the page, between
`<!-- figures: NAME -->` and `<!-- end -->`. What no bench has measured since stays as it was.
"""

import re
import sys
from collections.abc import Iterable, Iterator

from dev.bench.figures import MADE, Bench, Origin, read, write
from dev.bench.tables import TABLES
from scorepad import files
from scorepad.errors import UserError
from scorepad.sources import SOURCES

PAGE = SOURCES / "docs" / "performance.md"
FIGURES = SOURCES / "docs" / "figures.json"
ORIGINS = "origins"  # in the place of a table's name: where all the figures are from
_PLACE = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def main() -> int:
    """Write both files again; return exit status 2 if a file cannot be read or written."""
    try:
        bench = read(FIGURES)
        if MADE.exists():
            bench.update(read(MADE))
        write(FIGURES, bench)
        files.write(str(PAGE), page(PAGE.read_text(encoding="utf-8"), bench).encode())
    except UserError as error:
        print(f"figures_page: {error}", file=sys.stderr)
        return 2
    return 0


def page(text: str, bench: Bench) -> str:
    """Return the page with its tables rebuilt. Raise KeyError for an unknown table."""
    return _PLACE.sub(lambda place: f"{place[1]}\n{table(place[2], bench)}\n\n{place[3]}", text)


def places(text: str) -> list[str]:
    """Return the names of the tables that the page has."""
    return [place[2] for place in _PLACE.finditer(text)]


def table(name: str, bench: Bench) -> str:
    if name == ORIGINS:
        return "\n".join(lines(["figures", "measured", "on"], origins(bench)))
    there = TABLES[name]
    return "\n".join(lines(there.head(), there.cells(bench.figures)))


def lines(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    for cells in (head, ["---"] * len(head), *rows):
        yield "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


def origins(bench: Bench) -> Iterator[list[str]]:
    """Yield when groups were measured, of which version, on what: a row for equal origins."""
    rows: dict[tuple[str, str], list[str]] = {}
    for group, origin in sorted(bench.origins.items()):
        made = f"{origin['date']}, `{origin['commit']}`"
        rows.setdefault((made, _machine(origin)), []).append(f"`{group}`")
    for columns, groups in rows.items():
        yield [", ".join(groups), *columns]


def _machine(origin: Origin) -> str:
    words = {"machine": "{}", "cores": "{} cores", "python": "Python {}"}
    return ", ".join(text.format(origin[name]) for name, text in words.items() if name in origin)


if __name__ == "__main__":
    sys.exit(main())
