"""Sessions as JSON: everything that the club has of them."""

from collections.abc import Iterator
from typing import Any

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.club.history import SessionHistory
from scorepad.club.log import Entry
from scorepad.club.records.store import ClubSession
from scorepad.club.sessions.decided import BoardScore
from scorepad.exports.scored import as_dict
from scorepad.json_text import json_text


def as_export(club_session: ClubSession) -> dict[str, Any]:
    """Return a session with its place, time and players, and all of `scored.as_dict`."""
    score = as_dict(club_session.session)
    return {
        "id": club_session.id,
        "tablet": club_session.tablet,
        "table": club_session.session.table,
        "rules": score.pop("rules"),
        "options": score.pop("options"),
        "players": [
            {"seat": seat, "name": name}
            for seat, name in zip(SEATS, club_session.players, strict=True)
        ],
        "state": club_session.state,
        "started": wording.timestamp(club_session.session.started),
        **score,
        "decisions": [
            *_decisions(club_session.decided.history),
            *(_of_board(score) for score in club_session.decided.boards),
        ],
    }


def _decisions(history: SessionHistory) -> Iterator[dict[str, Any]]:
    for entry, decision in history.decided:
        deals = [*decision.span] if decision.span[0] else None
        yield _describe(entry, deals, decision.describe(), history.note(entry.number))


def _of_board(score: BoardScore) -> dict[str, Any]:
    deals = [score.deal, score.deal] if score.deal else None
    return _describe(score.decision, deals, score.said)


def _describe(entry: Entry, deals: list[int] | None, said: str, note: str = "") -> dict[str, Any]:
    return {
        "number": entry.number,
        "made": entry.made,
        "author": entry.author or None,
        "deals": deals,
        "what": said,
        "reason": entry.reason or None,
        "note": note or None,
    }


def as_json(sessions: list[ClubSession]) -> str:
    """Return a list of exports, also for a single session."""
    return json_text(list(map(as_export, sessions))) + "\n"
