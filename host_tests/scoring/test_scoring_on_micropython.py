"""Scores on MicroPython: the same as on CPython in every cell of every game, in little heap."""

from support import interpreters

MOST = 256  # bytes of a deal, whatever was played

# Run by both interpreters: for each game and reading a hash over every contract and result.
HASH = """
from binascii import crc32
from firmware.scoring.deal import VUL_NONE, pack, with_hcp
from firmware.scoring.rules import rule_set

def standing(sheet, number):
    games = number & 1, number >> 1 & 1
    if sheet.name == "pirate":
        return (games[0], 1, 0, games[1]), (29 * games[1], 0, 20, 7)
    return games, (60 * games[1], 90 * games[0])

def hashed(name, options, strains):
    sheet, crc, number = rule_set(name)(options), 0, 0
    for level in range(1, 8):
        for strain in range(strains):
            for doubling in range(3):
                for tricks in range(14):
                    number += 5
                    deal = pack(level, strain, doubling, number % 2, tricks, ACCEPTOR[name])
                    if name == "russian":
                        deal = with_hcp(deal, number % 41)
                    games, part_scores = standing(sheet, number)
                    sheet.games, sheet.part_scores = list(games), list(part_scores)
                    sheet.complete, sheet.dealt = False, number % 12
                    place = VUL_NONE + number % 4 if name == "duplicate" else 0
                    crc = crc32(repr(sheet.add(deal, place)).encode(), crc)
    return crc, sheet.totals

CASES = (
    ("rubber", {}),
    ("rubber", {"undertricks": "1932", "insult": "flat50"}),
    ("international", {}),
    ("polish", {}),
    ("chicago", {"carry": "on"}),
    ("chicago", {"overtricks": "off", "vulnerable": "nondealer"}),
    ("chicago-server", {}),
    ("russian", {}),
    ("duplicate", {}),
    ("pirate", {}),
    ("pirate", {"overtricks": "above", "slam": "contractors"}),
    ("pirate", {"overtricks": "contract", "nullo_slam": "none"}),
)
ACCEPTOR = {name: int(name == "pirate") for name, _ in CASES}
for name, options in CASES:
    print(name, hashed(name, options, 6 if name == "pirate" else 5))
"""

# Prints what a score takes of the heap, with the 64-bit words of a PC: `points` nothing, a sheet's
# `add` so much at most; and a list, to see that it is measured.
HEAP = """
import gc
from firmware.scoring.board import points
from firmware.scoring.deal import NORTH, pack
from firmware.scoring.rules import rule_set

def results(strains, acceptor):
    return [
        pack(level, strain, doubling, NORTH, tricks, acceptor)
        for level in range(1, 8)
        for strain in range(strains)
        for doubling in range(3)
        for tricks in range(14)
    ]

def taken_by_points(deals):
    before = gc.mem_alloc()
    for deal in deals:
        points(deal, False)
        points(deal, True)
    return gc.mem_alloc() - before

def taken_by_lists(deals):
    before = gc.mem_alloc()
    for deal in deals:
        [points(deal, False)]
    return gc.mem_alloc() - before

def taken(name, deal, place):
    sheet = rule_set(name)()
    gc.collect()
    before = gc.mem_alloc()
    sheet.add(deal, place)
    return gc.mem_alloc() - before

deals = [0] + results(5, 0)
gc.collect()
gc.disable()
print("points", taken_by_points(deals))
print("again", taken_by_points(deals))
print("lists", taken_by_lists(deals))
print("duplicate", max([taken("duplicate", deal, 255) for deal in deals[::7]]))
print("pirate", max([taken("pirate", deal, 0) for deal in results(6, 1)[::7]]))
"""


def test_micropython_scores_every_cell_as_cpython_does():
    cpython = interpreters.cpython(HASH)
    assert cpython.count("\n") == 12
    assert interpreters.micropython(HASH) == cpython


def test_a_score_takes_little_heap_on_micropython():
    printed = interpreters.micropython(HEAP).split()
    taken = dict(zip(printed[::2], map(int, printed[1::2]), strict=True))
    assert (taken["points"], taken["again"]) == (0, 0)
    assert taken["lists"] > 0
    assert 0 < taken["duplicate"] <= MOST and 0 < taken["pirate"] <= MOST
