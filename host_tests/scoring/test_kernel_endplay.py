"""Every contract at every result: the kernel against endplay's scores, and against MicroPython."""

import binascii
import itertools
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from firmware import selftest
from firmware.scoring import kernel
from firmware.scoring.deal import NORTH, overtricks, pack
from scorepad.simulator.interpreters import micropython
from support.commands import ROOT
from support.endplay_scores import duplicate

LEVELS, STRAINS, STAKES, TRICKS = range(1, 8), range(5), range(3), range(14)
CELLS = list(itertools.product(LEVELS, STRAINS, STAKES, (False, True), TRICKS))


# Prints a line for every cell; run by both interpreters.
PRINT_KERNEL = """
from firmware.scoring import kernel
from firmware.scoring.deal import overtricks, pack

def amounts(deal, vulnerable):
    if overtricks(deal) < 0:
        return [kernel.undertrick_score(deal, vulnerable, scale) for scale in range(3)]
    insults = [kernel.insult(deal, reading) for reading in range(3)]
    return [
        kernel.trick_score(deal),
        kernel.overtrick_score(deal, vulnerable),
        kernel.slam(deal, vulnerable),
    ] + insults

for level in range(1, 8):
    for strain in range(5):
        for stake in range(3):
            for vulnerable in (False, True):
                for tricks in range(14):
                    deal = pack(level, strain, stake, 0, tricks)
                    print(level, strain, stake, vulnerable, tricks, amounts(deal, vulnerable))
"""


def duplicate_score(deal: int, vulnerable: bool) -> int:
    """Declarer's score by Law 77, added up from the kernel."""
    if overtricks(deal) < 0:
        return -kernel.undertrick_score(deal, vulnerable)
    tricks = kernel.trick_score(deal)
    game = 500 if vulnerable else 300
    return (
        tricks
        + (game if tricks >= kernel.GAME else 50)
        + kernel.overtrick_score(deal, vulnerable)
        + kernel.insult(deal)
        + kernel.slam(deal, vulnerable)
    )


def test_there_are_2940_cells():
    assert len(set(CELLS)) == 2940


@pytest.mark.parametrize("level", LEVELS)
def test_the_kernel_makes_the_duplicate_scores_of_endplay(level):
    cells = [cell for cell in CELLS if cell[0] == level]
    ours = {
        (level, strain, stake, vulnerable, tricks): duplicate_score(
            pack(level, strain, stake, NORTH, tricks), vulnerable
        )
        for level, strain, stake, vulnerable, tricks in cells
    }
    assert ours == {
        (*bid, vulnerable, tricks): duplicate(tuple(bid), tricks, vulnerable)
        for *bid, vulnerable, tricks in cells
    }


def test_the_self_test_of_a_tablet_knows_the_table_of_endplay(monkeypatch):
    crc = 0
    for place, level in enumerate(LEVELS):
        for strain, tricks, vulnerable, stake in itertools.product(
            STRAINS, TRICKS, (False, True), STAKES
        ):
            points = duplicate((level, strain, stake), tricks, vulnerable)
            crc = binascii.crc32(struct.pack("<h", points), crc)
        assert crc == selftest._TABLE[place]
        assert selftest.run(place, None, None) == ""
    monkeypatch.setattr(kernel, "GAME", 90)
    with pytest.raises(selftest.Failed):
        selftest.run(2, None, None)  # of three, as three spades are 90


def printed(*interpreter: str | Path, path: str) -> list[str]:
    """What an interpreter prints for every cell."""
    run = subprocess.run(
        [*interpreter, "-c", PRINT_KERNEL],
        env={**os.environ, path: str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=120,
    )
    return run.stdout.splitlines()


def test_micropython_computes_what_cpython_computes():
    cpython = printed(sys.executable, path="PYTHONPATH")
    assert len(cpython) == 2940
    assert printed(micropython(), path="MICROPYPATH") == cpython
