"""Comparing the scores of one board at several tables.

`scores` are points in N-S terms, one a table: what N-S won or, negative, lost on the board. The
results are in the same order and in N-S terms; those of E-W are their negatives or, in
matchpoints, what is left of the top.
"""

from firmware.scoring.imps import imps


def matchpoints(scores: list[int]) -> list[int]:
    """Return 2 for every lower score and 1 for every equal one; the top is 2n - 2.

    Laws of Duplicate Bridge 2017, Law 78 A.
    """
    return [_beaten(own, scores) for own in scores]


def _beaten(own: int, scores: list[int]) -> int:
    points = -1  # for the tie with itself
    for other in scores:
        points += (own > other) + (own >= other)
    return points


def cross_imps(scores: list[int]) -> list[int]:
    """Return the sum of the IMPs against every other score; not divided by how many these are."""
    return [sum([imps(own - other) for other in scores]) for own in scores]


def butler(scores: list[int], trim: bool = False) -> list[int]:
    """Return the IMPs against the datum."""
    middle = datum(scores, trim)
    return [imps(own - middle) for own in scores]


def datum(scores: list[int], trim: bool = False) -> int:
    """Return the mean of the scores, rounded to the nearest 10; 0 if there are none.

    A half is rounded away from 0, so that N-S and E-W are treated alike. `trim`: the highest and
    the lowest score, one of each, are left out; of one or two scores none is.
    """
    total, count = sum(scores), len(scores)
    if trim and count > 2:
        total -= max(scores) + min(scores)
        count -= 2
    if not count:
        return 0
    tens = (abs(total) + 5 * count) // (10 * count)
    return -10 * tens if total < 0 else 10 * tens
