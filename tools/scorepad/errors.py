"""What the command line turns into one line on standard error and exit status 2."""


class UserError(Exception):
    """Something that the user can mend: the message says what, where and what to do."""


class Unknown(UserError):
    """What is named, a session, a player, an event, is not there, or there are several."""
