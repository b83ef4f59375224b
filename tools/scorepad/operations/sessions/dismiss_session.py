from scorepad.operation import Change, Context, Done, Rows, operation
from scorepad.operations.sessions.common import Waiting


@operation("club waiting dismiss")
class DismissSession(Change):
    """Do not take a session in

    It is taken off the list until the phone adds to it, and stays on the phone.
    """

    waiting: Waiting

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.waiting import dismiss

        return Done([dismiss(rows, self.waiting)])
