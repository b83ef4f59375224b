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
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("tests", DEVICE_TESTS, ids=lambda tests: tests.stem)
def test_device_tests_pass_on_micropython(tests):
    run = on_micropython(tests)
    if run.returncode:
        pytest.fail(run.stdout, pytrace=False)


@pytest.mark.parametrize("tests", DEVICE_TESTS, ids=lambda tests: tests.stem)
def test_device_tests_pass_with_the_words_of_a_board(tests):
    try:
        run = on_micropython(tests, micropython32)
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    if run.returncode:
        pytest.fail(run.stdout, pytrace=False)


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
        timeout=300,
        check=False,
    )
    ran = re.match(r"(\d+) 0 0 0$", run.stdout.strip().split("\n")[-1])
    if run.returncode or not ran or not int(ran[1]):
        pytest.fail(run.stdout + run.stderr, pytrace=False)


@pytest.fixture
def outcome(tmp_path):
    """Run the body of a test class; give the exit status and the output."""

    def ran(body: str) -> tuple[int, str]:
        tests = tmp_path / "test_sample.py"
        tests.write_text("import unittest\n\nclass Sample(unittest.TestCase):\n" + body)
        run = on_micropython(tests)
        return run.returncode, run.stdout

    return ran


@pytest.mark.parametrize(
    "body",
    [
        "    def test(self): self.assertEqual(1, 1)",
        "    def setUp(self): self.x = 1\n    def test(self): self.assertEqual(self.x, 1)",
        "    def test(self):\n        with self.assertRaises(ValueError) as caught:\n"
        "            raise ValueError(7)\n        self.assertEqual(caught.exception.args[0], 7)",
        "    def test(self): self.assertRaises(OSError, open, '/no/such/file')",
        "    def test(self):\n        with self.subTest('part', n=1): self.assertNotIn(1, [])",
        "    def test(self): pass\n    def test_two(self): self.skipTest('not here')",
        "    @classmethod\n    def setUpClass(cls): cls.x = 1\n"
        "    def test(self): self.assertGreater(self.x, 0)",
    ],
)
def test_a_file_that_holds_passes(outcome, body):
    status, output = outcome(body)
    assert status == 0, output
    assert "0 failed, 1 passed" in output


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("    def test(self): self.assertEqual(1, 2)", "AssertionError"),
        ("    def test(self): open('/no/such/file')", "OSError"),
        ("    def test(self): self.assertRaises(OSError, len, [])", "not raised"),
        ("    def test(self): self.assertRaises(OSError, int, 'x')", "ValueError"),
        ("    def test(self):\n        with self.subTest(n=7): self.fail()", "in subTest  n=7"),
        ("    def tearDown(self): 1 // 0\n    def test(self): pass", "ZeroDivisionError"),
        ("    def setUp(self): 1 // 0\n    def test(self): pass", "ZeroDivisionError"),
        ("    def test_a(self): self.fail()\n    def test_b(self): pass", "1 failed, 1 passed"),
        ("    def no_test(self): pass", "0 failed, 0 passed"),
        ("    def test(self): self.skipTest('not here')", "0 passed, 1 skipped"),
        ("    import no_such_module", "ImportError"),
        ("    def test(self) pass", "SyntaxError"),
    ],
)
def test_a_file_that_fails_or_runs_nothing_is_noticed(outcome, body, shown):
    status, output = outcome(body)
    assert status == 1, output
    assert shown in output
