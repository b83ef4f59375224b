"""Every file of device tests passes on real MicroPython, and the runner notices when one does not.

The same files are collected by pytest itself, on CPython.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dev.fetching.get_micropython import micropython_lib
from scorepad.simulator.interpreters import micropython, micropython32
from support.depth import full
from support.interpreters import run
from support.needed import or_skip

HERE = Path(__file__).parents[1]
DEVICE_TESTS = sorted((HERE / "device").glob("test_*.py"))


def on_micropython(
    tests: Path, interpreter: Callable[[], Path] = micropython
) -> subprocess.CompletedProcess[str]:
    """Run a file of tests."""
    path = [HERE.parent, HERE.parent / "tools", micropython_lib()]
    return run(interpreter(), HERE / "support" / "on_micropython.py", tests, path=path)


@pytest.mark.parametrize(
    "interpreter",
    [pytest.param(micropython, id="64 bits"), pytest.param(micropython32, id="32", marks=full)],
)
@pytest.mark.parametrize("tests", DEVICE_TESTS, ids=lambda tests: tests.stem)
def test_device_tests_pass_on_micropython(tests, interpreter):
    with or_skip():
        done = on_micropython(tests, interpreter)
    if done.returncode:
        pytest.fail(done.stdout, pytrace=False)


HOLDS = {
    "caught": "def test(self):\n        with self.assertRaises(ValueError) as caught:\n"
    "            raise ValueError(7)\n        self.assertEqual(caught.exception.args[0], 7)",
    "part": "def setUp(self): self.x = 1\n"
    "    def test(self):\n        with self.subTest(n=1): self.assertEqual(self.x, 1)",
}
FAILS = {
    "unequal": "def test(self): self.assertEqual(1, 2)",
    "not_raised": "def test(self): self.assertRaises(OSError, len, [])",
    "first": "def test_a(self): self.fail()\n    def test_b(self): pass",
    "part": "def test(self):\n        with self.subTest(n=7): self.fail()",
    "nothing": "def no_test(self): pass",
    "imports": "import no_such_module",
}


@pytest.mark.parametrize(("bodies", "status"), [(HOLDS, 0), (FAILS, 1)], ids=["holds", "fails"])
def test_the_runner_notices_what_fails_or_runs_nothing(tmp_path, bodies, status):
    """Each alone; some that fail are not even imported."""
    for name, body in bodies.items():
        tests = tmp_path / f"test_{name}.py"
        tests.write_text(f"import unittest\n\nclass Sample(unittest.TestCase):\n    {body}\n")
        done = on_micropython(tests)
        assert done.returncode == status, (name, done.stdout)
        assert status or "0 failed, 1 passed" in done.stdout, (name, done.stdout)
