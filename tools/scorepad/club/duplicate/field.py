"""The field: who played which board against whom, at all tables, and with what result."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

from firmware.scoring.deal import EW, MAX_BOARD, NS, SIDES
from scorepad import wording
from scorepad.club.decisions.scores import NONE, Artificial, Scores
from scorepad.club.derived.ranking import GUEST
from scorepad.club.duplicate import contract_scores
from scorepad.club.duplicate.amounts import Amount
from scorepad.club.events.event import GUESTS, NOBODY, EventPair
from scorepad.club.records.store import ClubSession
from scorepad.club.sessions.kinds import SeatPlayer, SwapSides
from scorepad.language import adapt, joined, say_in, text

NOT_PLAYED = -1  # instead of a deal


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
    """A deal played at a table, with its board and the decisions about it.

    board: board number, 0 if unknown
    pairs: (N-S, E-W)
    score: points of N-S, negative if E-W scored
    adjusted: the director's scores for N-S and E-W; the deal may then be NOT_PLAYED, and the
        session ""
    marks: the decisions about it, in words
    round: the round of the event that it belongs to, 0 = none
    seated: the pairs with the players of that round, who can differ from those at the start
    during: the round in which it was played, a later one for a late board
    unreal: sides of pairs that do not exist, or both if a pair is on both sides: it cannot count
    elsewhere: the sides whose score on the board is another one, assigned by the director
    form: the version of a fouled board that it is compared in: 0, or 1, 2 ... with other cards
        [Law 87]
    """

    session: str
    table: int
    number: int
    board: int
    pairs: tuple[Pair, Pair]
    deal: int
    score: int
    adjusted: Scores | None = None
    marks: tuple[str, ...] = ()
    round: int = 0
    seated: tuple[Pair, Pair] | None = None
    during: int = 0
    unreal: tuple[int, ...] = ()
    elsewhere: tuple[int, ...] = ()
    form: int = 0

    @property
    def players(self) -> tuple[Pair, Pair]:
        """The pairs as those who sat there are called."""
        return self.seated or self.pairs

    def counts_for(self, side: int) -> bool:
        """Return True if the side has a score here."""
        none = self.adjusted is not None and self.adjusted[side] == Artificial(NONE)
        return not none and side not in self.elsewhere


@dataclass(frozen=True)
class Field:
    """`boards`: by number, in their order, the results that count, in the order of the sessions.

    `again`: results that do not count, each with the one that does: one of its pairs had played
    the board before. `unnumbered`: results of no board, which cannot be compared; `unreal`: those
    of pairs that there are not. `amounts`: what the director has given to pairs beside their
    boards; `notes`: what was decided, in words.
    """

    boards: dict[int, list[Result]]
    again: list[tuple[Result, Result]]
    unnumbered: list[Result]
    unreal: list[Result] = field(default_factory=list)
    amounts: Mapping[Pair, Sequence[Amount]] = field(default_factory=dict)
    notes: Sequence[str] = ()


def results_in(sessions: Iterable[ClubSession]) -> list[Result]:
    """Return all results of these sessions, also those that do not count."""
    sessions = list(sessions)
    shared = tables_shared(sessions)
    return [result for club_session in sessions for result in results_of(club_session, shared)]


def field_from(results: list[Result]) -> Field:
    """The field of these results, which are in the order of their sessions."""
    real = [result for result in results if not result.unreal]
    counting, again = _first_plays(result for result in real if result.board)
    boards = defaultdict[int, list[Result]](list)
    for result in sorted(counting, key=lambda result: result.board):
        boards[result.board].append(result)
    unnumbered = [result for result in real if not result.board]
    return Field(dict(boards), again, unnumbered, [one for one in results if one.unreal])


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
    session, decided = club_session.session, club_session.decided
    for number, (deal, place) in enumerate(zip(session.deals, session.places, strict=True), 1):
        adjusted = decided.adjusted(number)
        if deal < 0 and not adjusted:
            continue
        board = place if place <= MAX_BOARD else 0
        vulnerable = session.sheet.vulnerable_at(place)
        score = contract_scores.north_south(deal, vulnerable) if deal >= 0 else 0
        turn = club_session.rounds.of(number)
        pairs = _pairs_at(club_session, number, pairs_of(club_session, shared, turn), shared)
        about = club_session.id, session.table, number, board, pairs, deal, score
        marks = decided.marks(number)
        where = *_in_round(club_session, turn, pairs), _unreal(club_session, pairs)
        yield Result(*about, adjusted, marks, *where)


def _pairs_at(
    club_session: ClubSession, deal: int, pairs: tuple[Pair, Pair], shared: Container[int]
) -> tuple[Pair, Pair]:
    """Return the pairs N-S and E-W of a deal; without a decision they are `pairs`."""
    decided = club_session.decided
    if club_session.rounds.event:
        ns, ew = decided.history.find_pairs(deal, *(pair.number for pair in pairs))
        return pair_of(club_session.pair(ns)), pair_of(club_session.pair(ew))
    changes = decided.seat_changes(deal)
    if any(isinstance(change, SeatPlayer) and change.first for change in changes):
        return pairs_of(_seat_as_at_deal(club_session, deal), shared)
    swaps = [change for change in changes if isinstance(change, SwapSides)]
    if sum(not swap.first for swap in swaps) % 2:  # the seats have only changed who is known
        pairs = _turned(pairs[NS]), _turned(pairs[EW])
    some = sum(swap.first > 0 for swap in swaps)
    return (pairs[EW], pairs[NS]) if some % 2 else pairs


def _seat_as_at_deal(club_session: ClubSession, deal: int) -> ClubSession:
    """The session as if those of one deal had sat there throughout."""
    session, decided = copy(club_session.session), club_session.decided
    known = dict(zip(session.players, club_session.players, strict=True))
    known |= {player: name for player, (name, _) in decided.people.items()}
    session.players = decided.seats(deal, session.players)
    names = tuple(known.get(player) if player else None for player in session.players)
    return replace(club_session, session=session, players=names)


def _turned(pair: Pair) -> Pair:
    """A pair with a guest is that of the other side; one of the roster is the same."""
    if pair.side < 0:
        return pair
    here, there = (wording.account(SIDES[side]) for side in (pair.side, 1 - pair.side))

    def turn(name: str, code: str) -> str:
        before, _, behind = name.rpartition(say_in(code, here))
        return f"{before}{say_in(code, there)}{behind}"

    return replace(pair, side=1 - pair.side, name=adapt(pair.name, turn))


def turns_of(club_session: ClubSession) -> range:
    """The rounds of a session of an event, as they came; -1 for all of any other."""
    number = len(club_session.rounds.listed)
    return range(number) if number else range(-1, 0)


def pairs_of(
    club_session: ClubSession, shared: Container[int] = (), turn: int = -1
) -> tuple[Pair, Pair]:
    """Return the pairs N-S and E-W, of an event in a round of the session (`turns_of`).

    Guests at a table of `shared` are called by their tablet too.
    """
    if turn >= 0:
        at = club_session.rounds.listed[turn]
        return pair_of(club_session.pair(at.ns)), pair_of(club_session.pair(at.ew))
    table, tablet = club_session.session.table, club_session.tablet
    if table in shared:
        where = text("table {number}, tablet {tablet},", number=table, tablet=tablet)
    else:
        where = text("table {number}", number=table)
    return _pair(club_session, NS, where), _pair(club_session, EW, where)


def _in_round(
    club_session: ClubSession, turn: int, pairs: tuple[Pair, Pair]
) -> tuple[int, tuple[Pair, Pair] | None, int]:
    """`round`, `seated` and `during` of a result between these pairs."""
    if turn < 0:
        return 0, None, 0
    at = club_session.rounds.listed[turn].round
    ns, ew = (pair_of(club_session.pair(pair.number).as_of(at)) for pair in pairs)
    begun = (begun.round for begun in club_session.rounds.listed[: turn + 1])
    return at, (ns, ew), max(begun)


def pair_of(pair: EventPair) -> Pair:
    """A pair of an event, as results have it."""
    first, second = next(iter(pair.entries.values()), GUESTS)
    return Pair((first.id, second.id), 0, "", -1, pair.name, pair.number)


def _unreal(club_session: ClubSession, pairs: tuple[Pair, Pair]) -> tuple[int, ...]:
    """The sides whose pairs the event does not have; both if it is one pair."""
    if not club_session.rounds.event:
        return ()
    ns, ew = (pair.number for pair in pairs)
    there = club_session.event.pairs if club_session.event else {ns, ew} - {NOBODY}
    sides = ((NS, ns), (EW, ew))
    return tuple(side for side, number in sides if ns == ew or number not in there)


def _first_plays(results: Iterable[Result]) -> tuple[list[Result], list[tuple[Result, Result]]]:
    """Return those that count, and those that a pair played again. [Law 15 B: those are cancelled]

    The same result of the same pairs is the same one, entered on two tablets. Where the director
    has given a score, it counts, the last one if there are several; then what else the pair has
    on that board counts for its opponents alone. All tables play the rounds of an event together,
    whichever session began first; what was not played at all comes last.
    """
    played: dict[tuple[int, Pair], Result] = {}
    counting, again = [], []
    for result in sorted(results, key=lambda result: (not result.session, result.during)):
        before = next((played[play] for play in _plays(result) if play in played), None)
        if before is None or result.adjusted:
            counting.append(result)
            played.update(dict.fromkeys(_plays(result), result))
        elif (before.pairs, before.deal) != (result.pairs, result.deal):
            again.append((result, before))
    return [_but_for(result, played) for result in counting], again


def _plays(result: Result) -> list[tuple[int, Pair]]:
    """Return the board and pair of each side that has a score for the result."""
    return [
        (result.board, pair) for side, pair in enumerate(result.pairs) if result.counts_for(side)
    ]


def _but_for(result: Result, played: Mapping[tuple[int, Pair], Result]) -> Result:
    """The result without the sides that have another score on its board."""
    others = (played.get((result.board, pair), result) for pair in result.pairs)
    sides = tuple(side for side, other in enumerate(others) if other is not result)
    return replace(result, elsewhere=sides) if sides else result


def _pair(club_session: ClubSession, side: int, table: str) -> Pair:
    session = club_session.session
    seated = zip(session.players[side::2], club_session.players[side::2], strict=True)
    (one, first), (other, second) = sorted(seated, key=lambda player: player[0])
    where = joined((table, wording.account(SIDES[side])), " ")
    there = session.table, club_session.tablet, side
    if other == GUEST:
        return Pair((one, other), *there, where)
    names = joined((wording.player(first, one), wording.player(second, other)), " & ")
    if one == GUEST:
        return Pair((one, other), *there, joined((names, " (", where, ")"), ""))
    return Pair((one, other), 0, "", -1, names)
