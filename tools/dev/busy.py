"""Run `make test` on a machine that is busy, in random orders: its results must not change.

``python -m dev.busy [SEED]`` starts six processes that compute without end and one that takes all
memory but 2 GB. Beside them it runs `make test` with JOBS=1, 2 and 6, in an order of tests that is
drawn from the seed and printed. Exit status 1: a run failed.
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator

from scorepad.sources import SOURCES as ROOT

BURNERS = 6
FREE_MB = 2048
JOBS = (1, 2, 6)
_BURN = "while True: pass"
# Takes memory in pieces and writes to it, until so much is left; the first to go if that is wrong.
_FILL = """
import pathlib, sys
pathlib.Path("/proc/self/oom_score_adj").write_text("1000")
taken = []
def free():
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")) // 1024
while free() > int(sys.argv[1]) + 16:
    taken.append(bytearray(b"x") * (16 << 20))
print(free(), flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def keep_busy() -> Iterator[None]:
    """Load the processors and fill the memory until the end of the block."""
    burn = [sys.executable, "-c", _BURN]
    busy = [subprocess.Popen(burn, text=True) for _ in range(BURNERS)]
    command = [sys.executable, "-c", _FILL, str(FREE_MB)]
    filler = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert filler.stdout
        print(f"busy: {BURNERS} processes compute, {filler.stdout.readline().strip()} MB are free")
        yield
        if filler.poll() is not None:
            raise SystemExit("busy: the memory ran out, so the run proves nothing")
    finally:
        for process in (*busy, filler):
            process.kill()
            process.wait()


def run_tests(jobs: int, seed: int) -> int:
    """Run `make test` in the order of a seed; return its exit status."""
    print(f"busy: make test JOBS={jobs}, order {seed}", flush=True)
    order = f"-p randomly -p no:cacheprovider --randomly-seed={seed}"
    variables = {**os.environ, "PYTEST_ADDOPTS": order}
    return subprocess.run(
        ["make", "test", f"JOBS={jobs}"], cwd=ROOT, env=variables, check=False
    ).returncode


def main() -> int:
    """Run the command line; 1 is the exit status when a run failed."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    options.add_argument("seed", nargs="?", type=int, help="of the order of the tests")
    seed = options.parse_args().seed or random.SystemRandom().randrange(1, 2**32 - len(JOBS))
    with keep_busy():
        ended = {jobs: run_tests(jobs, seed + at) for at, jobs in enumerate(JOBS)}
    for jobs, status in ended.items():
        print(f"busy: JOBS={jobs}: {'passed' if status == 0 else 'FAILED'}")
    return int(any(ended.values()))


if __name__ == "__main__":
    sys.exit(main())
