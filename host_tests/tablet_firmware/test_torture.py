"""The power goes at every flash operation, and every byte on flash rots: torture/, on MicroPython.

A case that fails prints a token:
`POWER_CUT=17.3.1.0.2 pytest host_tests/tablet_firmware/test_torture.py` plays it
alone.
"""

import os
import subprocess
from pathlib import Path

import pytest

from scorepad.simulator.interpreters import micropython
from support.depth import FULL, TORTURE, full, sampled, some

HERE = Path(__file__).parents[1]
ROOT = HERE.parent
DEVICE = ROOT / "tools" / "scorepad" / "simulator" / "device"
SHARDS = 8
ROT_SHARDS = 11  # as many as there are pages
CUT_SHARDS = 64
POWER_CUT = os.environ.get("POWER_CUT", "")
SOME = some(range(SHARDS), SHARDS)
SOME_CUTS = (
    range(CUT_SHARDS) if POWER_CUT else some(range(CUT_SHARDS), CUT_SHARDS // 4 * (4 - 3 * FULL))
)
# Cases in a shard, or the evening has lost some of its steps.
LEAST_ROT = 60  # pages with one byte changed, cut off, missing, or another's
LEAST_RAW = 150
LEAST = 10
HEAP = "3M"  # the firmware collects in every turn, which takes longer the larger the heap is


def torture(program: str, *arguments: str) -> str:
    """What a program of torture/ prints; `.frozen` are the modules inside the interpreter."""
    path = [".frozen", HERE / "torture", DEVICE, ROOT, ROOT / "tools"]
    run = subprocess.run(
        [micropython(), "-X", f"heapsize={HEAP}", HERE / "torture" / program, *arguments],
        env={**os.environ, "MICROPYPATH": ":".join(map(str, path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:]
    return run.stdout


@sampled
@pytest.mark.parametrize("shard", some(range(ROT_SHARDS), ROT_SHARDS))
def test_rot_in_any_byte_of_a_page_is_named_and_nothing_else_is_lost(shard: int) -> None:
    said = torture("rot.py", str(shard), str(ROT_SHARDS))
    assert "FAILED" not in said, said[said.index("FAILED") :][:2000]
    assert int(said.split()[-1]) >= LEAST_ROT


@sampled
@pytest.mark.parametrize("shard", SOME)
def test_rot_beneath_the_file_system_ends_in_no_wrong_total(shard: int) -> None:
    said = torture("raw_rot.py", str(shard), str(SHARDS))
    assert "FAILED" not in said, said[said.index("FAILED") :][:2000]
    assert int(said.split()[-1]) >= LEAST_RAW


@sampled
@pytest.mark.parametrize("shard", SOME_CUTS)
def test_a_cut_at_any_operation_keeps_what_was_confirmed(shard: int) -> None:
    token = "long" if TORTURE else POWER_CUT
    said = torture("power.py", str(shard), str(CUT_SHARDS), *([token] if token else []))
    assert "FAILED" not in said, said[said.index("FAILED") :][:2000]
    cases = int(said.split()[-1])
    assert token or cases >= LEAST


@full
def test_on_a_full_flash_nothing_is_lost_that_was_said_to_be_saved() -> None:
    assert torture("full.py").count("then NOT SAVED") == 2


def test_a_game_that_cannot_begin_leaves_the_one_before() -> None:
    assert torture("refuse.py").split()[-2:] == ["cases", "7"]
