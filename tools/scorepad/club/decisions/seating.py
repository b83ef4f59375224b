"""Which entries of the roster are one person, who counts for all of them.

Merges are only added; the players in the seats follow from them and from what was decided.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.log import Decision, Entry, Names, Subject
from scorepad.errors import UserError
from scorepad.language import Text, text

PLAYERS = "players"  # the subject of all merges


class Merges(Subject):
    """The entries of the roster that are the same person (consequences: merging.py).

    steps: from each merged one to the next
    merges: what has merged them, in order
    """

    begin = PLAYERS

    def __init__(self, entries: Iterable[Entry]):
        self.steps, self.merges = dict[int, int](), list[Entry]()
        super().__init__(entries)


@dataclass(frozen=True)
class Merge(Decision[Merges], kind="merge players"):
    """`player` is the same person as the player `same_as`."""

    subject = PLAYERS
    player: int
    same_as: int

    def list_related(self, rows: Rows, state: Merges) -> Sequence[str]:
        """Return the two entries."""
        return [f"player:{self.player}", f"player:{self.same_as}"]

    def apply(self, state: Merges) -> None:
        if self.player in state.steps or person(state.steps, self.same_as) == self.player:
            about = {"first": f"id={self.player}", "second": f"id={self.same_as}"}
            raise UserError(text("{first} and {second} would count for each other.", **about))
        state.steps[self.player] = self.same_as
        state.merges.append(state.applying)

    def describe(self, names: Names) -> Text:
        called = names.find(read_names)
        one, other = (wording.player(called.get(n), n) for n in (self.player, self.same_as))
        return text("{player} is {other}", player=one, other=other)


def read_names(rows: Rows) -> dict[int, str]:
    """Return the names of all entries of the roster, by their ids."""
    return dict(map(tuple, rows.all("SELECT id, name FROM players")))


def merged(rows: Rows) -> dict[int, int]:
    """The players who were merged, and into whom, one step."""
    return Merges.load(rows).steps


def person(steps: Mapping[int, int], player: int) -> int:
    """The player who counts for this one, after all steps of `merged`."""
    for _ in steps:  # and no further, should the rows of a file lead in a circle
        if player not in steps:
            break
        player = steps[player]
    return player


def twice(players: Iterable[int]) -> bool:
    """Return True if a player has two of these seats; guests may."""
    return any(number > 1 for player, number in Counter(players).items() if player)
