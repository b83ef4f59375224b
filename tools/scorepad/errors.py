"""What the command line turns into one line on standard error and exit status 2."""


class UserError(Exception):
    """Something that the user can mend: the message says what, where and what to do."""
