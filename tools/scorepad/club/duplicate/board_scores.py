"""Adjusted scores of boards of an evening, put into the sessions of their pairs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from scorepad.club.decisions.decided import BoardScore
from scorepad.club.decisions.in_words import of_pairs_signed
from scorepad.club.decisions.kinds import ADJUST
from scorepad.club.duplicate.directed import Directed, directed_field
from scorepad.club.duplicate.field import Pair, results_in
from scorepad.club.records.store import ClubSession


def with_board_scores(sessions: Sequence[ClubSession], directed: Directed) -> list[ClubSession]:
    """The sessions of an evening or event, each with those of its deals.

    One of no deal is in every session of its two pairs.
    """
    rows = {of_pairs_signed(row): row for row in directed.rows if row.kind == ADJUST}
    if not rows:
        return list(sessions)
    field = directed_field(sessions, replace(directed, rows=list(rows.values()), leaving={}))
    playing = _sessions_of_pairs(sessions)
    found = defaultdict[str, list[BoardScore]](list)
    for result in (one for results in field.boards.values() for one in results):
        decided = [rows[mark] for mark in result.marks if mark in rows]
        if decided and result.adjusted:
            ns, ew = result.players
            score = BoardScore(decided[-1], result.number, (ns.name, ew.name), result.adjusted)
            of_pairs = set[str]().union(*(playing[pair] for pair in result.pairs))
            for session in {result.session} if result.session else of_pairs:
                found[session].append(score)
    return [replace(one, decided=replace(one.decided, boards=found[one.id])) for one in sessions]


def _sessions_of_pairs(sessions: Sequence[ClubSession]) -> dict[Pair, set[str]]:
    playing = defaultdict[Pair, set[str]](set)
    for result in results_in(sessions):
        for pair in result.pairs:
            playing[pair].add(result.session)
    return playing
