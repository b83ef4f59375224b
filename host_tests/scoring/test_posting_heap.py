"""Heap that the postings of one deal take on MicroPython, with the 64-bit words of a PC."""

from support import interpreters

MOST = 256  # bytes of a deal, whatever was played

# The rule sets with the most postings, each deal on a sheet of its own; prints what a sheet's
# `add` takes at most, and what a list of eight tuples does, to see that it is measured.
PRINT_MOST = """
import gc
from firmware.scoring.deal import NORTH, pack
from firmware.scoring.rules import rule_set

def taken(name, deal, place):
    sheet = rule_set(name)()
    gc.collect()
    before = gc.mem_alloc()
    sheet.add(deal, place)
    return gc.mem_alloc() - before

gc.disable()
for name, strains, acceptor, place in (("duplicate", 5, 0, 255), ("pirate", 6, 1, 0)):
    most = 0
    for level in range(1, 8):
        for strain in range(strains):
            for doubling in range(3):
                for tricks in range(14):
                    deal = pack(level, strain, doubling, NORTH, tricks, acceptor)
                    most = max(most, taken(name, deal, place))
    print(name, most)

gc.collect()
before = gc.mem_alloc()
[(n, "above", 50, "game") for n in range(8)]
print("tuples", gc.mem_alloc() - before)
"""


def test_a_deal_takes_little_heap_whatever_was_played():
    printed = interpreters.micropython(PRINT_MOST).split()
    taken = dict(zip(printed[::2], map(int, printed[1::2]), strict=True))
    assert taken.keys() == {"duplicate", "pirate", "tuples"}
    assert 0 < taken["duplicate"] <= MOST and 0 < taken["pirate"] <= MOST
    assert taken["tuples"] > MOST
