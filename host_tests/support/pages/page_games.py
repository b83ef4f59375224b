"""Games of every rule set, with all that can happen in one, as `docs/records.md` writes them."""

from dataclasses import replace

from support.pages.page_records import Game

BEGAN = 14_141_955  # 2026-11-20 19:15
ENDED = BEGAN + 50
PARTED = ("close", "end")  # the players stop, and have seen the result

_GAMES = [
    Game(
        "rubber",
        ["4Sx S +1", "claim S4", "pass", "3N W -2", "correct 3 3N W -1", "void 2", *PARTED],
        {"settle": "100s", "undertricks": "1932", "unfinished_part": "50"},
        accept=True,
        dealer="E",
    ),
    Game(
        "rubber",
        ["3N N =", "claim N4", "claim none", "4S S =", "end", "correct 2 4S S +2"],
        {"insult": "flat50"},
    ),
    Game(
        "international",
        ["3N N =", "2H E =", "2Hxx W -1", "4S E =", "claim W5", "claim E4", "6N E =", "end"],
        {"honours": "on", "unfinished": "exclusive"},
        dealer="W",
    ),
    Game("polish", ["7Nxx S =", "1C E -7", "void 1", "correct 1 3D N =", *PARTED]),
    Game(
        "nz-match",
        ["4S N =", "1N E =", "3N S +3", "claim S4", "2H W =", "end"],
        {"deals": "4", "tie": "playoff", "settle": "100s"},
    ),
    Game("nz-match", ["3N N =", "pass", *PARTED], {"deals": "100"}),
    Game(
        "chicago",
        ["2H N =", "pass", "2C S =", "4Hx E +1", "claim E4", "2S W =", "1N N =", *PARTED],
        {"vulnerable": "nondealer", "carry": "on", "passed": "counts", "overtricks": "off"},
        dealer="S",
    ),
    Game("chicago-server", ["6H N =", "pass", "3N E -1", "1C S +6", "2Dxx W =", *PARTED]),
    Game(
        "russian",
        ["4S N = hcp=23", "pass hcp=20", "3N E -2 hcp=0", "correct 1 4S N -1 hcp=40", *PARTED],
        {"passed": "counts"},
    ),
    Game(
        "duplicate",
        [
            *("b1 4S N =", "b250 3N W -2", "b17 pass", "6Nx E = vul=none", "1C S +1 vul=NS"),
            *("2D W = vul=EW", "5C N -3 vul=both", "void 4", "correct 2 b16 3N W =", *PARTED),
        ],
        accept=True,
    ),
    Game(
        "pirate",
        [
            *("4S N/E = hon=W2-1", "2O S/W +1", "3N E/S =", "claim S2-2", "5Hx N/W -2"),
            *("void 2", "1C W/N +6", *PARTED),
        ],
        {"honours": "on", "overtricks": "contract", "slam": "contractors", "nullo_slam": "none"},
    ),
]
GAMES = [replace(game, began=BEGAN, ended=ENDED) for game in _GAMES]
