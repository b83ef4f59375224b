"""Parameters and outcomes of operations with tablets at a cable."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from scorepad.language import Text, joined, text, text_counted
from scorepad.operation import CABLE, Param
from scorepad.operations.common import Lines

if TYPE_CHECKING:
    from scorepad.tablet.sync import Summary

# As build.PANELS, which takes long to load.
PanelName = Literal["sh1106", "ssd1306", "ssd1309"]
Port = Annotated[
    str,
    Param(
        "Port",
        "serial port of the board",
        "/dev/ttyUSB0",
        control=CABLE,
        hint="Where it is plugged in.",
    ),
]
Table = Annotated[
    int,
    Param(
        "Table",
        "the number of its table, which the tablet gets",
        low=1,
        high=99,
        hint="1 to 99: the number that stands on the table.",
        metavar="N",
    ),
]

ENDED = text("ended by Ctrl-C; what is not fetched yet comes with the next sync")
_COUNTED = ("new", "extended", "known", "open")
_EVENT = {  # as tablet/event.py has them
    "sent": text("event: sent"),
    "had": text("event: has it already"),
    "asks": text("event: asks whether to take over the table"),
    "no-table": text("event: has no such table"),
    "taken-away": text("event: none any more"),
    "over": text("event: is over there"),
}


class Synced(Lines):
    """The lines of a sync."""

    schema: ClassVar[str] = "sync"


def synced(tablets: "Sequence[Summary]", status: int | None = None) -> Synced:
    """Return the outcome of a sync: a line for each tablet, and one for them all.

    notes: what was refused, what is wrong with what was taken, and other trouble
    """
    lines = [line_of(summary) for summary in tablets if summary.tablet]
    known = {"tablets": list(tablets), "all": _counts(tablets)}
    said = ((*summary.refused, *summary.notes, summary.trouble) for summary in tablets)
    notes = [line for each in said for line in each if line]
    ended = status_of(tablets) if status is None else status
    return Synced([*lines, in_all(tablets)] if lines else [], known, notes, ended)


def status_of(tablets: "Sequence[Summary]") -> int:
    """Return 2 if a port could not be used, 1 if something was refused, else 0."""
    if any(summary.trouble for summary in tablets):
        return 2
    return 1 if any(summary.refused for summary in tablets) else 0


def in_all(tablets: "Sequence[Summary]") -> Text:
    """Return the line for all tablets."""
    return text("In all: {counts}", counts=_format_counts(_counts(tablets)))


def sessions_at(port: str, total: int) -> Text:
    """Return what is said when a sync begins, where no bar is shown."""
    return text_counted(
        total,
        "{port}: a tablet with {number} session",
        "{port}: a tablet with {number} sessions",
        port=port,
    )


def line_of(summary: "Summary") -> Text:
    """Return what a sync has done with a tablet."""
    about = {"port": summary.port, "tablet": summary.tablet, "table": summary.table}
    did = joined([_format_counts(_counts([summary])), *_describe_sent(summary)], "; ")
    return text("{port}: tablet {tablet}, table {table}: {did}", **about, did=did)


def _describe_sent(summary: "Summary") -> Iterator[Text]:
    if summary.players is not None:
        yield text_counted(summary.players, "roster: {number} player", "roster: {number} players")
    if summary.house_rules is not None:
        yield text("house rules: {number}", number=summary.house_rules)
    if summary.event is not None:
        yield _EVENT[summary.event]
    if summary.low:
        yield text("charge me: {charge} %", charge=summary.charge)


def _counts(tablets: "Sequence[Summary]") -> dict[str, int]:
    counts = {name: sum(getattr(summary, name) for summary in tablets) for name in _COUNTED}
    return {**counts, "refused": sum(len(summary.refused) for summary in tablets)}


def _format_counts(counts: Mapping[str, int]) -> Text:
    return text(
        "{new} new, {extended} extended, {known} already known, {open} still open, "
        "{refused} refused",
        **counts,
    )
