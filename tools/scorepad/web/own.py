"""Refusals of pages, which are in the language that is spoken."""

from scorepad.errors import UserError


class Own(UserError):
    """What a page says; what commands say is English."""
