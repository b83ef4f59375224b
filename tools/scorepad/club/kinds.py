"""Every kind of decision, and every subject: whoever reads the log imports this module."""

import scorepad.club.duplicate.decisions
import scorepad.club.events.rulings
import scorepad.club.releasing  # noqa: F401
