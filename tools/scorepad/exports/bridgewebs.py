"""A file of results for BridgeWebs, as the site's guide describes its CSV format, version std1.

Of duplicate it has a list of pairs, or one a direction, and travellers; of what is in points, what
each player won. The first line tells the separator: comma, semicolon or tab, the first that is in
no cell, for nothing is said of quoting. The columns of travellers, and 60% for a score, are those
of Knave Bridge Scorer. ImportUsebio wants `#BoardFormat` too, which we do not understand.
"""

from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version

from firmware.scoring.deal import EW, NS, SEATS, SIDES
from scorepad.club.duplicate.comparison import CROSS_IMPS, MATCHPOINTS, Compared, Comparison
from scorepad.club.duplicate.evening import ScoredEvening
from scorepad.club.duplicate.hundredths import format_hundredths
from scorepad.club.duplicate.ranking import rank_all
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.errors import UserError
from scorepad.exports import event as of_event
from scorepad.rule_sets import Rules, has_boards, in_points

_LINE = ("NS", "EW", "NSScore", "EWScore", "NSPts", "EWPts", "Contract", "Tricks", "Declarer")
_SEPARATORS = ",;\t"

Player = tuple[object, ...]  # the id in the roster; of a guest session and seat
Row = tuple[str, ...]


def is_listed(rules: Rules) -> bool:
    """Return True for duplicate, and for what a list of players is of: points of two sides."""
    return has_boards(rules) or (in_points(rules) and len(rules.accounts) == len(SIDES))


def list_players(sessions: list[ClubSession], settings: Settings = UNSET) -> str:
    """Return the file with one list of players over all sessions, the best first."""
    evening = min(filter(None, (club_session.evening for club_session in sessions)), default=None)
    deals = [deal for club_session in sessions for deal in club_session.session.deals if deal >= 0]
    title = settings.name, *dict.fromkeys(club_session.session.rules for club_session in sessions)
    options = ("#Individual", "1"), ("#Boards", str(len(deals))), ("#Winners", "1")
    heads = ("#Aggregate", "1"), ("#Scores",), ("Position", "Player", "Name", "Score")
    date = f"{evening:%d/%m/%Y}" if evening else ""
    return _text(date, title, [*options, *heads, *_standings(sessions)])


def list_pairs(evenings: list[ScoredEvening], settings: Settings = UNSET) -> str:
    """Return the file of an event of duplicate, as it was scored.

    Raise UserError if no board has two results, or sections are not compared with each other.
    """
    if len(evenings) > 1:
        raise UserError(
            "bridgewebs has one traveller of each board, and the sections of this event are not "
            "compared with each other: name the sessions of one by their IDs"
        )
    (evening,) = evenings
    if not evening.comparison.has_compared:
        raise UserError("bridgewebs is a list of pairs, and no board has two results yet")
    planned = evening.gathering.event
    title = settings.name, planned.name if planned else "Duplicate"
    return _text(of_event.date_of(evening), title, list(_event(evening)))


def _text(date: str, title: tuple[str, ...], rows: list[Row]) -> str:
    source = f"Scorepad {version('scorepad')}"
    said = ("#Title", " - ".join(filter(None, title))), ("#Director", ""), ("#Scorer", "")
    rows = [("#Version", "std1"), ("#Source", source), ("#Date", date), *said, *rows]
    used = {letter for row in rows for cell in row for letter in cell}
    separator = next(letter for letter in _SEPARATORS if letter not in used)
    return "".join(f"{separator.join(row)}\r\n" for row in rows)


def _event(evening: ScoredEvening) -> Iterator[Row]:
    comparison, pairs = evening.comparison, of_event.find_pairs(evening)
    lines = of_event.find_lines(comparison)
    yield "#Pairs", str(len(pairs))
    yield "#Boards", str(len(lines))
    yield "#Winners", str(len(evening.rankings))
    if comparison.scoring != MATCHPOINTS:
        yield "#Crossimp" if comparison.scoring.startswith(CROSS_IMPS) else "#Butler", "1"
    for ranking in evening.rankings:
        yield ("#Scores",)
        yield "Position", "Pair", "Name1", "Name2", "Score", *["Percent"] * bool(comparison.top)
        for place in ranking.places:
            number, ((first, _), (second, _)) = pairs[place.pair]
            marks = map(format_hundredths, [place.total, *[place.mark] * bool(comparison.top)])
            yield f"{place.rank}{'=' * place.tied}", number, first, second, *marks
    yield ("#Travellers",)
    yield _LINE
    for board, theirs in lines.items():
        yield "#Board", str(board)
        for line in theirs:
            ns, ew = (pairs[pair][0] for pair in line.result.pairs)
            yield ns, ew, *_line(line, comparison)


def _line(line: Compared, comparison: Comparison) -> Row:
    points = of_event.points_of(line)
    if deal := of_event.find_deal(line):
        contract, declarer, tricks, score = deal
        scores = ("", str(-score)) if score < 0 else (str(score), "")
        return *scores, *points, contract, tricks, declarer
    shares = [f"{of_event.per_cent(line, side, comparison)}%" for side in (NS, EW)]
    given = [share * line.result.counts_for(side) for side, share in enumerate(shares)]
    return *given, *points, "", "", ""


def _standings(sessions: list[ClubSession]) -> Iterator[Row]:
    balances = _balances(sessions)
    called = [(_players(club_session), club_session.called) for club_session in sessions]
    names = {who: name for ids, said in called for who, name in zip(ids, said, strict=True)}
    ranks = rank_all(balances)
    for number, (player, points) in enumerate(balances.most_common(), 1):
        rank, tied = ranks[player]
        yield f"{rank}{'=' * tied}", str(number), names[player], str(points)


def _balances(sessions: list[ClubSession]) -> Counter[Player]:
    """Return how much more the side of each player scored than the other, in all sessions."""
    balances: Counter[Player] = Counter()
    for club_session in sessions:
        north_south, east_west = club_session.session.sheet.totals
        for seat, player in enumerate(_players(club_session)):
            sign = -1 if seat % 2 else 1
            balances[player] += sign * (north_south - east_west)
    return balances


def _players(club_session: ClubSession) -> list[Player]:
    """Return the players from North to West; a guest is a different player in every session."""
    ids = zip(SEATS, club_session.session.players, strict=True)
    return [(number,) if number else (club_session.id, seat) for seat, number in ids]
