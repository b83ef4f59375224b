"""The screens on which a deal is entered, in one file on the tablet, and those that share theirs.

It stays loaded while deals are entered, so that no key of a deal waits for code.
"""

# ruff: noqa: F401

from firmware.ui.screens.accept import Accept
from firmware.ui.screens.board import Board
from firmware.ui.screens.compass import Compass
from firmware.ui.screens.confirm import Passed, Stop, Void
from firmware.ui.screens.contract import Contract
from firmware.ui.screens.hcp import Hcp
from firmware.ui.screens.result import Result
from firmware.ui.screens.seat import Acceptor, Dealer
