"""Sessions in Portable Bridge Notation, version 2.1, one game per deal.

The cards are not known, so `Deal` is empty. The standard is of the time of Latin-1; these files
are UTF-8, and their head says so.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from firmware.scoring.deal import MAX_BOARD, NS, SEATS, declarer, level
from firmware.scoring.sheet import Sheet
from firmware.scoring.wheel import FourDeals
from firmware.session import Row
from scorepad import board_scores, wording
from scorepad.club.decisions import scores as scores_of
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.exports import letters
from scorepad.rule_sets import has_boards, in_points

_HEAD = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: Scorepad\n\n"
_VULNERABLE = ("None", "NS", "EW", "All")
_TABLE = r"Table\3R;Contract\5L;Declarer\1L;Result\2R;Score_NS\6R;Score_EW\6R"
_IMPS = r";IMP_NS\3R;IMP_EW\3R"
_UNKNOWN = "-"  # a cell of a table without a value
_AVERAGES = {"A+": "AVE+", "A": "AVE", "A-": "AVE-"}

Tag = tuple[str, str]
Board = tuple[str | date | None, int]  # session or, of boards that tables share, evening; number


def as_pbn(sessions: list[ClubSession], settings: Settings = UNSET) -> str:
    """The games of one session after those of another; no session of Pirate Bridge."""
    games = [game for club_session in sessions for game in _games(club_session, settings.place)]
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
        adjusted = club_session.decided.adjusted(row.number)
        is_board = wording.has_boards(session) and row.place <= MAX_BOARD
        scores = _scores(session.sheet, row)
        tags = [
            *_where(club_session, site, row.place if is_board else row.number),
            *_who(club_session, row.number),
            ("Dealer", SEATS[row.dealer]),
            ("Vulnerable", _VULNERABLE[row.vulnerable]),
            ("Deal", ""),
            ("Scoring", _scoring(session.sheet)),
            *(_adjusted(adjusted) if adjusted else _played(row.deal)),
            *(() if adjusted else _scored(session.sheet, scores)),
            ("Table", str(session.table)),
        ]
        played = evening_of(session.started)
        board = (played, row.place) if is_board else (club_session.id, row.number)
        columns = _TABLE + (_IMPS if scores.imps else "")
        line = _row(session.table, row.deal, scores)
        yield Game(
            tags, board, columns, _adjusted_row(session.table, adjusted) if adjusted else line
        )


def _where(club_session: ClubSession, site: str, number: int) -> Iterator[Tag]:
    played = evening_of(club_session.session.started)
    yield "Event", f"{club_session.session.rules}, session {club_session.id}"
    yield "Site", site
    yield "Date", f"{played:%Y.%m.%d}" if played else "?"
    yield "Board", str(number)


def _who(club_session: ClubSession, deal: int) -> Iterator[Tag]:
    turn = club_session.rounds.of(deal)
    north, east, south, west = (player.name for player in club_session.seated(turn))
    yield from (("West", west), ("North", north), ("East", east), ("South", south))


def _played(deal: int) -> Iterator[Tag]:
    yield "Declarer", SEATS[declarer(deal)] if level(deal) else ""
    yield "Contract", letters.contract(deal)
    yield "Result", letters.tricks_won(deal)


def _adjusted(given: scores_of.Scores) -> Iterator[Tag]:
    """No contract and no result; a tag of our own says what was given."""
    yield from (("Declarer", ""), ("Contract", ""), ("Result", ""), ("Score", ""))
    yield "AdjustedScore", scores_of.in_words(given)


def _adjusted_row(table: int, given: scores_of.Scores) -> str:
    """The row of a table of scores; an artificial one is called as others write it."""
    named = [_AVERAGES.get(scores_of.score_text(one), _UNKNOWN) for one in given]
    cells = f"{table:>3} {_UNKNOWN:<5} {_UNKNOWN} {_UNKNOWN:>2}"
    return " ".join([cells, *(f"{one:>6}" for one in named)]) + "\n"


@dataclass(frozen=True)
class Scores:
    """What N-S and E-W have of a deal; `imps`: where these are what the game goes by."""

    points: tuple[int, int]
    imps: tuple[int, ...] = ()


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


def _row(table: int, deal: int, scores: Scores) -> str:
    """The row of a table of scores; no cell of it is empty or has a space."""
    by = SEATS[declarer(deal)] if level(deal) else _UNKNOWN
    tricks = letters.tricks_won(deal) or _UNKNOWN
    cells = f"{table:>3} {letters.contract(deal):<5} {by} {tricks:>2}"
    amounts = [f"{points:>6}" for points in scores.points] + [f"{n:>3}" for n in scores.imps]
    return " ".join([cells, *amounts]) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"")
