"""Sessions as JSON: everything that the club has of them."""

from typing import Any

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions.corrections import Effect
from scorepad.club.decisions.decided import BoardScore
from scorepad.club.decisions.in_words import note, what
from scorepad.club.decisions.standing import name_of
from scorepad.club.log import Entry
from scorepad.club.records.store import ClubSession
from scorepad.exports.scored import as_dict
from scorepad.json_text import json_text


def as_export(club_session: ClubSession) -> dict[str, Any]:
    """Where and when a session was played and by whom, and all of `report.as_dict`."""
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
            *(_decision(one) for one in club_session.decided.effects),
            *(_of_board(one) for one in club_session.decided.boards),
        ],
    }


def _decision(effect: Effect) -> dict[str, Any]:
    row = effect.row
    deals = [row.deal, row.last] if row.deal else None
    return _row(row, deals, what(row), note(effect))


def _of_board(score: BoardScore) -> dict[str, Any]:
    deals = [score.deal, score.deal] if score.deal else None
    return _row(score.decision, deals, score.said)


def _row(
    row: DecisionRow | Entry, deals: list[int] | None, said: str, noted: str = ""
) -> dict[str, Any]:
    return {
        "name": name_of(row),
        "made": row.made,
        "author": row.author or None,
        "deals": deals,
        "what": said,
        "reason": row.reason or None,
        "note": noted or None,
    }


def as_json(sessions: list[ClubSession]) -> str:
    """A list of exports, also of one session."""
    return json_text(list(map(as_export, sessions))) + "\n"
