"""All that was decided in the club, of whatever kind, in the order in which it was decided."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.club.database.schema import (
    CompetitionRow,
    Decision,
    DecisionRow,
    HouseRulesRow,
    MatchResultRow,
    MergeRow,
    PlayerRow,
    ReplacementRow,
    ReseatingRow,
    RulingRow,
    StakeRow,
)
from scorepad.club.decisions import kinds
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.in_words import note, what
from scorepad.club.decisions.standing import TABLES, name_of, undone
from scorepad.club.derived.replay import replay
from scorepad.club.derived.rows import raw_of
from scorepad.club.money.stakes import shown


@dataclass(frozen=True)
class ListedDecision:
    """A decision as it is shown. `name`: what `undo` takes; `author`: "" where none was kept.

    `session`: "" if it is about none. `undone`: by which decision, "" if it stands. `note`: what
    somebody should know of it.
    """

    name: str
    made: datetime
    author: str
    session: str
    what: str
    reason: str
    undone: str
    note: str


def listed(rows: Rows, given: str | None = None) -> list[ListedDecision]:
    """All of the club, or those about the session that is meant; the newest last.

    Raises UserError for a session that there is not.
    """
    session = None if given is None else session_meant(rows, given)
    said, gone, notes = _InWords(rows), undone(rows), _notes(rows, session)
    found = [
        ListedDecision(
            name_of(row),
            row.made,
            str(getattr(row, "author", "")),
            _session(row),
            said.of(row),
            str(getattr(row, "reason", "")),
            name_of(gone[name_of(row)]) if name_of(row) in gone else "",
            notes.get(name_of(row), ""),
        )
        for row in _every(rows)
        if session in (None, _session(row))
    ]
    return sorted(found, key=lambda one: one.made)


def _every(rows: Rows) -> Iterator[Decision]:
    for kind in TABLES:
        yield from rows.scalars(select(kind).order_by(kind.id))


def _session(row: Decision) -> str:
    return str(getattr(row, "session", ""))


def _notes(rows: Rows, session: str | None) -> dict[str, str]:
    """What has become of those about sessions, by their names."""
    corrections = Corrections(rows, session)
    return {
        name_of(effect.row): note(effect)
        for name in corrections.sessions
        for effect in corrections.effects(replay(name, raw_of(rows, name)))
    }


class _InWords:
    """What each kind of decision is to people."""

    def __init__(self, rows: Rows):
        self._players = {player.id: player.name for player in rows.scalars(select(PlayerRow))}
        drawn = rows.scalars(select(CompetitionRow))
        self._competitions = {one.id: wording.visible(one.name) for one in drawn}
        self._kinds: dict[type[Decision], Callable[..., str]] = {
            DecisionRow: self._decision,
            MergeRow: self._merge,
            ReseatingRow: lambda row: f"{SEATS[row.seat]}: {self._player(row.player)}",
            StakeRow: lambda row: f"{shown(row.per_100)} per 100 points{_where(row)}",
            HouseRulesRow: self._rules,
            CompetitionRow: lambda row: f"{wording.visible(row.name)} drawn by lot {row.seed}",
            MatchResultRow: self._result,
            RulingRow: lambda row: f"{self._competitions[row.competition]}: {_ruling(row)}",
            ReplacementRow: lambda row: (
                f"the damaged copy may {'' if row.allowed else 'not '}be replaced"
            ),
        }

    def of(self, row: Decision) -> str:
        """In less than a sentence."""
        return self._kinds[type(row)](row)

    def _player(self, player: int) -> str:
        return wording.player(self._players.get(player), player)

    def _decision(self, row: DecisionRow) -> str:
        if row.kind == kinds.UNDO:
            return f"{row.said} does not count"
        return what(row) if row.session else in_an_evening(row)

    def _merge(self, row: MergeRow) -> str:
        if not row.same_as:
            return f"{self._player(row.player)} is a person of its own"
        return f"{self._player(row.player)} is {self._player(row.same_as)}"

    def _rules(self, row: HouseRulesRow) -> str:
        rules = " ".join([row.rules, row.options]).strip() or "removed"
        return f"{wording.visible(row.name)}: {rules}"

    def _result(self, row: MatchResultRow) -> str:
        where = f"{self._competitions[row.competition]}, round {row.round}"
        if row.opponent is None:
            return f"{where}: a pair withdrew"
        return f"{where}: {row.points} to {row.opponent_points}"


def in_an_evening(row: DecisionRow) -> str:
    """A decision about a board or a pair."""
    where = f"event {row.event}" if row.event else f"evening of {row.evening}"
    board = f", board {row.board}" if row.board else ""
    return wording.visible(f"{where}{board}, {row.was}: {row.kind} {row.said}".rstrip())


def _where(row: StakeRow) -> str:
    if row.session:
        return ""
    return f" in the evening of {row.evening}" if row.evening else ""


def _ruling(row: RulingRow) -> str:
    said = {
        "match": "the session is a match of it",
        "friendly": "the session is no match of it",
        "open": "what the session is, is open again",
        "undo": f"result-{row.result} does not count",
        "drop": "dropped",
    }
    return said.get(row.kind, row.kind)
