"""Refusals of pages, which are in the language of the reader."""

from scorepad.errors import UserError
from scorepad.language import text


class Own(UserError):
    """What a page says; what commands say is English."""


class Changed(Own):
    """What was read is another thing by now: somebody else has changed it."""

    def __init__(self) -> None:
        super().__init__(
            text("Somebody has changed this since you read it: look again, then send it again.")
        )


class Gone(Own):
    """What somebody looked at before it is done: it was done, or others came after it."""

    def __init__(self) -> None:
        super().__init__(text("This was sent before, or is too old: fill in the form again."))
