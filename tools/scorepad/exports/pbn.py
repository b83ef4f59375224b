"""Sessions in Portable Bridge Notation, version 2.1, one game per deal.

The cards are not known, so `Deal` is empty. The standard is of the time of Latin-1; these files
are UTF-8, and their head says so. That an adjusted score is "60%" in the table of scores is how
Bridge Solver Online reads one; Ruter quotes a cell that is no number, as "Bye".
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from firmware.scoring.deal import MAX_BOARD, NS, SEATS, declarer, level
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from firmware.scoring.sheet import Sheet
from firmware.scoring.wheel import FourDeals
from firmware.session import Row
from scorepad import board_scores, wording
from scorepad.club.decisions import scores as scores_of
from scorepad.club.decisions.decided import BoardScore, boards_without_deals
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.seats import seated_at
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.exports import letters
from scorepad.rule_sets import has_boards, in_points

_HEAD = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: Scorepad\n\n"
_VULNERABLE = ("None", "NS", "EW", "All")
_TABLE = r"Table\3R;Contract\5L;Declarer\1L;Result\2R;Score_NS\6R;Score_EW\6R"
_IMPS = r";IMP_NS\3R;IMP_EW\3R"
_UNKNOWN = "-"  # a cell of a table without a value
_NO_RESULT = (("Declarer", ""), ("Contract", ""), ("Result", ""), ("Score", ""))

Tag = tuple[str, str]
# Session or, of boards that tables share, the number of their event or else the evening; number.
Board = tuple[str | int | date | None, int]


def as_pbn(sessions: list[ClubSession], settings: Settings = UNSET) -> str:
    """The games of one session after those of another; no session of Pirate Bridge."""
    games = [game for club_session in sessions for game in _games(club_session, settings.place)]
    boards = boards_without_deals(one.decided for one in sessions)
    games += [_of_no_deal(board, settings.place) for board in boards]
    tables: dict[Board, str] = defaultdict(str)
    for game in games:
        tables[game.board] += game.row
    return _HEAD + "\n".join(_text(game, tables[game.board]) for game in games)


@dataclass(frozen=True)
class Game:
    """A deal. `row`: of the table of scores of its `board`, which several tables may have played.

    Boards are dealt anew every evening. Without boards each deal is a board of its own.
    `columns`: of the table of scores.
    """

    tags: list[Tag]
    board: Board
    columns: str
    row: str


def _text(game: Game, table: str) -> str:
    lines = [f'[{name} "{_escaped(value)}"]\n' for name, value in game.tags]
    return "".join([*lines, f'[ScoreTable "{game.columns}"]\n', table])


def _games(club_session: ClubSession, site: str) -> Iterator[Game]:
    session = club_session.session
    for row in session.rows():
        if not row.number:
            continue  # what was scored when the players stopped is of no deal
        given = club_session.decided.adjusted(row.number)
        is_board = wording.has_boards(session) and row.place <= MAX_BOARD
        deal, scores = _counting(session.sheet, row, given)
        tags = [
            *_where(club_session, site, row.place if is_board else row.number),
            *_who(club_session, row.number),
            ("Dealer", SEATS[row.dealer]),
            ("Vulnerable", _VULNERABLE[row.vulnerable]),
            ("Deal", ""),
            ("Scoring", _scoring(session.sheet)),
            *(_NO_RESULT if deal is None else _played(deal)),
            *(() if deal is None else _scored(session.sheet, scores)),
            *(_adjusted(given) if given else ()),
            ("Table", str(session.table)),
        ]
        shared = club_session.rounds.event or evening_of(session.started)
        board = (shared, row.place) if is_board else (club_session.id, row.number)
        columns = _TABLE + (_IMPS if scores.imps else "")
        table = str(session.table)
        artificial = _adjusted_row(table, given) if given else ""
        yield Game(tags, board, columns, artificial if deal is None else _row(table, deal, scores))


def _of_no_deal(score: BoardScore, site: str) -> Game:
    """A board on which two pairs have a score without any deal; nobody knows who sat where."""
    number, evening = score.board, date.fromisoformat(score.evening)
    tags = [
        ("Event", f"evening of {evening}"),
        *(("Site", site), ("Date", f"{evening:%Y.%m.%d}"), ("Board", str(number))),
        *((seat, "?") for seat in ("West", "North", "East", "South")),
        ("Dealer", SEATS[board_dealer(number)]),
        ("Vulnerable", _VULNERABLE[board_vulnerable(number)]),
        *(("Deal", ""), ("Scoring", "?")),
        *_NO_RESULT,
        *_adjusted(score.scores),
        *zip(("PairNS", "PairEW"), score.pairs, strict=True),
    ]
    board = (score.event or evening, number)
    return Game(tags, board, _TABLE, _adjusted_row(_UNKNOWN, score.scores))


def _where(club_session: ClubSession, site: str, number: int) -> Iterator[Tag]:
    played = evening_of(club_session.session.started)
    yield "Event", f"{club_session.session.rules}, session {club_session.id}"
    yield "Site", site
    yield "Date", f"{played:%Y.%m.%d}" if played else "?"
    yield "Board", str(number)


def _who(club_session: ClubSession, deal: int) -> Iterator[Tag]:
    north, east, south, west = (player.name for player in seated_at(club_session, deal))
    yield from (("West", west), ("North", north), ("East", east), ("South", south))


def _played(deal: int) -> Iterator[Tag]:
    yield "Declarer", SEATS[declarer(deal)] if level(deal) else ""
    yield "Contract", letters.contract(deal)
    yield "Result", letters.tricks_won(deal)


def _adjusted(given: scores_of.Scores) -> Iterator[Tag]:
    """A tag of our own, for the standard has none."""
    yield "AdjustedScore", scores_of.in_words(given)


def _adjusted_row(table: str, given: scores_of.Scores) -> str:
    """The row of a table of scores; an artificial one is so many per cent of the top."""
    cells = f"{table:>3} {_UNKNOWN:<5} {_UNKNOWN} {_UNKNOWN:>2}"
    return " ".join([cells, *(f"{_share(one):>6}" for one in given)]) + "\n"


def _share(score: scores_of.Score) -> str:
    if not isinstance(score, scores_of.Artificial) or not score.is_share:
        return _UNKNOWN
    said = scores_of.AVERAGES.get(score.name)
    return f'"{said}%"' if said else f'"{score.name}"'


@dataclass(frozen=True)
class Scores:
    """What N-S and E-W have of a deal; `imps`: where these are what the game goes by."""

    points: tuple[int, int]
    imps: tuple[int, ...] = ()


def _counting(sheet: Sheet, row: Row, given: scores_of.Scores | None) -> tuple[int | None, Scores]:
    """The deal, or the one that the director has assigned to both sides; None: no such one."""
    if given is None:
        return row.deal, _scores(sheet, row)
    deal = scores_of.one_deal(given)
    won = 0 if deal is None else board_scores.north_south(deal, row.vulnerable)
    return deal, Scores((won, -won))


def _scoring(sheet: Sheet) -> str:
    """Boards may be compared in many ways, which the club chooses afterwards."""
    if has_boards(sheet):
        return "?"
    if sheet.imps:
        return "IMP"
    return "Chicago" if isinstance(sheet, FourDeals) else "Rubber"


def _scores(sheet: Sheet, row: Row) -> Scores:
    """Where IMPs are posted, the points behind them are those of the deal."""
    north_south, east_west = wording.scores(row.postings, 2)
    if not sheet.imps:
        return Scores((north_south, east_west))
    won = board_scores.north_south(row.deal, row.vulnerable)
    return Scores((won, -won), (north_south, east_west))


def _scored(sheet: Sheet, scores: Scores) -> Iterator[Tag]:
    """What N-S have of a deal where the other side has the negative of it, else what both have."""
    north_south, east_west = scores.points
    opposite = not in_points(sheet)
    yield "Score", f"NS {north_south}" + ("" if opposite else f" EW {east_west}")
    if scores.imps:
        yield "ScoreIMP", f"NS {scores.imps[NS]}"


def _row(table: str, deal: int, scores: Scores) -> str:
    """The row of a table of scores; no cell of it is empty or has a space."""
    by = SEATS[declarer(deal)] if level(deal) else _UNKNOWN
    tricks = letters.tricks_won(deal) or _UNKNOWN
    cells = f"{table:>3} {letters.contract(deal):<5} {by} {tricks:>2}"
    amounts = [f"{points:>6}" for points in scores.points] + [f"{n:>3}" for n in scores.imps]
    return " ".join([cells, *amounts]) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"")
