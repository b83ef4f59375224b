from random import randrange
from typing import Annotated

from firmware.scoring.nz_match import NzMatch
from scorepad.operation import Context, Param, Rows, Upload, operation
from scorepad.operations.common import Decision, Found
from scorepad.operations.knockouts.common import standing

_DEALS = 30  # of a match in New Zealand's competition
_MOST_DEALS = dict(NzMatch.choices)["deals"][-1]
_LOTS = 1_000_000_000  # the highest number that stands for a lot


@operation("club knockout draw")
class DrawKnockout(Decision):
    """Draw a knock-out

    FILE.csv has the columns player and partner, and a row a pair; players as in
    `scorepad club players`.

    Pairs are ranked by the higher grade of the two (open, intermediate, junior; none if one has
    none), then by the sum of their ratings, then by lot; pairs of which the roster does not say
    all are named. The stronger half are seeds, one in each match of the first round; the strongest
    have the byes. To each of the others, from the strongest on, the lot gives a pair of their own
    area if there is one left, else any.

    The lot is a number, which is kept: with it and the same pairs anybody can draw the same again.
    What is drawn is not drawn again: a new draw needs another name.
    """

    examples = (
        'scorepad club knockout draw "Cup 2026" pairs.csv --dry-run',
        'scorepad club knockout draw "Cup 2026" pairs.csv --seed 4711',
    )

    name: Annotated[str, Param("Name", "of the competition", "Cup 2026")]
    file: Annotated[
        Upload,
        Param(
            "File",
            "a row a pair",
            "pairs.csv",
            hint="A workbook (.xlsx) or a CSV file (in Excel: Save as, CSV UTF-8) with a row for "
            "each pair, and the columns player and partner.",
            sample="pairs-of-a-knock-out.csv",
            metavar="FILE.csv",
        ),
    ]
    seed: (
        Annotated[int, Param("Lot", "the lot (default: a new one)", high=_LOTS, metavar="N")]
        | None
    ) = None
    deals: Annotated[int, Param("Deals", "of a match", low=1, high=_MOST_DEALS, metavar="N")] = (
        _DEALS
    )

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.events.entering import read_pairs
        from scorepad.club.knockout.new_knockout import draw_up

        pairs = read_pairs(self.file, context.note, ("player", "partner"))
        seed = randrange(_LOTS) if self.seed is None else self.seed
        return standing(draw_up(rows, self.name, pairs, seed, self.deals, self.by(context)))
