"""Every kind of decision, and every subject: whoever reads the log imports this module."""

import scorepad.club.merging  # noqa: F401
