"""What each deal scored and why, in words: `4Sx S +2, vulnerable: 4 odd tricks doubled 240; ...`.

A reason is one word of a posting. For each there is a function here that says it of a deal;
declarer's side being vulnerable is the other thing that it has to know.
"""

from collections.abc import Callable, Iterator

from firmware.scoring.deal import (
    NO_TRUMP,
    UNDOUBLED,
    acceptor,
    declarer,
    doubling,
    hcp,
    honours,
    honours_fewer,
    honours_most,
    level,
    overtricks,
    strain,
)
from firmware.scoring.notation import to_text
from firmware.scoring.russian import expected
from firmware.scoring.sheet import opposite, unpacked
from firmware.session import Session
from scorepad import board_scores, wording

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
)  # fmt: skip
_STAKES = ("", " doubled", " redoubled")


class Posted:
    """A posting in its deal: what the functions of the reasons look at. `sides`: vulnerable."""

    def __init__(
        self, session: Session, deal: int, sides: int, posting: tuple[int, str, int, str]
    ):
        self.session, self.deal, self.sides = session, deal, sides
        self.account, _, self.points, self.reason = posting
        self.vulnerable = _in_danger(deal, sides)
        self.stake = _STAKES[doubling(deal)]

    @property
    def declarers(self) -> bool:
        """Whether declarer's account gets it for this deal, which need not be said."""
        own = declarer(self.deal) % len(self.session.sheet.accounts)
        unfinished = self.reason.startswith("unfinished")
        return level(self.deal) > 0 and self.account == own and not unfinished


def explained(session: Session) -> Iterator[tuple[int, str]]:
    """Number of each deal and what it scored; 0: what was scored when the players stopped."""
    for row in session.rows():
        if row.number or row.postings:
            danger = ", vulnerable" if _in_danger(row.deal, row.vulnerable) else ""
            head = to_text(row.deal, row.place) + danger if row.number else "the players stop"
            # What one side loses because the other wins it need not be said.
            won = [p for p in row.postings if p > 0 or opposite(p) not in row.postings]
            said = _said([Posted(session, row.deal, row.vulnerable, p) for p in unpacked(won)])
            yield row.number, f"{head}: {said or 'nothing'}{_scored(session, row.postings)}"


def _in_danger(deal: int, sides: int) -> bool:
    """Whether declarer's side is vulnerable."""
    return level(deal) > 0 and bool(sides >> declarer(deal) % 2 & 1)


def _said(posted: list[Posted]) -> str:
    """What is scored and for whom; what two players get alike is said once."""
    alike: dict[str, list[Posted]] = {}
    for this in posted:
        alike.setdefault(_text(this), []).append(this)
    return "; ".join(text + _whose(getting) for text, getting in alike.items())


def _text(this: Posted) -> str:
    say = _WORDS.get(this.reason)
    if not say:
        return f"{this.points} {this.reason}"
    text = say(this)
    return f"{text}: {this.points}" if "," in text else f"{text} {this.points}"


def _whose(getting: list[Posted]) -> str:
    """Nothing for what only declarer's account gets."""
    if len(getting) == 1 and getting[0].declarers:
        return ""
    names = [wording.account(this.session.sheet.accounts[this.account]) for this in getting]
    return f"{' each' if len(names) > 1 else ''} for {' and '.join(names)}"


def _scored(session: Session, postings: list[int]) -> str:
    """Who scores how much in all."""
    names = session.sheet.accounts
    points = wording.scores(postings, len(names))
    shown = [f"{wording.account(name)} {n}" for name, n in zip(names, points, strict=True) if n]
    return f" ({', '.join(shown)})" if shown else ""


def _count(number: int, what: str, numeral: str = "") -> str:
    return f"{numeral or _NUMBERS[number]} {what}{'' if number == 1 else 's'}"


def _danger(this: Posted) -> str:
    return ", vulnerable" if this.vulnerable else ""


def _tricks(this: Posted) -> str:
    """Those bid; with Pirate's option `overtricks=below` all that were made."""
    odd = level(this.deal)
    if this.session.sheet.options.get("overtricks") == "below":
        odd += overtricks(this.deal)
    return _count(odd, "odd trick", str(odd)) + this.stake


def _accepting(this: Posted) -> str:
    return "for accepting the contract"


def _overtricks(this: Posted) -> str:
    count = _count(overtricks(this.deal), "overtrick")
    return count if doubling(this.deal) == UNDOUBLED else count + this.stake + _danger(this)


def _undertricks(this: Posted) -> str:
    return _count(-overtricks(this.deal), "undertrick") + this.stake + _danger(this)


def _insult(this: Posted) -> str:
    return f"for making a{this.stake} contract"


def _slam(this: Posted) -> str:
    """By the contract; at Pirate by the tricks that a side took."""
    grand = this.points >= 100 if acceptor(this.deal) else level(this.deal) == 7
    return ("grand slam" if grand else "small slam") + _danger(this)


def _honours(this: Posted) -> str:
    held = honours(this.deal)
    most, fewer = honours_most(held), honours_fewer(held)
    what = _count(most + fewer, "ace" if strain(this.deal) == NO_TRUMP else "honour")
    return f"{what}, {_NUMBERS[most]} of them in one hand" if fewer else f"{what} in one hand"


def _game(this: Posted) -> str:
    return f"for a game{_danger(this)}"


def _part_score(this: Posted) -> str:
    return "for a part-score"


def _rubber(this: Posted) -> str:
    return "for the rubber"


def _unfinished_game(this: Posted) -> str:
    return "for the only game of an unfinished rubber"


def _unfinished_part_score(this: Posted) -> str:
    return "for the only part-score of an unfinished game"


def _game_withdrawn(this: Posted) -> str:
    return f"{_unfinished_game(this)}, withdrawn"


def _part_score_withdrawn(this: Posted) -> str:
    return f"{_unfinished_part_score(this)}, withdrawn"


def _imps(this: Posted) -> str:
    """What N-S scored and what their high cards promised."""
    scored = board_scores.north_south(this.deal, this.sides)
    promised = expected(hcp(this.deal), this.sides)
    held = _count(hcp(this.deal), "high-card point", str(hcp(this.deal)))
    return f"N-S score {scored} instead of the {promised} expected with {held}, IMPs"


_WORDS: dict[str, Callable[[Posted], str]] = {
    "tricks": _tricks,
    "accepting": _accepting,
    "overtricks": _overtricks,
    "undertricks": _undertricks,
    "insult": _insult,
    "slam": _slam,
    "honours": _honours,
    "game": _game,
    "part-score": _part_score,
    "rubber": _rubber,
    "unfinished game": _unfinished_game,
    "unfinished part-score": _unfinished_part_score,
    "unfinished game withdrawn": _game_withdrawn,
    "unfinished part-score withdrawn": _part_score_withdrawn,
    "IMPs": _imps,
}
