"""Run one file of device tests on MicroPython: ``micropython on_micropython.py DIR/test_x.py``.

The tests are plain unittest, so that pytest runs the same file on CPython. The unittest of
micropython-lib that is to be had everywhere is an old one, and stops at the first failure: it has
the assertions, but for comparisons. Of what else unittest offers there are setUp, subTest and
``with assertRaises(...) as caught``; do without tearDown, skipping and pytest's fixtures.

The exit status is 0 if at least one test ran and none failed.
"""

import sys
import unittest


class SubTest:
    """A part of a test whose failure is noted, and does not end the test."""

    failed = 0

    def __init__(self, params):
        self.name = " ".join([f"{key}={value!r}" for key, value in params.items()])

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _trace):
        if kind is None or not issubclass(kind, Exception):
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


def assert_raises(_case, expected, function=None, *args):
    block = Raises(expected)
    if function is None:
        return block
    with block:
        function(*args)
    return None


def passes(case, name):
    """Run one test method; show an unexpected exception."""
    SubTest.failed = 0
    try:
        getattr(case, "setUp", lambda: None)()
        getattr(case, name)()
    except Exception as error:
        sys.print_exception(error)
        return False
    return not SubTest.failed


def main(path):
    folder, _, file = path.rpartition("/")
    sys.path.insert(0, folder)
    unittest.TestCase.subTest = lambda _case, **params: SubTest(params)
    unittest.TestCase.assertRaises = assert_raises
    module = __import__(file[: -len(".py")])
    passed, failed = 0, 0
    for case in [getattr(module, name) for name in sorted(dir(module))]:
        if not isinstance(case, type) or not issubclass(case, unittest.TestCase):
            continue
        for name in sorted(dir(case)):
            if name.startswith("test"):
                well = passes(case(), name)
                passed, failed = passed + well, failed + (not well)
                print("passed" if well else "failed", case.__name__, name)
    print(f"{failed} failed, {passed} passed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
