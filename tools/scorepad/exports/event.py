"""An event of duplicate for unions and clubs' sites: its pairs, and what is on each line.

The scores are those of the event; nothing is compared again.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from firmware.scoring.deal import EW, NS, SEATS, declarer, level, tricks
from firmware.scoring.duplicate import board_vulnerable
from scorepad import wording
from scorepad.club.decisions.scores import Artificial, one_deal
from scorepad.club.duplicate import adjusted, contract_scores
from scorepad.club.duplicate.comparison import Compared, Comparison
from scorepad.club.duplicate.doubts import not_counted
from scorepad.club.duplicate.evening import ScoredEvening
from scorepad.club.duplicate.field import Pair, pairs_of, turns_of
from scorepad.club.duplicate.hundredths import column, hundredths
from scorepad.exports import letters

Player = tuple[str, str]  # name, number in the federation
Entry = tuple[str, list[Player]]  # number of a pair, in the event or else in this list; players
Deal = tuple[str, str, str, int]  # contract, declarer, tricks, score of N-S


def find_omissions(evenings: Iterable[ScoredEvening]) -> Iterator[str]:
    """Yield what the file omits: results that do not count, and substitutes in a pair."""
    for evening in evenings:
        for doubt in not_counted(evening.field):
            board = f", board {doubt.board}" if doubt.board else ""
            yield f"session {doubt.session}{board}: " + doubt.what
        for place in (place for ranking in evening.rankings for place in ranking.places):
            if len(place.shares) > 1:
                yield f"pair {place.pair.name}: the file has only the first two players of a pair"


def find_pairs(evening: ScoredEvening) -> dict[Pair, Entry]:
    """Return the pairs that have a result, as they first sat down, each with its entry."""
    sessions, event = evening.gathering.sessions, evening.gathering.event
    results = (result for results in evening.field.boards.values() for result in results)
    there = dict.fromkeys(pair for result in results for pair in result.pairs)
    turns = [(session, turn) for session in sessions for turn in turns_of(session)]
    seated = (pair for session, turn in turns for pair in pairs_of(session, (), turn))
    ordered = dict.fromkeys([*(pair for pair in seated if pair in there), *there])
    known: dict[int, Player] = {}
    for club_session in sessions:
        ids = club_session.session.players
        said = zip(ids, club_session.called, club_session.numbers, strict=True)
        known |= {who: (name, number) for who, name, number in said}
        people = club_session.decided.people.items()
        known |= {who: (wording.player(name, who), number) for who, (name, number) in people}

    def players(pair: Pair) -> list[Player]:
        for entered in event.pairs[pair.number].entries.values() if event else ():
            return [(player.called, player.number) for player in entered]
        return [known.get(player, (wording.player(None, player), "")) for player in pair.players]

    numbered = enumerate(ordered, 1)
    return {pair: (str(pair.number or place), players(pair)) for place, pair in numbered}


def find_lines(comparison: Comparison) -> Mapping[int, list[Compared]]:
    """Return by board the lines on which a side has a score; no board without any."""
    return {
        board: found
        for board, lines in comparison.travellers.items()
        if (found := [line for line in lines if any(map(line.result.counts_for, (NS, EW)))])
    }


def points_of(line: Compared) -> list[str]:
    """Return the points of N-S and E-W; "" for a side without a score."""
    sides = enumerate(column(line.points))
    return [points if line.result.counts_for(side) else "" for side, points in sides]


def find_deal(line: Compared) -> Deal | None:
    """Return the deal played or assigned to both sides; None for other adjusted scores."""
    result = line.result
    deal = one_deal(result.adjusted) if result.adjusted else result.deal
    if deal is None:
        return None
    score = contract_scores.north_south(deal, board_vulnerable(result.board))
    by = SEATS[declarer(deal)] if level(deal) else ""
    return letters.contract(deal), by, str(tricks(deal)), score


def per_cent(line: Compared, side: int, comparison: Comparison) -> int:
    """Return the percentage of the top of a side, 0 without a score.

    An artificial score is its percentage; in IMPs the one that gives as many.
    """
    result, points = line.result, line.points[side]
    given = result.adjusted[side] if result.adjusted else None
    if not result.counts_for(side):
        return 0
    if isinstance(given, Artificial):
        return hundredths(given.percent / 100)
    if comparison.top:
        return hundredths(points / comparison.top)
    ten_per_cent = adjusted.in_imps(Artificial("60%"), max(line.others[side] - 1, 1))
    return min(max(hundredths(Fraction(1, 2) + points / ten_per_cent / 10), 0), 100)


def date_of(evening: ScoredEvening) -> str:
    """Return the date of the event or else the evening, as 17/01/2026; "" if no tablet knew it."""
    event, sessions = evening.gathering.event, evening.gathering.sessions
    evenings = [session.evening for session in sessions if session.evening]
    date = event.date if event else min(evenings, default=None)
    return f"{date:%d/%m/%Y}" if date else ""
