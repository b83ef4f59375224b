"""What a director decides about an evening of duplicate, beside the deals of its sessions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware.scoring.deal import EW, NS
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import player_meant
from scorepad.club.duplicate.amounts import Amount
from scorepad.club.duplicate.comparison import MATCHPOINTS
from scorepad.club.duplicate.decisions import (
    NUMBER,
    AdjustBoard,
    CarryOver,
    Directing,
    DivideBoard,
    GivenToPair,
    WithdrawPair,
)
from scorepad.club.duplicate.directed import key_of
from scorepad.club.duplicate.field import Pair, Result, results_in
from scorepad.club.duplicate.gathering import Gathering
from scorepad.club.events.event import Event
from scorepad.club.log import Names, Signature, decide, load_subject
from scorepad.errors import UserError, remedy
from scorepad.language import Text, begin_sentence, marked, text

_AND = " & "  # between two players, as the lists have it
_CARRIED = 50  # boards of earlier sessions, at most
_TABLES = re.compile(r"[0-9]{1,3}(?:-[0-9]{1,3})?(?:, ?[0-9]{1,3}(?:-[0-9]{1,3})?)*")


@dataclass(frozen=True)
class Evening:
    """An evening with its pairs, of an event by `numbers`. `results`: all that was played."""

    date: str
    pairs: list[Pair]
    event: Event | None = None
    numbers: Mapping[int, Pair] = field(default_factory=dict)
    results: Sequence[Result] = ()

    @property
    def where(self) -> tuple[str, int]:
        """Return what every decision about it begins with."""
        return self.date, self.event.number if self.event else 0

    def key_of(self, pair: Pair) -> str:
        """Return the pair's key in decisions."""
        found = [number for number, one in self.numbers.items() if one == pair]
        return f"{NUMBER}{found[0]}" if found else key_of(pair)

    def pair_meant(self, rows: Rows, given: str, field: str = "pair") -> Pair:
        """The pair with this number or name, or that of a player, or of two. Raises UserError."""
        number = given.removeprefix(NUMBER)
        if self.numbers and number.isdecimal():
            if int(number) not in self.numbers:
                raise UserError(text("the event has no pair {number}", number=number), field)
            return self.numbers[int(number)]
        named = [pair for pair in self.pairs if pair.name.casefold() == given.casefold()]
        if named:
            return named[0]
        try:
            ids = {player_meant(rows, part).id for part in given.split(_AND)}
        except UserError as error:
            raise error.at(field) from None
        found = [pair for pair in self.pairs if ids <= {*pair.players}]
        if len(found) == 1:
            return found[0]
        about = {"given": repr(given), "date": self.date}
        if not found:
            raise UserError(text("{given}: nobody such played on {date}", **about), field)
        names = ", ".join(pair.name for pair in found)
        raise UserError(text("{given}: there are {names}; name both", **about, names=names), field)


def evening_of(gathering: Gathering) -> Evening:
    """The evening of these sessions, or their event. Raises UserError if that has no plan."""
    if gathering.unplanned:
        said = text("the club does not have the plan of this event, so nothing is decided")
        raise UserError(said, "event")
    results = results_in(gathering.sessions)
    if event := gathering.event:
        numbers = gathering.directed.pairs
        return Evening(str(event.date), list(numbers.values()), event, numbers, results)
    pairs = {pair: None for result in results for pair in result.pairs}
    return Evening(str(gathering.evening), list(pairs), results=results)


def adjust_board(
    rows: Rows, evening: Evening, board: int, ns: str, ew: str, said: str, by: Signature
) -> Text:
    """A board between two pairs counts as an adjusted score, whether they played it or not.

    `said`: scores.in_words. Says what was done. Raises UserError.
    """
    pairs = evening.pair_meant(rows, ns, "ns"), evening.pair_meant(rows, ew, "ew")
    _refuse_meeting(evening, board, *pairs)
    _refuse_turned(evening, board, *pairs)
    north_south, east_west = pairs
    keys = evening.key_of(north_south), evening.key_of(east_west)
    names = north_south.name, east_west.name
    return _decide(rows, AdjustBoard(*evening.where, board, *keys, *names, said), by)


def _refuse_meeting(evening: Evening, board: int, ns: Pair, ew: Pair) -> None:
    about = {"ns": ns.name, "ew": ew.name}
    if set(ns.players) & set(ew.players) - {0} or ns == ew:
        raise UserError(text("{ns} and {ew} cannot meet", **about), "ew")
    event = evening.event
    if event is None:
        return
    here, there = (event.section_of_pair.get(pair.number) for pair in (ns, ew))
    if here != there and not event.across:
        apart = text("{ns} and {ew} are of sections that are scored by themselves", **about)
        raise UserError(apart, "ew")
    planned = {
        one for movement in event.sections for boards in movement.board_sets for one in boards
    }
    if board not in planned:
        none = marked("the event has no board {board}: its boards end with {last}")
        raise UserError(text(none, board=board, last=max(planned)), "board")


def _refuse_turned(evening: Evening, board: int, ns: Pair, ew: Pair) -> None:
    """Raises UserError if both have only sat the other way: they would be in the other's list.

    Two pairs that have played the board may be named either way.
    """
    met = any(result.board == board and {*result.pairs} == {ns, ew} for result in evening.results)
    sat = [
        {result.pairs.index(pair) for result in evening.results if pair in result.pairs}
        for pair in (ns, ew)
    ]
    if not met and sat == [{EW}, {NS}]:
        turned = marked(
            "{ns} sat E-W, and {ew} N-S, all evening: name {ew} first, and their score"
        )
        raise UserError(text(turned, ns=ns.name, ew=ew.name), "ns")


def divide(rows: Rows, evening: Evening, board: int, tables: Sequence[str], by: Signature) -> Text:
    """Record in which groups a fouled board is compared; the later decision counts. [Law 87 B]

    `tables`: those of each form but the usual one. Return what was done. Raise UserError.
    """
    groups = list(map(_read_tables, tables))
    named = [table for group in groups for table in group]
    there = {result.table for result in evening.results if result.board == board}
    for movement in evening.event.sections if evening.event else ():
        there |= {meeting.table for meeting in movement.schedule if board in meeting.boards}
    if others := set(named) - there:
        not_there = text("table {table} has not had board {board}", table=min(others), board=board)
        raise UserError(not_there, "tables")
    if len(set(named)) < len(named) or not all(groups) or groups == [sorted(there)]:
        once = text("name each table once, and only those that had another form than the rest")
        raise UserError(once, "tables")
    return _decide(rows, DivideBoard(*evening.where, board, groups), by)


def _read_tables(said: str) -> list[int]:
    """Return the tables that are meant by `4-6, 8`. Raise UserError."""
    if not _TABLES.fullmatch(said):
        how = text("{given}: tables are 4, 4-6 or 4,6", given=repr(said))
        raise UserError(how, "tables")
    spans = (part.partition("-") for part in said.split(","))
    return sorted(
        {one for first, _, last in spans for one in range(int(first), int(last or first) + 1)}
    )


def give(
    rows: Rows,
    evening: Evening,
    kind: type[GivenToPair],
    given: str,
    amount: Amount,
    by: Signature,
) -> Text:
    """A pair gets an amount: a penalty, a bonus, or what it carries over.

    Says what was done. Raises UserError, also for matchpoints in an event that has IMPs.
    """
    amount.refuse_more(_CARRIED if kind is CarryOver else 1)
    if evening.event and evening.event.scoring != MATCHPOINTS:
        amount.points(0)
    pair = evening.pair_meant(rows, given)
    about = evening.key_of(pair), pair.name, str(amount)
    return _decide(rows, kind(*evening.where, *about), by)


def withdraw(rows: Rows, evening: Evening, given: str, by: Signature) -> Text:
    """A pair plays no more. Says what was done. Raises UserError, also in an event."""
    pair = evening.pair_meant(rows, given)
    if evening.event:
        leave = {"event": f"id={evening.event.id}", "pair": str(pair.number)}
        said = text("a pair of an event leaves it from a round on")
        raise UserError(said, "pair", [remedy("event leave", **leave)])
    return _decide(rows, WithdrawPair(*evening.where, evening.key_of(pair), pair.name), by)


def _decide(rows: Rows, decision: Directing, by: Signature) -> Text:
    entry = decide(rows, load_subject(rows, decision.subject), decision, by)
    what = begin_sentence(decision.describe(Names(rows)))
    return text("{what} (decision {number}).", what=what, number=entry.number)
