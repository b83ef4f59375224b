"""The field: who played which board against whom, at all tables, and with what result."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from firmware.scoring.deal import EW, MAX_BOARD, NS, SIDES
from scorepad import board_scores, wording
from scorepad.club.derived.ranking import GUEST
from scorepad.club.events.event import GUESTS, EventPair
from scorepad.club.records.store import ClubSession
from scorepad.language import say


@dataclass(frozen=True, order=True)
class Pair:
    """Two who play together: their ids, the lower first, wherever they sit.

    Guests have no names to be told apart by: if one of the two is a guest, the pair is also that
    of a table, its tablet and a side (0, "" and -1 for a pair of the roster).

    A pair of an event is known by its `number` alone, whoever plays; else that is 0.
    """

    players: tuple[int, int]
    table: int
    tablet: str
    side: int
    name: str = field(compare=False)
    number: int = 0


@dataclass(frozen=True)
class Result:
    """One deal of a session. `board`: 0 if none was said; `pairs`: N-S, E-W; `score`: N-S's.

    In an event, `round`: in which it belongs, 0 = none; `seated`: the pairs with the players of
    this round, who may be others than at first; `during`: the round in which it was played, which
    is a later one for a late board.
    """

    session: str
    table: int
    number: int
    board: int
    pairs: tuple[Pair, Pair]
    deal: int
    score: int
    round: int = 0
    seated: tuple[Pair, Pair] | None = None
    during: int = 0

    @property
    def players(self) -> tuple[Pair, Pair]:
        """The pairs as those who sat there are called."""
        return self.seated or self.pairs


@dataclass(frozen=True)
class Field:
    """`boards`: by number, in their order, the results that count, in the order of the sessions.

    `again`: results that do not count, each with the one that does: one of its pairs had played
    the board before. `unnumbered`: results of no board, which cannot be compared.
    """

    boards: dict[int, list[Result]]
    again: list[tuple[Result, Result]]
    unnumbered: list[Result]


def field_of(sessions: Iterable[ClubSession]) -> Field:
    """What was played in these sessions, which are in the order in which they began."""
    sessions = list(sessions)
    shared = tables_shared(sessions)
    results = [result for club_session in sessions for result in results_of(club_session, shared)]
    counting, again = _first_plays(result for result in results if result.board)
    boards = defaultdict[int, list[Result]](list)
    for result in sorted(counting, key=lambda result: result.board):
        boards[result.board].append(result)
    return Field(dict(boards), again, [result for result in results if not result.board])


def tables_shared(sessions: Iterable[ClubSession]) -> dict[int, list[ClubSession]]:
    """Tables that several tablets say are theirs, with guests at one of them.

    For each the first session of each of the tablets.
    """
    at_table = defaultdict[int, dict[str, ClubSession]](dict)
    for club_session in sessions:
        if GUEST in club_session.session.players and not club_session.rounds.event:
            at_table[club_session.session.table].setdefault(club_session.tablet, club_session)
    return {table: list(its.values()) for table, its in at_table.items() if len(its) > 1}


def results_of(club_session: ClubSession, shared: Container[int] = ()) -> Iterator[Result]:
    """The deals of a session as they stand; `shared`: as of `pairs_of`."""
    session = club_session.session
    for number, (deal, place) in enumerate(zip(session.deals, session.places, strict=True), 1):
        if deal >= 0:
            board = place if place <= MAX_BOARD else 0
            score = board_scores.north_south(deal, session.sheet.vulnerable_at(place))
            turn = club_session.rounds.of(number)
            pairs = pairs_of(club_session, shared, turn)
            about = club_session.id, session.table, number, board
            yield Result(*about, pairs, deal, score, *_in_round(club_session, turn))


def turns_of(club_session: ClubSession) -> range:
    """The rounds of a session of an event, as they came; -1 for all of any other."""
    number = len(club_session.rounds.listed)
    return range(number) if number else range(-1, 0)


def pairs_of(
    club_session: ClubSession, shared: Container[int] = (), turn: int = -1
) -> tuple[Pair, Pair]:
    """Who sat N-S and who E-W, of an event in a round of the session (`turns_of`).

    Guests at a table of `shared` are called by their tablet too.
    """
    if turn >= 0:
        at = club_session.rounds.listed[turn]
        return _pair_of(club_session.pair(at.ns)), _pair_of(club_session.pair(at.ew))
    table, tablet = club_session.session.table, club_session.tablet
    if table in shared:
        where = say("table {number}, tablet {tablet},", number=table, tablet=tablet)
    else:
        where = say("table {number}", number=table)
    return _pair(club_session, NS, where), _pair(club_session, EW, where)


def _in_round(club_session: ClubSession, turn: int) -> tuple[int, tuple[Pair, Pair] | None, int]:
    """`round`, `seated` and `during` of a result."""
    if turn < 0:
        return 0, None, 0
    at = club_session.rounds.listed[turn]
    pairs = (club_session.pair(number).as_of(at.round) for number in (at.ns, at.ew))
    ns, ew = map(_pair_of, pairs)
    begun = (one.round for one in club_session.rounds.listed[: turn + 1])
    return at.round, (ns, ew), max(begun)


def _pair_of(pair: EventPair) -> Pair:
    first, second = next(iter(pair.entries.values()), GUESTS)
    return Pair((first.id, second.id), 0, "", -1, pair.name, pair.number)


def _first_plays(
    results: Iterable[Result],
) -> tuple[list[Result], list[tuple[Result, Result]]]:
    """Those that count, and those that a pair played once more. [Law 15 B: those are cancelled]

    The same result of the same pairs is the same one, entered on two tablets. All tables play the
    rounds of an event together, whichever session began first.
    """
    played: dict[tuple[int, Pair], Result] = {}
    counting, again = [], []
    for result in sorted(results, key=lambda result: result.during):
        plays = [(result.board, pair) for pair in result.pairs]
        before = next((played[play] for play in plays if play in played), None)
        if before is None:
            counting.append(result)
            played.update(dict.fromkeys(plays, result))
        elif (before.pairs, before.deal) != (result.pairs, result.deal):
            again.append((result, before))
    return counting, again


def _pair(club_session: ClubSession, side: int, table: str) -> Pair:
    session = club_session.session
    seated = zip(session.players[side::2], club_session.players[side::2], strict=True)
    (one, first), (other, second) = sorted(seated, key=lambda player: player[0])
    where = f"{table} {wording.account(SIDES[side])}"
    there = session.table, club_session.tablet, side
    if other == GUEST:
        return Pair((one, other), *there, where)
    names = f"{wording.player(first, one)} & {wording.player(second, other)}"
    if one == GUEST:
        return Pair((one, other), *there, f"{names} ({where})")
    return Pair((one, other), 0, "", -1, names)
