from collections.abc import Sequence
from functools import partial

from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found
from scorepad.operations.players.common import Player
from scorepad.operations.results.common import Evening, Without, date_of


@operation("club ledger")
class ShowLedger(Query):
    """Show who has won how much, and who owes whom

    Both partners win or lose the margin of their side, each against one opponent, rounded as the
    session's option settle says; in pirate everybody settles with each of the others. Money is
    rounded half up, for winner and loser alike. Sessions that are open or damaged are left out,
    and so are duplicate, russian with its IMPs, and those in which one player has two seats; they
    are named.

    An evening lasts until 06:00, or what `scorepad club settings` says, on this machine's clock.
    Of one evening the ledger also says who pays whom. The evening none has the sessions of tablets
    without a clock. In JSON money is in hundredths.
    """

    examples = (
        "scorepad club ledger",
        "scorepad club ledger --evening 2026-11-20",
        "scorepad club ledger --evening 2026-11-20 --format pdf --output ledger.pdf",
        'scorepad club ledger --player "Zoë Lund"',
    )
    printable = True

    evening: Evening | None = None
    player: Player | None = None
    without: Without = ()

    def subjects(self, rows: Rows) -> Sequence[str]:
        of_evening = [f"evening:{date_of(self.evening)}"] if self.evening else []
        return ["club", *of_evening]

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.decisions.finding import session_meant
        from scorepad.club.money import ledger
        from scorepad.reports.content.ledger import for_programs, party_name, report

        evening = self.evening and str(date_of(self.evening) or "")
        party = ledger.party_meant(rows, self.player) if self.player else None
        without = [session_meant(rows, session) for session in self.without]
        book = ledger.ledger(rows, evening, party.id if party else None, without)
        shown = partial(report, evening=evening, party=party)
        above = [party_name(party)] if party else []
        return Found(book, shown, partial(for_programs, party=party), above=above)
