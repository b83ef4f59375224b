"""International match points: what a difference between two scores is worth.

Laws of Duplicate Bridge 2017, Law 78 B.
"""

# From how many points on one IMP more is won: 20 points are 1 IMP, 50 are 2, 4000 are 24.
THRESHOLDS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def imps(difference: int) -> int:
    """Return the IMPs for a difference of points, with its sign: 0..24 either way."""
    size, won = abs(difference), 0
    while won < len(THRESHOLDS) and size >= THRESHOLDS[won]:
        won += 1
    return -won if difference < 0 else won
