from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Annotated

from scorepad.language import text
from scorepad.operation import LINES, Calculation, Context, Param, Report, Upload, operation
from scorepad.operations.common import Answer
from scorepad.operations.scoring.common import Close, FirstDealer, Options, RuleSet

if TYPE_CHECKING:
    from firmware.session import Session


@operation("score")
class ScoreDeals(Calculation):
    """Score deals written one per line

    A deal a line:
      4Sx S +1       level, strain, doubling; declarer; tricks over or under, or =
      3N W = hon=W4  four honours (at no-trump: aces) in one hand, here West's
      3NT by North 9 words, and the tricks of a contract that was made
      pass           nobody bid
    --- begins another session: the next rubber, match or evening, scored by itself.
    # starts a comment; empty lines are skipped.
    """

    examples = (
        "scorepad score rubber deals.txt",
        "scorepad score chicago deals.txt --option vulnerable=nondealer --explain",
    )

    rules: RuleSet
    file: Annotated[
        Upload,
        Param(
            "Deals, one a line",
            "a deal a line (default: -, standard input)",
            "deals.txt",
            control=LINES,
            hint="As 4Sx S +1 or 3N W =: level, strain, doubling; declarer; tricks over or under. "
            "A hand that nobody bid is a pass, and --- begins the next session.",
            positional=True,
        ),
    ] = Upload("-")
    option: Options = field(default_factory=dict)
    explain: Annotated[bool, Param("Each deal in words")] = False
    first_dealer: FirstDealer = "N"
    close: Close = False

    def run(self, context: Context) -> Answer:
        from scorepad import deals_file
        from scorepad.exports.scored import as_dict

        asked = self.rules, self.file, self.option, self.first_dealer, self.close
        sessions = deals_file.scored_sessions(*asked)
        scored = [as_dict(session) for session in sessions]
        known = scored[0] if len(scored) == 1 else {"sessions": scored}
        called = deals_file.shown_name(self.file)
        return Answer([*_sheets(sessions, called, self.explain)], known)


def _sheets(sessions: "list[Session]", file: str, explain: bool) -> Iterator[Report | str]:
    """Yield the sheet of each session; with their numbers if there are several."""
    from scorepad.reports.content import score_sheet
    from scorepad.reports.content.report import Report

    if not any(session.deals for session in sessions):
        yield text("{file}: there is no deal in it", file=file)
    shown = score_sheet.in_words if explain else score_sheet.scores
    for number, session in enumerate(sessions, 1):
        if len(sessions) == 1:
            yield Report("", shown(session))
        else:
            yield Report(text("Session {number}", number=number), shown(session))
            yield ""
