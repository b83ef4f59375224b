"""All that was decided in the club, of whatever kind, in the order in which it was decided."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorepad import wording
from scorepad.club import house
from scorepad.club.database import schema
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Decision, DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.finding import names_of, session_meant
from scorepad.club.decisions.in_words import note, what
from scorepad.club.decisions.standing import TABLES, name_of, undone
from scorepad.club.derived.replay import kept, replay
from scorepad.club.log import Names, find_undoings, load_family, load_subject, refuse_undo
from scorepad.club.money.stakes import shown
from scorepad.club.settings.current import mask_pin
from scorepad.club.undoing import refusal
from scorepad.language import joined, marked, text, text_as


@dataclass(frozen=True)
class ListedDecision:
    """A decision as it is shown. `name`: what `undo` takes; `author`: "" where none was kept.

    `session`: "" if it is about none. `undone`: by which decision, "" if it stands; `undoable`:
    whether it can be. `note`: what somebody should know of it.
    """

    name: str
    made: datetime
    author: str
    session: str
    what: str
    reason: str
    undone: str
    undoable: bool
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
            refusal(rows, row, gone) is None,
            notes.get(name_of(row), ""),
        )
        for kind in TABLES
        for row in rows.scalars(select(kind).order_by(kind.id))
        if session in (None, _session(row)) and said.of(row)
    ]
    logged = _list_logged(rows, session)
    return sorted([*found, *logged], key=lambda one: one.made)


def _list_logged(rows: Rows, session: str | None) -> list[ListedDecision]:
    """Return the decisions in the log, of all subjects or of one session."""
    names, found = Names(rows), list[ListedDecision]()
    for subject, entries in load_family(rows).items():
        kind, _, which = subject.partition(":")
        here = which if kind == "session" else ""
        if session not in (None, here):
            continue
        state, undoings = load_subject(rows, subject), find_undoings(entries)
        about = "" if here else names.subject(subject)
        for entry in entries:
            said = joined(filter(None, (about, entry.decision.describe(names))), ": ")
            undoing = undoings.get(entry.number)
            found.append(
                ListedDecision(
                    str(entry.number),
                    entry.made,
                    entry.author,
                    here,
                    said,
                    entry.reason,
                    str(undoing.number) if undoing else "",
                    refuse_undo(entry, entries) is None,
                    state.note(entry.number),
                )
            )
    return found


def _session(row: Decision) -> str:
    return str(getattr(row, "session", ""))


def _notes(rows: Rows, session: str | None) -> dict[str, str]:
    """What has become of those about sessions, by their names."""
    corrections = Corrections(rows, session)
    return {
        name_of(effect.row): note(effect)
        for name in corrections.sessions
        for effect in corrections.effects(replay(name, kept(rows, name)))
    }


class _InWords:
    def __init__(self, rows: Rows):
        self._players = names_of(rows)
        drawn = rows.scalars(select(schema.CompetitionRow))
        self._competitions = {one.id: wording.visible(one.name) for one in drawn}
        self._kinds: dict[type[Decision], Callable[..., str]] = {
            DecisionRow: self._decision,
            schema.MergeRow: self._merge,
            schema.ReseatingRow: lambda row: joined(
                (wording.seat(row.seat), self._player(row.player)), ": "
            ),
            schema.StakeRow: _stake,
            schema.HouseRulesRow: _rules,
            schema.CompetitionRow: lambda row: text(
                "{name} drawn by lot {lot}", name=wording.visible(row.name), lot=row.seed
            ),
            schema.MatchResultRow: self._result,
            schema.RulingRow: lambda row: (
                f"{self._competitions[row.competition]}: "
                + text(_RULINGS.get(row.kind, row.kind), number=row.result)
            ),
            schema.ReplacementRow: _replacement,
            schema.SettingRow: _setting,
        }

    def of(self, row: Decision) -> str:
        """In less than a sentence; "" for what comes with another decision."""
        return self._kinds[type(row)](row)

    def _player(self, player: int) -> str:
        return wording.player(self._players.get(player), player)

    def _decision(self, row: DecisionRow) -> str:
        if row.kind == kinds.UNDO:
            return text("{name} does not count", name=row.said)
        return what(row)

    def _merge(self, row: schema.MergeRow) -> str:
        who = self._player(row.player)
        if not row.same_as:
            return text("{player} is a person of its own", player=who)
        return text("{player} is {other}", player=who, other=self._player(row.same_as))

    def _result(self, row: schema.MatchResultRow) -> str:
        about = {"name": self._competitions[row.competition], "number": row.round}
        if row.opponent is None:
            return text("{name}, round {number}: a pair withdrew", **about)
        points = {"points": row.points, "others": row.opponent_points}
        return text("{name}, round {number}: {points} to {others}", **about, **points)


def _stake(row: schema.StakeRow) -> str:
    said = text("{amount} per 100 points", amount=shown(row.per_100))
    if row.session or not row.evening:
        return said
    return joined((said, text("evening of {evening}", evening=wording.dated(row.evening))))


def _rules(row: schema.HouseRulesRow) -> str:
    rules = joined(filter(None, (text(row.rules), house.spoken(house.kept(row.options)))), " ")
    return joined((wording.visible(row.name), rules or text("removed")), ": ")


def _setting(row: schema.SettingRow) -> str:
    value = mask_pin(row.setting, wording.visible(row.value))
    return joined(filter(None, (text_as("setting", row.setting), value)), ": ")


def _replacement(row: schema.ReplacementRow) -> str:
    if row.allowed:
        return text("the damaged copy may be replaced")
    return text("the damaged copy may not be replaced")


_RULINGS = {
    "match": marked("the session is a match of it"),
    "friendly": marked("the session is no match of it"),
    "open": marked("what the session is, is open again"),
    "undo": marked("result-{number} does not count"),
    "drop": marked("dropped"),
}
