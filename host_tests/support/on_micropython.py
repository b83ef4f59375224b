"""Run one file of device tests on MicroPython: ``micropython on_micropython.py DIR/test_x.py``.

The tests are plain unittest, so that pytest runs the same file on CPython. The unittest of
micropython-lib that is to be had everywhere is an old one, and stops at the first failure; its
assertions are used here, the running and what is missing from it is added. Write tests with

- assertEqual, assertNotEqual, assertTrue, assertFalse, assertIs, assertIsNot, assertIsNone,
  assertIsNotNone, assertIn, assertNotIn, assertIsInstance, assertLess, assertLessEqual,
  assertGreater, assertGreaterEqual, assertAlmostEqual, fail, all with a last argument ``msg``;
- assertRaises, also as ``with ... as caught`` and then ``caught.exception``;
- setUp, tearDown, setUpClass, tearDownClass, subTest, skipTest, and on methods ``@unittest.skip``,
  ``skipIf`` and ``skipUnless``.

Do without addCleanup, assertCountEqual, assertRegex, assertRaisesRegex, mock, decorators on
classes and pytest's fixtures: catch the exception and look at it, loop with subTest.

The exit status is 0 if at least one test ran and none failed.
"""

import sys
import unittest


class SubTest:
    """A part of a test whose failure is noted, and does not end the test."""

    failed = 0

    def __init__(self, msg, params):
        self.name = " ".join(
            [str(msg or "")] + [f"{key}={value!r}" for key, value in params.items()]
        )

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _trace):
        if kind is None or issubclass(kind, unittest.SkipTest) or not issubclass(kind, Exception):
            return False
        SubTest.failed += 1
        print("in subTest", self.name)
        sys.print_exception(error)
        return True


class Raises:
    """Expects an exception in a ``with`` block and keeps it."""

    def __init__(self, expected):
        self.expected = expected
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _trace):
        if kind is None:
            raise AssertionError(f"{self.expected!r} not raised")
        self.exception = error
        return issubclass(kind, self.expected)


def assert_raises(_case, expected, function=None, *args, **kwargs):
    block = Raises(expected)
    if function is None:
        return block
    with block:
        function(*args, **kwargs)
    return None


def skip_test(_case, reason):
    raise unittest.SkipTest(reason)


def comparison(holds, complaint):
    """Make an assertion about two values."""

    def check(_case, first, second, msg=""):
        if not holds(first, second):
            raise AssertionError(msg or f"{first!r} {complaint} {second!r}")

    return check


def compare(case):
    """Give TestCase the comparisons that no library of MicroPython has."""
    case.assertNotIn = comparison(lambda a, b: a not in b, "is in")
    case.assertLess = comparison(lambda a, b: a < b, "is not less than")
    case.assertLessEqual = comparison(lambda a, b: a <= b, "is greater than")
    case.assertGreater = comparison(lambda a, b: a > b, "is not greater than")
    case.assertGreaterEqual = comparison(lambda a, b: a >= b, "is less than")


def complete(case):
    """Give TestCase what the old library lacks."""
    case.subTest = lambda _case, msg=None, **params: SubTest(msg, params)
    case.assertRaises = assert_raises
    case.skipTest = skip_test
    compare(case)
    unittest.skipIf = lambda condition, reason: unittest.skipUnless(not condition, reason)


def call(owner, name):
    getattr(owner, name, lambda: None)()


def outcome(case, name):
    """Run one test method; say how it went, and show an unexpected exception."""
    SubTest.failed = 0
    try:
        call(case, "setUp")
        try:
            getattr(case, name)()
        finally:
            call(case, "tearDown")
    except unittest.SkipTest:
        return "skipped"
    except Exception as error:
        sys.print_exception(error)
        return "failed"
    return "failed" if SubTest.failed else "passed"


def run(test_class, counts):
    call(test_class, "setUpClass")
    for name in sorted(dir(test_class)):
        if name.startswith("test"):
            result = outcome(test_class(), name)
            counts[result] += 1
            print(result, test_class.__name__, name)
    call(test_class, "tearDownClass")


def test_classes(module):
    """List the module's test classes in order of their names."""
    members = [getattr(module, name) for name in sorted(dir(module))]
    return [m for m in members if isinstance(m, type) and issubclass(m, unittest.TestCase)]


def main(path):
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder)
    complete(unittest.TestCase)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for test_class in test_classes(__import__(name[: -len(".py")])):
        run(test_class, counts)
    print(", ".join(f"{counts[result]} {result}" for result in sorted(counts)))
    return 0 if counts["passed"] and not counts["failed"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
