"""The content of a report for any output: a heading, notes, score sheets, tables, lines."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain
from typing import Any, NamedTuple, Self, TypeVar, cast

from scorepad.language import Text, pieces_of, say_in
from scorepad.wording import state

TEXT, WORD, NUMBER = "text", "word", "number"  # kinds of columns; only a text is ever broken
DO = "do"  # the kind of one that leads to what can be done with a row, for no paper

_SHORT = 16  # lines

Part = TypeVar("Part")


class Cell(Text):
    """A text that carries more than its words; `said`: the words."""

    said: str

    def __new__(cls, said: str) -> Self:
        made = str.__new__(cls, said)
        made.said = said
        return made

    def in_language(self, code: str) -> Self:
        """Return the cell translated into a language."""
        made = str.__new__(type(self), say_in(code, self.said))
        vars(made).update(vars(self))
        return made


class State(Cell):
    """A cell that says how a session stands, `name` in English; a terminal has colours for it."""

    name: str

    def __new__(cls, name: str) -> Self:
        made = super().__new__(cls, state(name))
        made.name = name
        return made


class Private(Cell):
    """A text for the director alone: doubts, penalties, decisions with author and reason.

    It is in no print, file or published page; members read `public` in its place, or nothing.
    """

    public: str
    pieces: tuple[object, ...]

    def __new__(cls, said: str, public: str = "") -> Self:
        made = super().__new__(cls, said)
        made.public = public
        return made

    def in_language(self, code: str) -> Self:
        """Return the text translated into a language."""
        made = super().in_language(code)
        made.public, made.pieces = say_in(code, self.public), pieces_of(say_in(code, self.said))
        return made


def _public(texts: Iterable[str]) -> list[str]:
    """Return what members read of each text; "" for nothing."""
    return [text.public if isinstance(text, Private) else text for text in texts]


class Link(Cell):
    """A text that names something with a page in a browser: `page` is its path.

    `called`: the name on pages, where a terminal has to distinguish it from others.
    """

    page: str
    called: str

    def __new__(cls, said: str, page: str, called: str = "") -> Self:
        made = super().__new__(cls, said)
        made.page, made.called = page, called or said
        return made

    @property
    def pieces(self) -> tuple[object, ...]:
        """Return the link itself, which is a piece of a sentence."""
        return (self,)

    def in_language(self, code: str) -> Self:
        """Return the link translated into a language."""
        made = super().in_language(code)
        made.called = say_in(code, self.called)
        return made


class Column(NamedTuple):
    """A column of a table."""

    head: str
    kind: str = TEXT


def layout(
    *heads: str, words: Collection[str] = (), numbers: Collection[str] = ()
) -> list[Column]:
    """Return columns by their heads: words, numbers, which are aligned, and texts."""
    kinds = dict.fromkeys(words, WORD) | dict.fromkeys(numbers, NUMBER)
    return [Column(head, kinds.get(head, TEXT)) for head in heads]


@dataclass(frozen=True)
class _SaidRows:
    """Rows in a language, translated each time they are read."""

    rows: Iterable[Sequence[str]]
    code: str

    def __iter__(self) -> Iterator[Sequence[str]]:
        return ([say_in(self.code, each) for each in row] for row in self.rows)


@dataclass(frozen=True)
class Table:
    """A table: a cell in each column of every row; `ruled`: indices of rows with a line below.

    `rows` are read several times; they need not be in memory, for there may be very many. `close`:
    whether a terminal needs its columns close together.
    """

    columns: Sequence[Column]
    rows: Iterable[Sequence[str]]
    ruled: Collection[int] = ()
    close: bool = False

    @property
    def heads(self) -> list[str]:
        return [column.head for column in self.columns]

    @property
    def public(self) -> "Table":
        """Return the table for members, without columns that are for the director."""
        kept = [at for at, head in enumerate(self.heads) if not isinstance(head, Private)]
        rows = [_public(row[at] for at in kept) for row in self.rows]
        return replace(self, columns=[self.columns[at] for at in kept], rows=rows)


@dataclass(frozen=True)
class PaperEntry:
    """Points in one column, their reason, and the number of the deal, 0 for none."""

    points: int
    reason: str
    number: int = 0

    @property
    def label(self) -> str:
        """The reason, as it is written next to the points."""
        return f"{self.reason} #{self.number}" if self.number else self.reason


PaperRow = tuple[PaperEntry | None, ...]  # one per account


@dataclass(frozen=True)
class PaperSheet:
    """The classic sheet, a column per account, from top to bottom.

    `above`: the rows above the line; `games`: per game the rows below, a line after each game.
    None of these is empty, so that two lines never coincide.
    """

    heads: Sequence[str]
    above: list[PaperRow]
    games: list[list[PaperRow]]
    totals: PaperRow

    def texts(self) -> Iterator[str]:
        """Yield every text on it except numbers."""
        yield from self.heads
        for row in (*self.above, *(row for game in self.games for row in game), self.totals):
            yield from (entry.label for entry in row if entry)


@dataclass(frozen=True)
class Curve:
    """A figure over time: days, counted as `date.toordinal` does, and its values.

    It is drawn where there are pictures; the table next to it has the same figures. `said`: its
    description; `ends`: the labels of the first day and the last.
    """

    title: str
    points: Sequence[tuple[int, int]]
    said: str = ""
    ends: Sequence[str] = ("", "")


@dataclass(frozen=True)
class Section:
    """A part of a report; any attribute may be empty.

    `lines`: the text below the table; `outcome`: who has won, which is set apart. `told`: only for
    the director.
    """

    title: str = ""
    sheet: PaperSheet | None = None
    table: Table | None = None
    lines: Sequence[str] = ()
    outcome: Sequence[str] = ()
    curve: Curve | None = None
    told: bool = False

    @property
    def public(self) -> "Section | None":
        """Return the section for members; None if all of it is for the director."""
        lines = [*filter(None, _public(self.lines))]
        table = self.table and self.table.public
        rest = lines or table or self.sheet or self.outcome or self.curve
        if self.told or (self.lines and not rest):
            return None
        return replace(self, lines=lines, table=table)

    @property
    def length(self) -> int:
        sheet, table = self.sheet, self.table
        written = len(sheet.above) + sum(map(len, sheet.games)) if sheet else 0
        return written + (sum(1 for _ in table.rows) if table else 0) + len(self.lines)

    @property
    def together(self) -> bool:
        """True if it is short enough to fit on one page after other sections."""
        return self.length <= _SHORT

    def texts(self) -> Iterator[str]:
        yield from (self.title, *self.lines, *self.outcome)
        if self.sheet:
            yield from self.sheet.texts()
        if self.table:
            yield from (*self.table.heads, *(cell for row in self.table.rows for cell in row))


@dataclass(frozen=True)
class Report:
    """A report: a heading and sections.

    `notes`: what to know before reading it; `seats`: seat and name, from North on, or empty.
    `kind`: the title of a page; the heading then is in its corner. `one_page`: whether it is
    shrunk to one page of paper; others stay readable from a step away. `headed`: whether screens
    show the heading, too, and not only paper.
    """

    heading: str
    sections: Sequence[Section]
    notes: Sequence[str] = ()
    kind: str = ""
    seats: Sequence[tuple[str, str]] = ()
    one_page: bool = False
    headed: bool = True

    @property
    def public(self) -> "Report":
        """Return the report for members."""
        sections = [public for section in self.sections if (public := section.public)]
        return replace(self, sections=sections, notes=[*filter(None, _public(self.notes))])

    @property
    def unheaded(self) -> "Report":
        """Return the report without its heading, if the command has already named it."""
        return replace(self, headed=False)

    def texts(self) -> Iterator[str]:
        yield from (self.heading, self.kind, *self.notes, *chain.from_iterable(self.seats))
        for section in self.sections:
            yield from section.texts()


def in_language(part: Part, code: str) -> Part:
    """Return a report, a part of one or a text, translated into a language."""
    return cast(Part, _say(part, code))


def _say(part: Any, code: str) -> Any:
    if isinstance(part, str):
        return say_in(code, part)
    if isinstance(part, Table):
        columns, rows = _say(list(part.columns), code), _SaidRows(part.rows, code)
        return replace(part, columns=columns, rows=list(rows) if type(part.rows) is list else rows)
    if isinstance(part, (list, tuple)):
        found = [_say(each, code) for each in part]
        return type(part)(*found) if hasattr(part, "_fields") else type(part)(found)
    if is_dataclass(part):
        said = {each.name: _say(getattr(part, each.name), code) for each in fields(part)}
        return replace(part, **said)  # type: ignore[type-var]
    return part
