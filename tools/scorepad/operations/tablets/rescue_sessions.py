from scorepad.operation import PAGE, TERMINAL, Club, Context, IfMissing, Task, operation
from scorepad.operations.tablets.common import Port, Synced, synced


@operation("rescue")
class RescueSessions(Task):
    """Fetch the sessions of a board whose app does not start

    Reads all sessions off a board through its prompt, without the app and without changing
    anything there, and takes them into the club's database as sync does.

    Exit status: 0 all is well; 1 something was refused, damaged or unreadable; 2 the board cannot
    be read.
    """

    where = frozenset((TERMINAL, PAGE))
    if_missing = IfMissing.CREATE
    examples = ("scorepad rescue /dev/ttyUSB0",)

    port: Port

    def run(self, club: Club, context: Context) -> Synced:
        from scorepad.tablet.rescue import rescue

        with context.at_ports(lambda port, total: None) as shown:
            return synced([rescue(self.port, club, shown(self.port))])
