"""The rows that follow from the records of sessions."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from firmware.session import Session
from scorepad.club.database.rows import Rows
from scorepad.club.derived.ranking import imps_won
from scorepad.club.derived.replay import Replay, rounds_of
from scorepad.club.derived.settling import settlements

# Who sat from North to West: of a session, whom its tablet has there.
People = Callable[[str, Sequence[int]], list[int]]
Found = list[dict[str, Any]]


def add(rows: Rows, replays: Iterable[Replay], people: People) -> None:
    """Adds sessions with their seats and settlements; a damaged one has none of these.

    One that is left out has nothing to settle, and moves no ranking.
    """
    sessions, seats, settled = Found(), Found(), Found()
    for replay in replays:
        seated = [] if replay.fault else _seats(replay, people)
        sessions.append(_session(replay, twice(seat["player"] for seat in seated)))
        seats += seated
        won = [] if replay.fault or replay.left_out else settlements(replay.session)
        settled += [
            {"session": replay.id, "seat": seat, "opponent": opponent, "points": points}
            for seat, opponent, points in won
        ]
    rows.insert("sessions", sessions)
    rows.insert("seats", seats)
    rows.insert("settlements", settled)


def twice(players: Iterable[int]) -> bool:
    """Whether somebody has two of these seats; guests may."""
    return any(number > 1 for player, number in Counter(players).items() if player)


def _session(replay: Replay, doubled: bool) -> dict[str, Any]:
    session, whole = replay.session, not replay.fault
    won = imps_won(session) if whole and not replay.left_out else None
    return {
        "id": replay.id,
        "tablet": replay.tablet,
        "number": replay.number,
        "table_number": session.table,
        "rules": session.rules,
        "state": replay.state,
        "records": replay.records,
        "crc": replay.crc,
        "started": session.started,
        "fault": replay.fault,
        "played": sum(deal >= 0 for deal in session.deals) if whole else 0,
        "totals": totals_text(session) if whole else "",
        "won": None if won is None else array("b", won).tobytes(),
        "twice": doubled,
        "event": rounds_of(session).event,
    }


def totals_text(session: Session) -> str:
    """The totals of its accounts, as `NS=300 EW=1620`."""
    sheet = session.sheet
    totals = zip(sheet.accounts, sheet.totals, strict=True)
    return " ".join([f"{account}={points}" for account, points in totals])


def _seats(replay: Replay, people: People) -> Found:
    entered = replay.session.players
    seated = zip(entered, people(replay.id, entered), strict=True)
    return [
        {"session": replay.id, "seat": seat, "entered": there, "player": player}
        for seat, (there, player) in enumerate(seated)
    ]
