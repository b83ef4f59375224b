"""The screens on which a deal is entered, in one file on the tablet, and those that share theirs.

It stays loaded while deals are entered, so that no key of a deal waits for code.
"""

# ruff: noqa: F401

from firmware.ui.screens.entry.accept import Accept
from firmware.ui.screens.entry.board import Board
from firmware.ui.screens.entry.compass import Compass
from firmware.ui.screens.entry.confirm import Passed, Stop, Void
from firmware.ui.screens.entry.contract import Contract
from firmware.ui.screens.entry.hcp import Hcp
from firmware.ui.screens.entry.result import Result
from firmware.ui.screens.entry.seat import Acceptor, Dealer
