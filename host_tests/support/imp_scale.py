"""IMPs by the table of the laws, written down a second time. [Law 78 B]"""

from bisect import bisect_right

STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def imps(difference: int) -> int:
    """Look up what a difference of points is worth."""
    won = bisect_right(STEPS, abs(difference))
    return won if difference > 0 else -won
