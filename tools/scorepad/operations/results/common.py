"""Parameters of operations about what was played."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption
from scorepad.club.evenings import NONE, day
from scorepad.errors import UserError
from scorepad.language import text, text_as
from scorepad.operation import CHOICE, Param, Rows, Suggestion
from scorepad.operations.common import SUGGESTED

# Of each day by the clock of the world when the first and the last session began. From each day
# the index leads to the one before: what is read is as many as are asked for.
_DAYS = """\
WITH RECURSIVE days (latest, place) AS (
    SELECT max(started), 1 FROM sessions
    UNION ALL
    SELECT (SELECT max(started) FROM sessions WHERE started < latest / 1440 * 1440), place + 1
    FROM days WHERE latest IS NOT NULL AND place < :most
)
SELECT (SELECT min(started) FROM sessions WHERE started >= latest / 1440 * 1440), latest
FROM days WHERE latest IS NOT NULL ORDER BY place
"""


def suggest_sessions(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the newest sessions, each with its table and when it began."""
    from scorepad import wording
    from scorepad.club.records.session_list import Asked, Listing

    newest = Listing(_asking(rows), Asked(limit=SUGGESTED))
    for session in reversed(list(newest)):
        about = {"number": session.table_number, "when": wording.when(session.started)}
        yield session.id, text("table {number}, {when}", **about)


def suggest_evenings(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield those on which something was played, the newest first; at last what has no date."""
    from scorepad import wording

    spans = _asking(rows)(_DAYS, {"most": SUGGESTED})  # of no day are there three evenings
    found = dict.fromkeys(rows.evenings.of(each) for span in spans for each in reversed(span))
    yield from ((str(evening), wording.day(evening)) for evening in found if evening)
    if None in found:
        yield NONE, text_as("evening", "none")


def _asking(rows: Rows) -> Any:
    return lambda asked, values: rows.all(asked, **values)


def _read_evening_or_none(given: str) -> str:
    return NONE if given == NONE else str(day(given))


def _read_rules(given: str) -> str:
    try:
        return rule_set(given).name
    except BadOption as wrong:
        raise UserError(str(wrong)) from None


def date_of(evening: str) -> date | None:
    """Return the date of an evening that was given, None if the sessions have none."""
    return None if evening == NONE else date.fromisoformat(evening)


SESSION = Param(
    "Session", "its id, or how it begins", "02005c0e9ad0-7", hint="", suggests=suggest_sessions
)
Session = Annotated[str, SESSION]
EVENING = Param(
    "Evening",
    "its date, as 2026-11-20, or none",
    "2026-11-20",
    hint="",
    read=_read_evening_or_none,
    suggests=suggest_evenings,
    control=CHOICE,
    metavar="DATE",
)
Evening = Annotated[str, EVENING]
RuleSet = Annotated[
    str,
    Param(
        "Rules",
        "of this rule set",
        read=_read_rules,
        choices={name: name for name in NAMES},
        metavar="RULES",
    ),
]
Without = Annotated[
    tuple[str, ...],
    Param(
        "Left out",
        "leave this one out, for once; may be said again",
        hint="Sessions that do not count, this time only; nothing is changed.",
        suggests=suggest_sessions,
        metavar="SESSION",
    ),
]
