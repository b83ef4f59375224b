"""What a director decides about an evening of duplicate, beside the deals of its sessions."""

from dataclasses import dataclass

from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.correcting import Signature
from scorepad.club.decisions.finding import player_meant
from scorepad.club.decisions.standing import standing
from scorepad.club.duplicate.amounts import Amount
from scorepad.club.duplicate.directed import AGAINST, key_of
from scorepad.club.duplicate.field import Pair, results_in
from scorepad.club.duplicate.gathering import Gathering
from scorepad.errors import UserError

_AND = " & "  # between two players, as the lists have it


@dataclass(frozen=True)
class Evening:
    """An evening whose pairs are known."""

    date: str
    pairs: list[Pair]

    def pair_meant(self, rows: Rows, given: str) -> Pair:
        """The pair with this name, or that of a player, or of two. Raises UserError."""
        named = [pair for pair in self.pairs if pair.name.casefold() == given.casefold()]
        if named:
            return named[0]
        ids = {player_meant(rows, part).id for part in given.split(_AND)}
        found = [pair for pair in self.pairs if ids <= {*pair.players}]
        if len(found) == 1:
            return found[0]
        names = ", ".join(pair.name for pair in found)
        which = f"there are {names}; name both" if found else f"nobody such played on {self.date}"
        raise UserError(f"{given!r}: {which}")


def evening_of(gathering: Gathering) -> Evening:
    """The evening of these sessions."""
    pairs = {pair: None for one in results_in(gathering.sessions) for pair in one.pairs}
    return Evening(str(gathering.evening), list(pairs))


def adjust_board(
    rows: Rows, evening: Evening, board: int, ns: str, ew: str, said: str, by: Signature
) -> str:
    """A board between two pairs counts as an adjusted score, whether they played it or not.

    `said`: scores.in_words. Says what was done. Raises UserError.
    """
    pairs = evening.pair_meant(rows, ns), evening.pair_meant(rows, ew)
    if set(pairs[0].players) & set(pairs[1].players) - {0}:
        raise UserError(f"{pairs[0].name} and {pairs[1].name} cannot meet")
    who = AGAINST.join(map(key_of, pairs))
    was = AGAINST.join(pair.name for pair in pairs)
    row = kinds.decision(
        by.author,
        by.reason,
        kinds.ADJUST,
        evening=evening.date,
        board=board,
        who=who,
        was=was,
        said=said,
    )
    add(rows, row)
    return f"Board {board}, {was}: {said} (decision {row.id})."


def give(
    rows: Rows, evening: Evening, kind: str, given: str, amount: Amount, by: Signature
) -> str:
    """A pair gets an amount: a penalty, a bonus, or what it carries over.

    Says what was done. Raises UserError.
    """
    return _of_pair(rows, evening, kind, given, str(amount), by)


def withdraw(rows: Rows, evening: Evening, given: str, by: Signature) -> str:
    """A pair plays no more. Says what was done. Raises UserError."""
    pair = evening.pair_meant(rows, given)
    about = DecisionRow.kind == kinds.WITHDRAW, DecisionRow.evening == evening.date
    if any(row.who == key_of(pair) for row in standing(rows, DecisionRow, *about)):
        raise UserError(f"{pair.name} withdrew already")
    return _of_pair(rows, evening, kinds.WITHDRAW, given, "", by)


def _of_pair(rows: Rows, evening: Evening, kind: str, given: str, said: str, by: Signature) -> str:
    pair = evening.pair_meant(rows, given)
    about = {"evening": evening.date, "who": key_of(pair), "was": pair.name, "said": said}
    row = kinds.decision(by.author, by.reason, kind, **about)
    add(rows, row)
    return f"{pair.name}: {' '.join([kind, said]).strip()} (decision {row.id})."
