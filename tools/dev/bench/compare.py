"""Two files of figures beside each other: name, before, after, ratio.

python -m dev.bench.compare docs/figures.json build/bench.json
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from dev.bench.figures import Figures, read
from dev.bench.tables import number
from scorepad.errors import UserError


def main() -> int:
    """Exit status 2 where one of the files cannot be read."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        before, after = (read(Path(name)).figures for name in sys.argv[1:])
    except UserError as error:
        print(f"bench_compare: {error}", file=sys.stderr)
        return 2
    for line in compare_figures(before, after):
        print(line)
    return 0


def compare_figures(before: Figures, after: Figures) -> Iterator[str]:
    """Yield a line for each figure that differs or is missing, then how many are equal."""
    names = sorted({*before, *after})
    width = max(map(len, names), default=0)
    different = [name for name in names if before.get(name) != after.get(name)]
    for name in different:
        old, new = before.get(name), after.get(name)
        ratio = f"{new / old:.2f}" if old and new is not None else ""
        yield f"{name:{width}} {_figure_text(old):>14} {_figure_text(new):>14} {ratio:>8}".rstrip()
    yield f"{len(names) - len(different)} figures are equal"


def _figure_text(figure: float | None) -> str:
    return "-" if figure is None else number(figure)


if __name__ == "__main__":
    sys.exit(main())
