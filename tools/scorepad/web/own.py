"""Refusals of pages, which are in the language of the reader."""

from scorepad.errors import UserError
from scorepad.language import text


class Own(UserError):
    """What a page says; what commands say is English."""


class Gone(Own):
    """What somebody looked at before it is done: it was done, or others came after it."""

    status = 410

    def __init__(self) -> None:
        super().__init__(text("This was sent before, or is too old: fill in the form again."))
