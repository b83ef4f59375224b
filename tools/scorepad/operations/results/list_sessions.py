"""List the club's sessions."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from scorepad.errors import remedy
from scorepad.language import Text, text
from scorepad.operation import Context, Outcome, Param, Report, Task, operation
from scorepad.operations.players.common import Player
from scorepad.operations.results.common import Evening, RuleSet, date_of

if TYPE_CHECKING:
    from scorepad.club.database.opening import Database
    from scorepad.club.records.session_list import Listing

Limit = Annotated[int, Param("At most", "the last N", low=1, high=1_000_000_000, metavar="N")]
_DOUBTFUL = (  # whether there may be remarks: two seats of one person, another total, decisions
    "SELECT 1 FROM sessions WHERE twice = 1 UNION ALL SELECT 1 FROM tablet_totals "
    "UNION ALL SELECT 1 FROM decisions WHERE subject LIKE 'session:%' LIMIT 1"
)


@dataclass(frozen=True)
class Sessions(Outcome):
    """Sessions, which are read from the club as often as they are needed, a page at a time.

    remarks: by session
    none: makes what is said if there is no session
    """

    sessions: "Listing"
    remarks: dict[str, str]
    none: Callable[[], Text]

    def parts(self) -> Iterable[Report | str]:
        """Return the list."""
        from scorepad.reports.content.session_list import report

        if not any(True for _ in self.sessions):
            return [self.none()]
        return [report(self.sessions, self.remarks).unheaded]

    def as_json(self) -> Any:
        """Return all entries, one by one: there may be more than fit into the memory."""
        from scorepad.reports.content.session_list import for_programs

        return for_programs(self.sessions, self.remarks)


@operation("club list")
class ListSessions(Task):
    """List the sessions

    One line a session, in the order in which they began. What begins before 06:00, or what
    `scorepad club settings` says, belongs to the evening before; the evening none has the
    sessions of tablets without a clock.
    """

    examples = (
        "scorepad club list --evening 2026-11-20",
        'scorepad club list --player "Zoë Lund" --rules chicago --limit 10',
    )
    writes = False
    quick = True

    evening: Evening | None = None
    player: Player | None = None
    rules: RuleSet | None = None
    limit: Limit | None = None

    def run(self, club: "Database", context: Context) -> Sessions:
        from scorepad.club.records.session_list import Asked, Listing
        from scorepad.club.settings.current import current

        evening = self.evening and (date_of(self.evening) or "")
        player = _find_player(club, self.player) if self.player else None
        evenings = current(club.ask).evenings
        asked = Asked(evening, player, self.rules, self.limit, evenings)
        none = partial(_say_none, club, asked == Asked(evenings=evenings))
        return Sessions(Listing(club.ask, asked), _find_remarks(club), none)


def _say_none(club: "Database", of_all: bool) -> Text:
    if of_all:
        about = {"club": club.name, "remedy": remedy("sync")}
        return text("No sessions in {club} yet; {remedy} fetches them.", **about)
    return text("There is no such session.")


def _find_player(club: "Database", given: str) -> int:
    from scorepad.club.decisions.finding import player_meant

    with club.reading() as rows:
        return int(player_meant(rows, given).id)


def _find_remarks(club: "Database") -> dict[str, str]:
    if not club.ask(_DOUBTFUL, {}):
        return {}
    from scorepad.club.records.remarks import remarks

    with club.reading() as rows:
        return remarks(rows)
