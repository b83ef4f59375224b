"""Where a deal is played, as one byte: a board of duplicate bridge, or who is vulnerable.

0 is nothing said; 1..MAX_BOARD the board; VUL_NONE + (0..3) only the vulnerability, + bit 0 for
N-S, + bit 1 for E-W.
"""

MAX_BOARD = 250
VUL_NONE = 252
VULNERABILITIES = ("none", "NS", "EW", "both")
