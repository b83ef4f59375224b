"""Which sessions the club has: one question to any database, whoever has opened it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any

from scorepad.club.evenings import END, FIRST, Evenings

Values = dict[str, Any]
Ask = Callable[[str, Values], Sequence[Sequence[Any]]]  # the rows of an SQL statement

_PAGE = 1000  # sessions
_ORDER = ("started", "tablet", "number")  # as they began
_IN_ORDER = ", ".join(_ORDER)

_COLUMNS = (
    "id, tablet, number, table_number, rules, state, records, crc, started, fault, played, totals"
)
# One `or` would lead past the index.
_UNDATED = (
    "id IN (SELECT id FROM sessions WHERE started < :first"
    " UNION ALL SELECT id FROM sessions WHERE started >= :beyond)"
)


@dataclass(frozen=True)
class Asked:
    """A selection of sessions; None: all. `evening`: a date, or "" for those without one.

    `evenings`: when those of the club end.

    `player`: the id of a person; `limit`: only so many, those that began last.
    """

    evening: date | str | None = None
    player: int | None = None
    rules: str | None = None
    limit: int | None = None
    evenings: Evenings = field(default_factory=Evenings)


@dataclass(frozen=True)
class ListedSession:
    """A session, as the table `sessions` has it; `played`: deals; `totals`: points by account."""

    id: str
    tablet: str
    number: int
    table_number: int
    rules: str
    state: str
    records: int
    crc: int
    started: int
    fault: str
    played: int
    totals: dict[str, int]


@dataclass(frozen=True)
class Listing:
    """The sessions that are meant, as they began, asked for anew each time that they are read.

    A page at a time: there may be more than fit into the memory, and meanwhile others may write.
    """

    ask: Ask
    asked: Asked

    def __iter__(self) -> Iterator[ListedSession]:
        return islice(self._sessions(), self.asked.limit)

    def _sessions(self) -> Iterator[ListedSession]:
        from_here, after = self._first(), ">="
        while page := self._page(from_here, after):
            yield from page
            if len(page) < _PAGE:
                return
            from_here, after = {name: vars(page[-1])[name] for name in _ORDER}, ">"

    def _page(self, place: Values, after: str) -> list[ListedSession]:
        parts, values = _build_condition(self.asked)
        parts.append(f"({_IN_ORDER}) {after} (:started, :tablet, :number)")
        wanted = f"{_COLUMNS} {_from(parts)} ORDER BY {_IN_ORDER} LIMIT {_PAGE}"
        found = self.ask(f"SELECT {wanted}", {**values, **place})
        return [ListedSession(*[*row[:-1], points_of(row[-1])]) for row in found]

    def _first(self) -> Values:
        """The place of the first one; of those that began last, if only so many are meant."""
        parts, values = _build_condition(self.asked)
        if self.asked.limit is not None:
            last = ", ".join(f"{name} DESC" for name in _ORDER)
            wanted = f"{_IN_ORDER} {_from(parts)} ORDER BY {last} LIMIT 1 OFFSET :before"
            for place in self.ask(f"SELECT {wanted}", {**values, "before": self.asked.limit - 1}):
                return dict(zip(_ORDER, place, strict=True))
        return {"started": 0, "tablet": "", "number": 0}


def points_of(totals: str) -> dict[str, int]:
    """Return points by account from totals such as `NS=300 EW=1620`."""
    pairs = (pair.split("=") for pair in totals.split())
    return {account: int(points) for account, points in pairs}


def began_in(evening: date | None, evenings: Evenings) -> tuple[str, Values]:
    """Return what holds, in SQL, for sessions of an evening, None: in none; and its values."""
    if evening is None:
        return _UNDATED, {"first": FIRST, "beyond": END}
    first, beyond = evenings.span(evening)
    return "started >= :first AND started < :beyond", {"first": first, "beyond": beyond}


def _from(parts: list[str]) -> str:
    return "FROM sessions" + (f" WHERE {' AND '.join(parts)}" if parts else "")


def _build_condition(asked: Asked) -> tuple[list[str], Values]:
    parts, values = list[str](), Values()
    if asked.evening is not None:
        dated = asked.evening if isinstance(asked.evening, date) else None
        began, values = began_in(dated, asked.evenings)
        parts.append(began)
    if asked.rules is not None:
        parts.append("rules = :rules")
        values["rules"] = asked.rules
    if asked.player is not None:
        parts.append(
            "id IN (SELECT session FROM seats WHERE player = :player"
            " UNION ALL SELECT session FROM round_seats WHERE player = :player)"
        )
        values["player"] = asked.player
    return parts, values
