"""Every kind of decision, and every subject: whoever reads the log imports this module."""

import scorepad.club.sessions.kinds  # noqa: F401
