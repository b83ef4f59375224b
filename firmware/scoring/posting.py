"""A posting as one integer, a small int on a 32-bit MicroPython: what one account gets, and why.

bits   field      meaning
0-1    account    index of an account of the sheet
2      line       1 above the line, 0 below it
3-7    reason     index of a word of the paper score sheet
8-     points     with their sign
"""

BELOW, ABOVE = "below", "above"

# What points are for, at most 32 words. Their order may change, for no number is stored.
_REASONS = (
    "tricks", "undertricks", "overtricks", "insult", "slam", "game", "part-score", "rubber",
    "honours", "accepting", "IMPs", "unfinished game", "unfinished part-score",
    "unfinished game withdrawn", "unfinished part-score withdrawn",
)  # fmt: skip


def post(postings: list[int], account: int, line: str, points: int, reason: str) -> None:
    """Appends a posting, if there are points. Raises ValueError for a reason that is none."""
    if points:
        why = _REASONS.index(reason) << 3 | (line == ABOVE) << 2
        postings.append(points << 8 | why | account)


def opposite(posting: int) -> int:
    """What the other of two sides loses by a posting."""
    return -(posting >> 8) << 8 | posting & 0xFF ^ 1


def unpacked(postings: list[int]):  # an iterator of tuple[int, str, int, str]
    """The account, BELOW or ABOVE, the points and the reason of each."""
    for posting in postings:
        line = ABOVE if posting & 4 else BELOW
        yield posting & 3, line, posting >> 8, _REASONS[posting >> 3 & 31]


def add_up(postings: list[int], totals: list[int]) -> None:
    """Adds the points to the totals of their accounts."""
    for posting in postings:
        totals[posting & 3] += posting >> 8
