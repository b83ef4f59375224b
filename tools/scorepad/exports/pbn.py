"""Sessions in Portable Bridge Notation, version 2.1, in its export format, one game per deal.

Sections 2.3, 3 and 3.4 of the standard: lines end with CR LF; an empty line stands before each
game but the first; the mandatory tags stand in their order, the others by the alphabet. The cards
are not known, so `Deal` is empty. The standard is of the time of Latin-1; these files are UTF-8,
and their head says so. That an adjusted score is "60%" in the table of scores is how Bridge Solver
Online reads one; Ruter quotes a cell that is no number, as "Bye".
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from firmware.scoring.deal import EW, MAX_BOARD, NS, SEATS, declarer, level
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from firmware.scoring.sheet import Sheet
from firmware.scoring.wheel import FourDeals
from firmware.session import Row
from scorepad import wording
from scorepad.club.decisions import scores as scores_of
from scorepad.club.duplicate import contract_scores
from scorepad.club.duplicate.gathering import find_section
from scorepad.club.events.history import SCORINGS
from scorepad.club.records.seats import seated_at
from scorepad.club.records.store import ClubSession
from scorepad.club.sessions.decided import BoardScore, boards_without_deals
from scorepad.club.settings.current import UNSET, Settings
from scorepad.exports import letters
from scorepad.rule_sets import has_boards, in_points

_HEAD = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: Scorepad\n"
_SEATS = ("North", "East", "South", "West")
_COMPARED = dict(zip(SCORINGS, ("MP", *("IMP;Cross", "IMP;Butler") * 2), strict=True))
_VULNERABLE = ("None", "NS", "EW", "All")
_TABLE = r"Table\3R;Contract\5L;Declarer\1L;Result\2R;Score_NS\6R;Score_EW\6R"
_IMPS = r";IMP_NS\3R;IMP_EW\3R"
_UNKNOWN = "-"  # a cell of a table without a value
_MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable"),
    *("Deal", "Scoring", "Declarer", "Contract", "Result"),
)

Tags = dict[str, str]
Amounts = Sequence[int]  # of N-S and E-W
# Session or, of boards that tables share, the number of their event or else the evening; number.
Board = tuple[str | int | date | None, int, int]


def as_pbn(sessions: list[ClubSession], settings: Settings = UNSET) -> str:
    """Return the games of all sessions in PBN, without sessions of Pirate Bridge."""
    games = [game for club_session in sessions for game in _games(club_session, settings.place)]
    boards = boards_without_deals(club_session.decided for club_session in sessions)
    scoring = {session.rounds.event: _scoring(session) for session in sessions if session.event}
    place = settings.place
    games += [_of_no_deal(board, place, scoring.get(board.event, "?")) for board in boards]
    tables: dict[Board, str] = defaultdict(str)
    for game in games:
        tables[game.board] += game.row
    text = _HEAD + "\n".join(_text(game, tables[game.board]) for game in games)
    return text.replace("\n", "\r\n")


@dataclass(frozen=True)
class Game:
    """A deal, with its row in the table of scores of its `board`, which tables may share.

    Boards are dealt again every evening. Without boards each deal is a separate board. `columns`:
    of the table of scores.
    """

    tags: Tags
    board: Board
    columns: str
    row: str


def _text(game: Game, table: str) -> str:
    tags = dict.fromkeys(_MANDATORY, "") | dict(sorted(game.tags.items()))
    escaped = {name: said.replace("\\", r"\\").replace('"', r"\"") for name, said in tags.items()}
    lines = [f'[{name} "{said}"]\n' for name, said in escaped.items()]
    return "".join([*lines, f'[ScoreTable "{game.columns}"]\n', table])


def _games(club_session: ClubSession, site: str) -> Iterator[Game]:
    session, evening = club_session.session, club_session.evening
    for row in session.rows():
        if not row.number:
            continue  # what was scored when the players stopped is of no deal
        given = club_session.decided.adjusted(row.number)
        is_board = wording.has_boards(session) and row.place <= MAX_BOARD
        deal, *amounts = _counting(session.sheet, row, given)
        seated = zip(_SEATS, seated_at(club_session, row.number), strict=True)
        tags = {
            "Event": f"{session.rules}, session {club_session.id}",
            "Site": site or "?",
            "Date": f"{evening:%Y.%m.%d}" if evening else "?",
            "Board": str(row.place if is_board else row.number),
            **{seat: player.name or "?" for seat, player in seated},
            "Dealer": SEATS[row.dealer],
            "Vulnerable": _VULNERABLE[row.vulnerable],
            "Scoring": _scoring(club_session),
            **({} if deal is None else _deal_tags(session.sheet, deal, *amounts)),
            **({"AdjustedScore": scores_of.in_words(given)} if given else {}),
            "Table": str(session.table),
        }
        shared = club_session.rounds.event or club_session.evening
        event = club_session.event  # sections that are compared apart have a table each
        part = find_section(event, club_session) if event and not event.across else 0
        board = (shared, row.place, part) if is_board else (club_session.id, row.number, 0)
        columns = _TABLE + (_IMPS if session.sheet.imps else "")
        table = str(session.table)
        artificial = _adjusted_row(table, given) if given else ""
        yield Game(
            tags, board, columns, artificial if deal is None else _row(table, deal, *amounts)
        )


def _of_no_deal(score: BoardScore, site: str, scoring: str) -> Game:
    """Return a board on which two pairs have a score without a deal; the seats are unknown."""
    number, evening = score.board, date.fromisoformat(score.evening)
    tags = {
        "Event": f"evening of {evening}",
        "Site": site or "?",
        "Date": f"{evening:%Y.%m.%d}",
        "Board": str(number),
        **dict.fromkeys(_SEATS, "?"),
        "Dealer": SEATS[board_dealer(number)],
        "Vulnerable": _VULNERABLE[board_vulnerable(number)],
        "Scoring": scoring,
        "AdjustedScore": scores_of.in_words(score.scores),  # a tag of our own, as PairNS
        **dict(zip(("PairNS", "PairEW"), score.pairs, strict=True)),
    }
    board = (score.event or evening, number, 0)
    return Game(tags, board, _TABLE, _adjusted_row(_UNKNOWN, score.scores))


def _adjusted_row(table: str, given: scores_of.Scores) -> str:
    """Return the row of an adjusted score; an artificial score is a percentage of the top."""
    cells = f"{table:>3} {_UNKNOWN:<5} {_UNKNOWN} {_UNKNOWN:>2}"
    return " ".join([cells, *(f"{_share(score):>6}" for score in given)]) + "\n"


def _share(score: scores_of.Score) -> str:
    if not isinstance(score, scores_of.Artificial) or not score.is_share:
        return _UNKNOWN
    said = scores_of.AVERAGES.get(score.name)
    return f'"{said}%"' if said else f'"{score.name}"'


def _counting(
    sheet: Sheet, row: Row, given: scores_of.Scores | None
) -> tuple[int | None, Amounts, Amounts]:
    """Return the deal that counts, then the points of N-S and E-W, then their IMPs.

    None if no single deal was assigned to both sides. No IMPs if the game is not scored by them.
    """
    deal = scores_of.one_deal(given) if given else row.deal
    posted = wording.scores(row.postings, 2)
    if not given and not sheet.imps:
        return deal, posted, []
    won = 0 if deal is None else contract_scores.north_south(deal, row.vulnerable)
    return deal, [won, -won], posted if sheet.imps else []


def _scoring(club_session: ClubSession) -> str:
    """Return the name of the scoring; without an event the club chooses it afterwards."""
    sheet, event = club_session.session.sheet, club_session.event
    if has_boards(sheet):
        return _COMPARED.get(event.scoring, "?") if event else "?"
    if sheet.imps:
        return "IMP"
    return "Chicago" if isinstance(sheet, FourDeals) else "Rubber"


def _deal_tags(sheet: Sheet, deal: int, points: Amounts, imps: Amounts) -> Tags:
    """Return the tags of a result; `Score` is N-S's if E-W have its negative, else both."""
    both = f" EW {points[EW]}" if in_points(sheet) else ""
    return {
        "Declarer": SEATS[declarer(deal)] if level(deal) else "",
        "Contract": letters.contract(deal),
        "Result": letters.tricks_won(deal),
        "Score": f"NS {points[NS]}{both}",
        **({"ScoreIMP": f"NS {imps[NS]}"} if imps else {}),
    }


def _row(table: str, deal: int, points: Amounts, imps: Amounts) -> str:
    """Return the row of a table of scores; no cell of it is empty or has a space."""
    by = SEATS[declarer(deal)] if level(deal) else _UNKNOWN
    tricks = letters.tricks_won(deal) or _UNKNOWN
    cells = f"{table:>3} {letters.contract(deal):<5} {by} {tricks:>2}"
    amounts = [f"{n:>6}" for n in points] + [f"{n:>3}" for n in imps]
    return " ".join([cells, *amounts]) + "\n"
