"""The tables of figures: what a bench prints and what docs/performance.md has, the same ones."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table as Printed

from dev.bench.figures import Bench, Figures

_CLUB = {
    "import of one tablet's evening, 10 sessions": "import",
    "ranking list": "ranking",
    "ranking list as of a date": "ranking_as_of",
    "one player's ledger over all evenings": "ledger",
    "one evening's standings, 30 sessions of duplicate": "standings",
    "the first page of all sessions": "list_page",
    "all sessions, as `club list` has them": "list",
    "the ranking anew from the first session on": "ranking_anew",
    "a seat of the first session corrected": "seat",
    "all made anew, `club rebuild`": "rebuild",
}
_PAGES = {
    "evening": "evening",
    "sessions, the last ones": "sessions",
    "a session": "session",
    "duplicate, the last evening": "duplicate",
    "events": "events",
    "knock-outs": "knockouts",
    "players": "players",
    "a player": "player",
    "house rules": "house_rules",
    "decisions": "decisions",
    "settings": "settings",
    "ranking, of the whole club": "ranking",
    "season, of the whole club": "season",
    "money, of the whole club": "money",
}
SIZES = (10_000, 100_000, 1_000_000)
_STEPS = {
    "home → setup": "home_to_setup",
    "setup → dealer": "setup_to_dealer",
    "dealer → compass": "dealer_to_compass",
    "compass → contract": "compass_to_contract",
    "contract, another bid": "contract_to_contract",
    "contract → result": "contract_to_result",
    "result, a trick fewer": "result_to_result",
    "result → saved, compass": "result_to_compass",
    "menu → score sheet": "menu_to_sheet",
    "score sheet → menu": "sheet_to_menu",
    "menu → compass": "menu_to_compass",
    "menu, another row": "menu_to_menu",
    "menu → PIN": "menu_to_pin",
    "PIN, a digit": "pin_to_pin",
    "PIN → director's menu, with 8,192 hashes": "pin_to_director",
    "director's menu → menu": "director_to_menu",
}
_RULES = ("rubber", "chicago", "duplicate", "pirate", "russian")


@dataclass(frozen=True)
class Table:
    """`rows`: words for a name by what stands in front of the row. `columns`: by heading the name
    of a figure with {0}, {1} in the place of the row's words, or `a / b`, where b is another
    figure or a number."""

    heading: str
    rows: dict[str, str]
    columns: dict[str, str]

    def head(self) -> list[str]:
        """The line above the rows."""
        return [self.heading, *self.columns]

    def cells(self, figures: Figures) -> Iterator[list[str]]:
        """The rows of which there is a figure."""
        for front, columns in self._filled():
            row = [cell(column, figures) for column in columns]
            if any(row):
                yield [front, *row]

    def names(self) -> Iterator[str]:
        """The figures that it shows, where they are there."""
        for _, columns in self._filled():
            for column in columns:
                yield from terms(column)

    def _filled(self) -> Iterator[tuple[str, list[str]]]:
        for front, words in self.rows.items():
            yield front, [column.format(*words.split()) for column in self.columns.values()]


def _growth(heading: str, kind: str) -> Table:
    each = {f"{size:,} deals": f"club.{kind}.{size}.{{0}}_ms" for size in SIZES}
    before = {"1,000,000 before": f"before.club.{kind}.1000000.{{0}}_ms"}
    growth = {"growth": f"club.{kind}.growth.{{0}}_ratio"}
    return Table(heading, _CLUB, {**each, **before, **growth})


def _pages(heading: str, kind: str, sizes: tuple[int, ...]) -> Table:
    return Table(
        heading, _PAGES, {f"{size:,} deals": f"pages.{kind}.{size}.{{0}}_ms" for size in sizes}
    )


TABLES = {
    "evening": Table(
        "an evening of rubber bridge",
        {
            "presses a deal": "deal presses",
            "presses a deal, exact over the frequencies": "deal exact_presses",
            "I2C bytes a key, mean": "key bytes",
            "I2C bytes of a key that changes a value, median": "value bytes",
            "I2C bytes of a key that changes the screen, most": "screen bytes",
            "flash bytes programmed a deal": "deal programmed_bytes",
            "flash blocks erased a deal": "deal erased_blocks",
            "record bytes a deal": "record bytes",
            "deals": "evening deals",
        },
        {
            "Scorepad": "tablet.simulated.{0}.{1}",
            "instead": "tablet.simulated.{0}.instead_{1}",
            "ratio": "tablet.simulated.{0}.ratio_{1}",
        },
    ),
    "event": Table(
        "27 boards of duplicate at a table",
        {
            "presses a deal, with all between two deals": "deal presses",
            "flash bytes programmed a deal": "deal programmed_bytes",
            "the event on flash, bytes: 18 pairs, 9 rounds": "usual bytes",
            "the longest, bytes: 20 pairs, 19 rounds": "longest bytes",
        },
        {
            "by an event": "tablet.event.{0}.{1}",
            "without one": "tablet.event.{0}.instead_{1}",
            "ratio": "tablet.event.{0}.ratio_{1}",
        },
    ),
    "heap": Table(
        "heap in use, bytes",
        {
            "home screen after the start": "home",
            "between two deals, after 30 deals": "deals",
            "the score sheet open": "sheet",
            "between two deals, a PC asking": "asked",
        },
        {
            "32-bit words": "tablet.unix32.{0}.heap_bytes",
            "64-bit words": "tablet.unix.{0}.heap_bytes",
        },
    ),
    "budgets": Table(
        "bytes",
        {
            "heap after boot, files": "files boot heap",
            "heap at most in the evening, files": "files evening heap",
            "the same with a PC asking": "files asked heap",
            "the same on an ESP32, by count": "files esp32 heap",
            "heap after boot, frozen": "frozen boot heap",
            "heap at most in the evening, frozen": "frozen evening heap",
            "the same with a PC asking, frozen": "frozen asked heap",
            "size of all `.mpy`": "files mpy size",
            "flash that all files take, in blocks of 4 KB": "files flash size",
            "C stack, files": "files stack stack",
            "C stack, frozen": "frozen stack stack",
        },
        {
            "before": "before.tablet.{0}.{1}.{2}_bytes",
            "used": "tablet.{0}.{1}.{2}_bytes",
            "at most": "tablet.{0}.{1}.{2}_budget_bytes",
            "ratio": "tablet.{0}.{1}.{2}_bytes / tablet.{0}.{1}.{2}_budget_bytes",
        },
    ),
    "screens": Table(
        "1,000 instructions",
        _STEPS,
        {
            "files before": "before.tablet.files.{0}.instructions / 1000",
            "files": "tablet.files.{0}.instructions / 1000",
            "frozen before": "before.tablet.frozen.{0}.instructions / 1000",
            "frozen": "tablet.frozen.{0}.instructions / 1000",
            "whole frame before": "before.tablet.frozen.{0}.instead_instructions / 1000",
            "whole frame": "tablet.frozen.{0}.instead_instructions / 1000",
            "bytes before": "before.tablet.frozen.{0}.bytes",
            "bytes": "tablet.frozen.{0}.bytes",
            "their ms": "tablet.frozen.{0}.bus_ms",
        },
    ),
    "chips": Table(
        "to the last byte of the picture",
        {"start": "boot", **_STEPS},
        {
            "Cortex-M3, files: 1,000 instructions": "tablet.files.{0}.instructions / 1000",
            "frozen: 1,000 instructions": "tablet.frozen.{0}.instructions / 1000",
            "RP2040, files: ms": "pico.files.{0}.ms",
            "our image: ms": "pico.frozen.{0}.ms",
        },
    ),
    "chips_heap": Table(
        "",
        {
            "heap after boot, bytes": "boot heap_bytes",
            "heap at most in the evening, bytes": "evening heap_bytes",
            "heap at most on all screens, bytes": "screens heap_bytes",
            "heap free at least, bytes": "screens free_bytes",
            "free in one piece at least, bytes": "screens piece_bytes",
            "C stack, bytes": "stack stack_bytes",
            "bytes programmed a deal": "deal programmed_bytes",
            "blocks erased a deal": "deal erased_blocks",
        },
        {
            "Cortex-M3, files": "tablet.files.{0}.{1}",
            "frozen": "tablet.frozen.{0}.{1}",
            "RP2040, files": "pico.files.{0}.{1}",
            "our image": "pico.frozen.{0}.{1}",
        },
    ),
    "flash": Table(
        "",
        {
            "flash reads a deal": "deal reads",
            "bytes programmed a deal": "deal programmed_bytes",
            "blocks erased a deal": "deal erased_blocks",
            "boot to first screen, instructions": "boot instructions",
            "boot to first screen, flash reads": "boot reads",
            "longest pause from a key to its picture, 200 deals, ms at 80 MHz": "pause ms",
            "instructions of a turn, awake": "awake instructions",
            "instructions of a turn, asleep": "asleep instructions",
            "instructions a second, asleep": "asleep instructions_a_second",
            "instructions of a duplicate score": "points instructions",
        },
        {
            "files before": "before.tablet.files.{0}.{1}",
            "files": "tablet.files.{0}.{1}",
            "frozen before": "before.tablet.frozen.{0}.{1}",
            "frozen": "tablet.frozen.{0}.{1}",
            "JSON file": "tablet.frozen.{0}.instead_{1}",
            "frozen to JSON": "tablet.frozen.{0}.ratio_{1}",
        },
    ),
    "requests": Table(
        "a tablet with ten sessions, installed as files",
        {
            "the link's code is loaded": "load",
            **{f"`{word}`, at most": word for word in ("who", "clock", "list", "read")},
            **{f"`{word}`, at most": word for word in ("total", "done")},
        },
        {
            "1,000 instructions": "tablet.files.request.{0}.instructions / 1000",
            "flash reads": "tablet.files.request.{0}.reads",
        },
    ),
    "fetching": Table(
        "seconds of an ESP32 at 80 MHz, by count",
        {"one tablet with ten sessions": "tablet", "twenty, one after another": "club"},
        {"`scorepad sync`": "tablet.files.sync.{0}_ms / 1000"},
    ),
    "cable": Table(
        "cable, a session",
        {
            "bytes, both ways": "session bytes",
            "bytes of records": "session record_bytes",
            "bytes for a byte of records": "record_byte bytes",
            "ms at 115200 baud": "session wire_ms",
        },
        {
            "`scorepad sync`": "cable.{0}.{1}",
            "`mpremote fs cp`": "cable.{0}.instead_{1}",
            "ratio": "cable.{0}.ratio_{1}",
        },
    ),
    "duplicate": Table(
        "duplicate scores a second on CPython",
        {"2,940 cells": "duplicate"},
        {
            "Scorepad": "score.{0}.calls_a_second",
            "endplay": "score.{0}.endplay_calls_a_second",
            "ratio": "score.{0}.ratio_endplay",
        },
    ),
    "table": Table(
        "scores of N-S a second on CPython",
        {"23,520 deals": "table"},
        {
            "from the table": "score.{0}.calls_a_second",
            "from the core": "score.{0}.core_calls_a_second",
            "ratio": "score.{0}.ratio_core",
        },
    ),
    "score": Table(
        "one deal on MicroPython, 64-bit words",
        {"duplicate score alone": "points", **{f"`{name}`": name for name in _RULES}},
        {
            "bytes allocated before": "before.score.micropython.{0}.bytes",
            "now": "score.micropython.{0}.bytes",
            "calls a second": "score.micropython.{0}.calls_a_second",
        },
    ),
    "start": Table(
        "from start to end",
        {
            "`python -c 'import argparse, json'`": "python",
            "`scorepad --help`": "help",
            "`scorepad rules`": "rules",
            "`scorepad score`": "score",
            "`scorepad club list`, 40 sessions": "club_list",
            "`scorepad club ranking`, 40 sessions": "club_ranking",
        },
        {"ms": "start.{0}.ms", "times Python alone": "start.{0}.ratio"},
    ),
    "web": Table(
        "an evening in the browser: 20 tables, 200 readers",
        {
            "a deal until it is on a page, ms, median": "update p50_ms",
            "ms, of 95 in 100": "update p95_ms",
            "ms, the longest": "update longest_ms",
            "of one core": "cpu ratio",
            "memory, bytes": "memory bytes",
            "memory at the end, times that after a quarter": "memory growth_ratio",
        },
        {"`scorepad serve`": "web.evening.{0}.{1}"},
    ),
    "phones": Table(
        "an evening on phones: 20 tables, one server",
        {
            "deals": "played deals",
            "deals a second": "played deals_a_second",
            "from saved to the director's page, ms, median": "update p50_ms",
            "ms, of 95 in 100": "update p95_ms",
            "ms, the longest": "update longest_ms",
            "the server, of one core": "cpu ratio",
            "its memory, bytes": "memory bytes",
        },
        {"`scorepad serve`": "web.phones.{0}.{1}"},
    ),
    "page_tablet": Table(
        "a tablet in a page, in Chromium",
        {
            "all of it over the wire, bytes": "wire bytes",
            "until the first picture, ms": "first_picture whole_ms",
            "the same, the page at a quarter of the speed": "first_picture slow_page_ms",
            "ms of one core for it, all of the browser": "first_picture cpu_ms",
            "from a key to its picture, ms, median": "key p50_ms",
            "ms, of 95 in 100": "key p95_ms",
            "writes to the disk a deal of four keys": "deal writes_calls",
            "bytes written a deal": "deal written_bytes",
            "heap in use in a deal, of 1 MB, bytes": "heap bytes",
        },
        {"`scorepad serve`": "web.tablet.{0}.{1}"},
    ),
    "pages_sqlite": _pages("pages, SQLite, milliseconds", "sqlite", (10_000, 1_000_000)),
    "pages_postgresql": _pages(
        "pages, PostgreSQL, milliseconds", "postgresql", (10_000, 1_000_000)
    ),
    "sqlite": _growth("SQLite, milliseconds", "sqlite"),
    "postgresql": _growth("PostgreSQL, milliseconds", "postgresql"),
}


def show(bench: Bench, *tables: str) -> None:
    """Prints some of them, without columns of which this bench knows nothing."""
    for table in map(TABLES.__getitem__, tables):
        columns = list(zip(table.head(), *table.cells(bench.figures), strict=True))
        filled = [column for column in columns if any(column[1:])]
        printed = Printed(*(head for head, *_ in filled))
        for column in printed.columns[1:]:
            column.justify = "right"
        for row in zip(*(cells for _, *cells in filled), strict=True):
            printed.add_row(*row)
        Console(width=120).print(printed)


def terms(column: str) -> list[str]:
    """The names of figures in a column."""
    return [term for term in column.split(" / ") if not term.isdigit()]


def cell(column: str, figures: Figures) -> str:
    """A figure, or one divided by another; nothing where there is none."""
    if any(term not in figures for term in terms(column)):
        return ""
    figure, *divisor = (int(t) if t.isdigit() else figures[t] for t in column.split(" / "))
    return number(figure / divisor[0] if divisor else figure)


def number(figure: float) -> str:
    """In whole ones from a hundred on, else with three digits."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"
