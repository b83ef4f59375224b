"""What several files of this room begin with."""

from support.web.browsing import browser  # noqa: F401  # a fixture
