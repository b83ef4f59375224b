"""Makes the movement that somebody asks for, and says what can be had where it cannot."""

from collections.abc import Callable
from dataclasses import dataclass

from scorepad.language import marked, text
from scorepad.movement import howell, mitchell
from scorepad.movement.model import MOST_BOARDS, Movement, NoSuchMovement
from scorepad.movement.sections import divide_pairs, join_sections

_USUAL_BOARDS = 26  # that a pair plays in an evening, more or less


@dataclass(frozen=True)
class Wish:
    """The movement that a user asks for.

    `rounds` and `boards` (per round): None for the usual number. `no_sit_out` refuses an odd
    number of pairs. For a Mitchell, `relay`: whether there is one if the number of tables is even;
    `switched`: how many of the last rounds are arrow-switched; `one_winner`: switches as many as
    are best for one winner.
    """

    kind: str
    pairs: int
    rounds: int | None = None
    boards: int | None = None
    sections: int = 1
    no_sit_out: bool = False
    relay: bool = False
    switched: int | None = None
    one_winner: bool = False


def build_movements(wish: Wish) -> list[Movement]:
    """Return a movement for each section, with equally many rounds. Raise NoSuchMovement."""
    of_sections = divide_pairs(wish.pairs, wish.sections)
    rounds = wish.rounds or min(_most_rounds(wish, pairs) for pairs in of_sections)
    sets = max(rounds if wish.kind == "howell" else (pairs + 1) // 2 for pairs in of_sections)
    # At least one in a round, and no more than there are numbers for.
    usual = max(1, min((_USUAL_BOARDS + rounds // 2) // rounds, MOST_BOARDS // sets))
    boards = wish.boards or usual
    movements = join_sections(
        _KINDS[wish.kind](wish, pairs, rounds, boards) for pairs in of_sections
    )
    if wish.no_sit_out:
        _refuse_sit_outs(movements)
    return movements


def _most_rounds(wish: Wish, pairs: int) -> int:
    if wish.kind == "howell":
        return howell.most_rounds(pairs)
    tables = (pairs + 1) // 2
    return mitchell.most_rounds(tables, wish.relay and not tables % 2)


def _mitchell(wish: Wish, pairs: int, rounds: int, boards: int) -> Movement:
    tables = (pairs + 1) // 2
    relay = wish.relay and (wish.sections == 1 or not tables % 2)
    usual = mitchell.switches(rounds) if wish.one_winner else 0
    switched = usual if wish.switched is None else wish.switched
    return mitchell.build_mitchell(pairs, rounds, boards, relay, switched)


_KINDS: dict[str, Callable[[Wish, int, int, int], Movement]] = {
    "mitchell": _mitchell,
    "howell": lambda wish, pairs, rounds, boards: howell.build_howell(pairs, rounds, boards),
}


def _refuse_sit_outs(movements: list[Movement]) -> None:
    pairs = sum(len(movement.pairs) for movement in movements)
    if any(movement.sit_outs for movement in movements):
        about = {"pairs": pairs, "fewer": pairs - 1, "more": pairs + 1}
        odd = marked(
            "With {pairs} pairs one sits out in every round; with {fewer} or {more} nobody does."
        )
        raise NoSuchMovement(text(odd, **about), "pairs")
