"""What each deal scored and why, in words: `4Sx S +2, vulnerable: 4 odd tricks doubled 240; ...`.

A reason is one word of a posting. For each there is a function here that says it of a deal;
declarer's side being vulnerable is the other thing that it has to know.
"""

from collections.abc import Callable, Iterator
from functools import partial

from firmware.scoring import deal as d
from firmware.scoring.notation import to_text
from firmware.scoring.russian import expected
from firmware.scoring.sheet import opposite, unpacked
from firmware.session import Row, Session
from scorepad import wording
from scorepad.club.duplicate import contract_scores
from scorepad.language import joined, marked, text, text_counted

_NUMBERS = (
    marked("no"), marked("one"), marked("two"), marked("three"), marked("four"), marked("five"),
    marked("six"), marked("seven"), marked("eight"), marked("nine"), marked("ten"),
    marked("eleven"), marked("twelve"), marked("thirteen"),
)  # fmt: skip
_STAKES = ("{what}", marked("{what} doubled"), marked("{what} redoubled"))
_INSULTS = (
    marked("for making a contract"),
    marked("for making a doubled contract"),
    marked("for making a redoubled contract"),
)


class DealPosting:
    """A posting in its deal, for the functions that word the reasons. `sides`: vulnerable."""

    def __init__(
        self, session: Session, deal: int, sides: int, posting: tuple[int, str, int, str]
    ):
        self.session, self.deal, self.sides = session, deal, sides
        self.account, _, self.points, self.reason = posting
        self.vulnerable = _in_danger(deal, sides)

    @property
    def declarers(self) -> bool:
        """True if declarer's account gets it for this deal, which need not be said."""
        own = d.declarer(self.deal) % len(self.session.sheet.accounts)
        unfinished = self.reason.startswith("unfinished")
        return d.level(self.deal) > 0 and self.account == own and not unfinished


def explain_deals(session: Session) -> Iterator[tuple[int, str]]:
    """Yield the number of each deal and what it scored; 0: scored when the players stopped."""
    for row in session.rows():
        if row.number or row.postings:
            # What one side loses because the other wins it need not be said.
            won = [p for p in row.postings if p > 0 or opposite(p) not in row.postings]
            posted = [DealPosting(session, row.deal, row.vulnerable, p) for p in unpacked(won)]
            said = _describe(posted) or text("nothing")
            scores = _format_scores(session, row.postings)
            yield row.number, joined((_head(row), ": ", said, scores), "")


def _head(row: Row) -> str:
    if not row.number:
        return text("the players stop")
    what = to_text(row.deal, row.place)
    return _dangerous(what) if _in_danger(row.deal, row.vulnerable) else what


def _in_danger(deal: int, sides: int) -> bool:
    return d.level(deal) > 0 and bool(sides >> d.declarer(deal) % 2 & 1)


def _describe(posted: list[DealPosting]) -> str:
    """Return what is scored and for whom; equal scores of two players are joined."""
    alike: dict[str, list[DealPosting]] = {}
    for this in posted:
        alike.setdefault(_text(this), []).append(this)
    return joined((_add_receivers(what, getting) for what, getting in alike.items()), "; ")


def _text(this: DealPosting) -> str:
    words = _WORDS.get(this.reason)
    if not words:
        return joined((str(this.points), text(this.reason)), " ")
    said = words(this)
    return joined((said, str(this.points)), ": " if "," in said else " ")


def _add_receivers(what: str, getting: list[DealPosting]) -> str:
    """Return what is scored with its receivers, unless only declarer's account gets it."""
    if len(getting) == 1 and getting[0].declarers:
        return what
    names = [wording.account(this.session.sheet.accounts[this.account]) for this in getting]
    if len(names) > 1:
        return text("{what} each for {whom}", what=what, whom=wording.both(names))
    return text("{what} for {whom}", what=what, whom=names[0])


def _format_scores(session: Session, postings: list[int]) -> str:
    names = session.sheet.accounts
    points = wording.scores(postings, len(names))
    shown = [wording.account(name) + f" {n}" for name, n in zip(names, points, strict=True) if n]
    return joined((" (", joined(shown), ")"), "") if shown else ""


def _numeral(number: int) -> str:
    return text(_NUMBERS[number])


def _staked(what: str, this: DealPosting) -> str:
    return text(_STAKES[d.doubling(this.deal)], what=what)


def _danger(what: str, this: DealPosting) -> str:
    return _dangerous(what) if this.vulnerable else what


def _dangerous(what: str) -> str:
    return text("{what}, vulnerable", what=what)


def _tricks(this: DealPosting) -> str:
    """Return the odd tricks bid; with Pirate's option `overtricks=below` all that were made."""
    odd = d.level(this.deal)
    if this.session.sheet.options.get("overtricks") == "below":
        odd += d.overtricks(this.deal)
    return _staked(text_counted(odd, "{number} odd trick", "{number} odd tricks"), this)


def _overtricks(this: DealPosting) -> str:
    over = d.overtricks(this.deal)
    numeral = _numeral(over)
    count = text_counted(over, "{numeral} overtrick", "{numeral} overtricks", numeral=numeral)
    return count if d.doubling(this.deal) == d.UNDOUBLED else _danger(_staked(count, this), this)


def _undertricks(this: DealPosting) -> str:
    under = -d.overtricks(this.deal)
    numeral = _numeral(under)
    count = text_counted(under, "{numeral} undertrick", "{numeral} undertricks", numeral=numeral)
    return _danger(_staked(count, this), this)


def _slam(this: DealPosting) -> str:
    """Return the slam, by the contract; at Pirate by the tricks that a side took."""
    grand = this.points >= 100 if d.acceptor(this.deal) else d.level(this.deal) == 7
    return _danger(text("grand slam") if grand else text("small slam"), this)


def _honours(this: DealPosting) -> str:
    held = d.honours(this.deal)
    most, fewer = d.honours_most(held), d.honours_fewer(held)
    every = most + fewer
    numeral = _numeral(every)
    if d.strain(this.deal) == d.NO_TRUMP:
        what = text_counted(every, "{numeral} ace", "{numeral} aces", numeral=numeral)
    else:
        what = text_counted(every, "{numeral} honour", "{numeral} honours", numeral=numeral)
    if not fewer:
        return text("{what} in one hand", what=what)
    return text("{what}, {most} of them in one hand", what=what, most=_numeral(most))


def _game(this: DealPosting) -> str:
    return _danger(text("for a game"), this)


def _unfinished_game(this: DealPosting) -> str:
    return text("for the only game of an unfinished rubber")


def _unfinished_part_score(this: DealPosting) -> str:
    return text("for the only part-score of an unfinished game")


def _withdrawn(this: DealPosting, premium: Callable[[DealPosting], str]) -> str:
    return text("{what}, withdrawn", what=premium(this))


def _imps(this: DealPosting) -> str:
    """Return what N-S scored and what their high cards promised."""
    scored = contract_scores.north_south(this.deal, this.sides)
    promised = expected(d.hcp(this.deal), this.sides)
    held = text_counted(d.hcp(this.deal), "{number} high-card point", "{number} high-card points")
    return text(
        "N-S score {scored} instead of the {promised} expected with {held}, IMPs",
        scored=scored,
        promised=promised,
        held=held,
    )


_WORDS: dict[str, Callable[[DealPosting], str]] = {
    "tricks": _tricks,
    "accepting": lambda this: text("for accepting the contract"),
    "overtricks": _overtricks,
    "undertricks": _undertricks,
    "insult": lambda this: text(_INSULTS[d.doubling(this.deal)]),
    "slam": _slam,
    "honours": _honours,
    "game": _game,
    "part-score": lambda this: text("for a part-score"),
    "rubber": lambda this: text("for the rubber"),
    "unfinished game": _unfinished_game,
    "unfinished part-score": _unfinished_part_score,
    "unfinished game withdrawn": partial(_withdrawn, premium=_unfinished_game),
    "unfinished part-score withdrawn": partial(_withdrawn, premium=_unfinished_part_score),
    "IMPs": _imps,
}
