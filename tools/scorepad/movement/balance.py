"""How fairly a movement with one winner compares the pairs with one another, as a figure.

What a pair loses on a board, the pairs that sit the other way there win, and those that sit as it
does lose too, in comparison. In the best case every pair depends on every other one alike: 100.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from scorepad.movement.model import Meeting, Movement


def balance(movement: Movement) -> Fraction:
    """Return the balance of a movement, from 0 to 100.

    For each two pairs, over all boards that both play: the number of other results of the board
    where they meet; otherwise 1 if they sit the same way, -1 if not. With S the sum over all N
    twos of pairs, and SS that of the squares: 100 S S / (N SS).
    """
    weights = Counter[tuple[int, int]]()
    for board in sorted({board for meeting in movement.schedule for board in meeting.boards}):
        _weigh([meeting for meeting in movement.schedule if board in meeting.boards], weights)
    twos = list(combinations(movement.pairs, 2))
    total = sum(weights[two] for two in twos)
    squares = sum(weights[two] ** 2 for two in twos)
    return Fraction(100 * total * total, len(twos) * squares) if squares else Fraction(0)


def _weigh(results: list[Meeting], weights: Counter[tuple[int, int]]) -> None:
    sitting = [(meeting.ns, 1) for meeting in results] + [(meeting.ew, -1) for meeting in results]
    for (pair, way), (other, opposite) in combinations(sorted(sitting), 2):
        weights[pair, other] += way * opposite
    for meeting in results:
        pair, other = sorted(meeting.pairs)
        weights[pair, other] += len(results)  # -1, for they sit opposite, becomes results - 1
