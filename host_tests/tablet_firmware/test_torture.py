"""The power goes at every flash operation, and every byte on flash rots: torture/, on MicroPython.

A case that fails prints a token:
`POWER_CUT=17.0.1.0.2 pytest host_tests/tablet_firmware/test_torture.py -k a_cut`
plays it alone; with TORTURE=1 if it is of the long form.
"""

import os
from pathlib import Path

import pytest

from scorepad.simulator.interpreters import micropython
from support.depth import FULL, TORTURE, full, sampled, some
from support.interpreters import run

HERE = Path(__file__).parents[1]
ROOT = HERE.parent
DEVICE = ROOT / "tools" / "scorepad" / "simulator" / "device"
POWER_CUT = os.environ.get("POWER_CUT", "")
ROT_SHARDS, RAW_SHARDS, CUT_SHARDS = 32, 64, 1 if POWER_CUT else 64
# Cases in a shard, or the evening has lost some of its steps.
LEAST_ROT = 80  # stores with a byte changed, pages cut off, missing, or another's
LEAST_RAW = 20
LEAST = 1 if POWER_CUT else 10
HEAP = "3M"  # the firmware collects in every turn, which takes longer the larger the heap is


def torture(program: str, *arguments: str) -> str:
    """What a program of torture/ prints."""
    path = [HERE / "torture", DEVICE, ROOT, ROOT / "tools"]
    words = ("-X", f"heapsize={HEAP}", HERE / "torture" / program, *arguments)
    done = run(micropython(), *words, path=path)
    assert done.returncode == 0, done.stdout[-2000:]
    return done.stdout


def shards(count: int, more: int) -> list[int]:
    """One of so many in `make test`, `more` times as many in `make test-all`."""
    return some(range(count), max(1, count // more) if FULL else count)


def cases(program: str, *arguments: object) -> int:
    """Return how many there were, none of which has failed."""
    said = torture(program, *map(str, arguments))
    assert "FAILED" not in said, said[said.index("FAILED") :][:2000]
    return int(said.split()[-1])


@sampled
@pytest.mark.parametrize("shard", shards(ROT_SHARDS, 8))
def test_rot_in_any_byte_of_a_page_is_named_and_nothing_else_is_lost(shard: int) -> None:
    assert cases("rot.py", shard, ROT_SHARDS) >= LEAST_ROT


@sampled
@pytest.mark.parametrize("shard", shards(RAW_SHARDS, 8))
def test_rot_beneath_the_file_system_ends_in_no_wrong_total(shard: int) -> None:
    assert cases("rot.py", shard, RAW_SHARDS, "raw") >= LEAST_RAW


@sampled
@pytest.mark.parametrize("shard", shards(CUT_SHARDS, 4))
def test_a_cut_at_any_operation_keeps_what_was_confirmed(shard: int) -> None:
    form = "long" if TORTURE else "" if FULL or POWER_CUT else "short"
    assert cases("power.py", shard, CUT_SHARDS, *filter(None, (form, POWER_CUT))) >= LEAST


@full
def test_on_a_full_flash_nothing_is_lost_that_was_said_to_be_saved() -> None:
    assert torture("full.py").count("then NOT SAVED") == 2


def test_a_game_that_cannot_begin_leaves_the_one_before() -> None:
    assert torture("refuse.py").split()[-2:] == ["cases", "7"]
