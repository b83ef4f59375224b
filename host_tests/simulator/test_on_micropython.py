"""Every file of device tests passes on real MicroPython, and the runner notices when one does not.

The same files are collected by pytest itself, on CPython.
"""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dev.fetching import get_micropython_wasm
from dev.fetching.get_micropython import micropython_lib
from scorepad.simulator.interpreters import MicroPythonMissing, micropython, micropython32
from support.depth import full

HERE = Path(__file__).parents[1]
DEVICE_TESTS = sorted((HERE / "device").glob("test_*.py"))
ON_LITTLEFS = {"test_house", "test_settings"}  # in RAM; a page has none, but a journal


def on_micropython(
    tests: Path, interpreter: Callable[[], Path] = micropython
) -> subprocess.CompletedProcess[str]:
    """Run a file of tests; `.frozen` are the modules inside the interpreter."""
    path = [".frozen", HERE.parent, HERE.parent / "tools", micropython_lib()]
    return subprocess.run(
        [interpreter(), HERE / "support" / "on_micropython.py", tests],
        env={**os.environ, "MICROPYPATH": ":".join(map(str, path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "interpreter",
    [pytest.param(micropython, id="64 bits"), pytest.param(micropython32, id="32", marks=full)],
)
@pytest.mark.parametrize("tests", DEVICE_TESTS, ids=lambda tests: tests.stem)
def test_device_tests_pass_on_micropython(tests, interpreter):
    try:
        run = on_micropython(tests, interpreter)
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    if run.returncode:
        pytest.fail(run.stdout, pytrace=False)


@full
@pytest.mark.parametrize(
    "tests",
    [tests for tests in DEVICE_TESTS if tests.stem not in ON_LITTLEFS],
    ids=lambda t: t.stem,
)
def test_device_tests_pass_in_a_page(tests):
    """Under the unittest of its own library, as far as it goes."""
    parts = get_micropython_wasm.parts()
    runner = HERE / "support" / "web" / "device_tests.mjs"
    run = subprocess.run(
        [parts.node, runner, parts.library, HERE.parent, tests.stem],
        capture_output=True,
        text=True,
        check=False,
    )
    ran = re.match(r"(\d+) 0 0 0$", run.stdout.strip().split("\n")[-1])
    if run.returncode or not ran or not int(ran[1]):
        pytest.fail(run.stdout + run.stderr, pytrace=False)


HOLDS = {
    "caught": "def test(self):\n        with self.assertRaises(ValueError) as caught:\n"
    "            raise ValueError(7)\n        self.assertEqual(caught.exception.args[0], 7)",
    "part": "def test(self):\n        with self.subTest('part', n=1): self.assertNotIn(1, [])",
    "of_class": "@classmethod\n    def setUpClass(cls): cls.x = 1\n"
    "    def test(self): self.assertGreater(self.x, 0)",
}
FAILS = {
    "unequal": "def test(self): self.assertEqual(1, 2)",
    "not_raised": "def test(self): self.assertRaises(OSError, len, [])",
    "first": "def test_a(self): self.fail()\n    def test_b(self): pass",
    "part": "def test(self):\n        with self.subTest(n=7): self.fail()",
    "tear_down": "def tearDown(self): 1 // 0\n    def test(self): pass",
    "nothing": "def no_test(self): pass",
    "skipped": "def test(self): self.skipTest('not here')",
    "imports": "import no_such_module",
}


@pytest.mark.parametrize(("bodies", "status"), [(HOLDS, 0), (FAILS, 1)], ids=["holds", "fails"])
def test_the_runner_notices_what_fails_or_runs_nothing(tmp_path, bodies, status):
    """Each alone; some that fail are not even imported."""
    for name, body in bodies.items():
        tests = tmp_path / f"test_{name}.py"
        tests.write_text(f"import unittest\n\nclass Sample(unittest.TestCase):\n    {body}\n")
        run = on_micropython(tests)
        assert run.returncode == status, (name, run.stdout)
        assert status or "0 failed, 1 passed" in run.stdout, (name, run.stdout)
