"""An evening of duplicate for programs. Points are in hundredths: JSON has no exact fractions."""

from dataclasses import asdict
from typing import Any

from firmware.scoring.deal import EW, NS, SEATS, SIDES, declarer, level, tricks
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from firmware.scoring.notation import to_text
from scorepad.club.decisions.scores import score_text
from scorepad.club.duplicate.comparison import MATCHPOINTS, Compared
from scorepad.club.duplicate.evening import ScoredEvening
from scorepad.club.duplicate.field import NOT_PLAYED, Pair
from scorepad.club.duplicate.hundredths import hundredths
from scorepad.club.duplicate.ranking import ALL, Place


def for_programs(evenings: list[ScoredEvening]) -> dict[str, Any]:
    """Return an evening, or the sections of an event, as docs/duplicate.md describes."""
    listed = [_for_programs(evening) for evening in evenings]
    return listed[0] if len(listed) == 1 else {"sections": listed}


def _for_programs(evening: ScoredEvening) -> dict[str, Any]:
    gathering, comparison, event = evening.gathering, evening.comparison, evening.gathering.event
    section = gathering.section or None
    return {
        "evening": str(gathering.evening) if gathering.evening else None,
        "event": event and {"id": event.id, "name": event.name, "section": section},
        "scoring": comparison.scoring,
        "winners": len(evening.rankings) or None,
        "sessions": [
            {"id": played.id, "table": played.session.table, "state": played.state}
            for played in gathering.sessions
        ],
        "left_out": gathering.damaged,
        "undated": gathering.undated,
        "ranking": [
            _place(place, ranking.side, comparison.scoring)
            for ranking in evening.rankings
            for place in ranking.places
        ],
        "travellers": [_traveller(board, lines) for board, lines in comparison.travellers.items()],
        "decisions": evening.decided,
        "doubts": [asdict(doubt) for doubt in evening.doubts],
    }


def _place(place: Place, side: int, scoring: str) -> dict[str, Any]:
    mark = "percentage" if scoring == MATCHPOINTS else "average"
    return {
        "side": None if side == ALL else SIDES[side],
        "rank": place.rank,
        "tied": place.tied,
        **_pair(place.pair),
        "boards": place.boards,
        "given_hundredths": hundredths(place.given),
        "total_hundredths": hundredths(place.total),
        f"{mark}_hundredths": hundredths(place.mark),
    }


def _pair(pair: Pair) -> dict[str, Any]:
    number = {"number": pair.number} if pair.number else {}
    return {"pair": pair.name, **number, "players": list(pair.players)}


def _traveller(board: int, lines: list[Compared]) -> dict[str, Any]:
    sides = board_vulnerable(board)
    return {
        "board": board,
        "dealer": SEATS[board_dealer(board)],
        "vulnerable": [name for side, name in enumerate(SIDES) if sides >> side & 1],
        "results": [_line(line) for line in lines],
    }


def _line(line: Compared) -> dict[str, Any]:
    result = line.result
    there = result.deal != NOT_PLAYED
    played = there and level(result.deal) > 0
    points = [
        hundredths(points) if result.counts_for(side) else None
        for side, points in enumerate(line.points)
    ]
    return {
        "session": result.session or None,
        "table": result.table or None,
        **({"round": result.round} if result.round else {}),
        **({"form": result.form} if result.form else {}),
        "pairs": _by_side(*(_pair(pair) for pair in result.players)),
        "deal": to_text(result.deal) if there else None,
        "declarer": SEATS[declarer(result.deal)] if played else None,
        "tricks": tricks(result.deal) if played else None,
        "score": _by_side(result.score, -result.score) if there else None,
        "adjusted": _by_side(*map(score_text, result.adjusted)) if result.adjusted else None,
        "decisions": list(result.marks),
        "points_hundredths": _by_side(*points),
    }


def _by_side(ns: Any, ew: Any) -> dict[str, Any]:
    return {SIDES[NS]: ns, SIDES[EW]: ew}
