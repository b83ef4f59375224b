"""Every kind of decision, and every subject: whoever reads the log imports this module."""

import scorepad.club.duplicate.decisions
import scorepad.club.events.rulings
import scorepad.club.house
import scorepad.club.knockout.deciding
import scorepad.club.merging
import scorepad.club.money.stakes
import scorepad.club.releasing
import scorepad.club.sessions.kinds
import scorepad.club.settings.stored  # noqa: F401
