"""One deal as one integer of 29 bits, a small int on a 32-bit MicroPython.

    bits   field      meaning
    0-3    tricks     tricks won by declarer's side, 0..13
    4-6    level      1..7; 0 = passed out
    7-9    strain     CLUBS..NO_TRUMP, NULLO (Pirate Bridge only)
    10-11  doubling   0 undoubled, 1 doubled, 2 redoubled
    12-13  declarer   NORTH..WEST
    14-15  acceptor   seats clockwise from declarer, 1..3; 0 = none named: declarer's partner
    16-17  honours    seat of the richer hand
    18-20             how many honours it holds, 0 = none claimed
    21-22             how many its partner holds (Pirate Bridge only)
    23-28  hcp        high-card points of N-S plus 1; 0 = not given

The same integer is scored, stored on flash, sent over the wire and kept in the club's database.

Beside it stands where the deal is played, as one byte: 0 is nothing said; 1..MAX_BOARD the board
of duplicate bridge; VUL_NONE + (0..3) only who is vulnerable, + bit 0 for N-S, + bit 1 for E-W.
"""

NORTH, EAST, SOUTH, WEST = range(4)
CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP, NULLO = range(6)
UNDOUBLED, DOUBLED, REDOUBLED = range(3)
NS, EW = range(2)

SEATS = "NESW"
SIDES = ("NS", "EW")

MAX_BOARD = 250
VUL_NONE = 252
VULNERABILITIES = ("none", "NS", "EW", "both")

BOOK = 6  # tricks that declarer takes before the first one counts
TRICKS = 13
MAX_HCP = 40
PASSED_OUT = 0


class BadDeal(ValueError):
    """A deal that breaks the notation or the game; the message says what would be right."""

    line = 0  # of the file that the deal was read from (notation.read); 0 = none


def pack(
    level: int, strain: int, doubling: int, declarer: int, tricks: int, acceptor: int = 0
) -> int:
    """Return the integer of a played deal. `acceptor`: seats clockwise from declarer, 0: none.

    Raise BadDeal if a field is out of its range.
    """
    fields = (level, strain, doubling, declarer, tricks, acceptor)
    for value, most in zip(fields, (7, NULLO, REDOUBLED, WEST, TRICKS, 3)):
        if not 0 <= value <= most:
            raise BadDeal(f"a field of the deal is out of range: {value}")
    deal = tricks | level << 4 | strain << 7 | doubling << 10 | declarer << 12 | acceptor << 14
    return check(deal)


def pack_honours(seat: int, most: int, fewer: int = 0) -> int:
    """Return the honours field: `most` in the hand of `seat`, `fewer` with the partner.

    Raise BadDeal unless 3 to 5 honours are named, the richer hand first.
    """
    if not fewer <= most or not 3 <= most + fewer <= 5:
        raise BadDeal(f"honours {most}-{fewer}: 3 to 5 honours of a side, the richer hand first")
    return seat | most << 2 | fewer << 5


def tricks(deal: int) -> int:
    """Return the tricks won by declarer's side, 0..13."""
    return deal & 15


def level(deal: int) -> int:
    """Return the level, 1..7; 0 if the deal was passed out."""
    return deal >> 4 & 7


def strain(deal: int) -> int:
    """Return CLUBS..NULLO."""
    return deal >> 7 & 7


def doubling(deal: int) -> int:
    """Return UNDOUBLED, DOUBLED or REDOUBLED; the stake is `1 << doubling`."""
    return deal >> 10 & 3


def declarer(deal: int) -> int:
    """Seat, NORTH..WEST."""
    return deal >> 12 & 3


def acceptor(deal: int) -> int:
    """Return the acceptor's seat clockwise from declarer, 1..3; 0 if none was named."""
    return deal >> 14 & 3


def honours(deal: int) -> int:
    """Return the honours field as `pack_honours` makes it; 0 if none were claimed."""
    return deal >> 16 & 0x7F


def honours_seat(field: int) -> int:
    """Seat of the richer hand of a non-zero honours field."""
    return field & 3


def honours_most(field: int) -> int:
    """Return the honours in the richer hand; 0 if none were claimed."""
    return field >> 2 & 7


def honours_fewer(field: int) -> int:
    """Return the honours in the other hand of that side."""
    return field >> 5 & 3


def with_honours(deal: int, field: int) -> int:
    """Return the deal with another honours field (0 = none). Raise BadDeal."""
    if not 0 <= field <= 0x7F:  # more bits would be high-card points
        raise BadDeal(f"{field} are not honours: 7 bits")
    return check(deal & ~(0x7F << 16) | field << 16)


def hcp(deal: int) -> int:
    """Return the high-card points of N-S, 0..40; -1 if not given."""
    return (deal >> 23) - 1


def with_hcp(deal: int, points: int) -> int:
    """Return the deal with the high-card points of N-S. Raise BadDeal unless 0..40."""
    if not 0 <= points <= MAX_HCP:
        raise BadDeal(f"hcp={points}: N-S hold 0 to {MAX_HCP} high-card points")
    return deal & (1 << 23) - 1 | points + 1 << 23


def overtricks(deal: int) -> int:
    """Return the tricks over the contract, negative if it is down; at nullo fewer are better."""
    taken = deal & 15  # the fields are taken apart here: this runs for every deal, often
    if deal >> 7 & 7 == NULLO:
        taken = TRICKS - taken
    return taken - BOOK - (deal >> 4 & 7)


def tricks_for(level: int, strain: int, overtricks: int) -> int:
    """Return the tricks of declarer's side if a contract is made, or down, by `overtricks`."""
    taken = BOOK + level + overtricks
    return TRICKS - taken if strain == NULLO else taken


def check(deal: int) -> int:
    """Return `deal` if every field is valid in this game. Raise BadDeal, for bits from outside."""
    if not 0 <= deal < 1 << 29:
        raise BadDeal(f"{deal} is not a deal: 29 bits")
    if hcp(deal) > MAX_HCP:
        raise BadDeal(f"hcp={hcp(deal)}: N-S hold 0 to {MAX_HCP} high-card points")
    if level(deal) == 0:
        if deal & (1 << 23) - 1:
            raise BadDeal("a passed-out deal has no contract, no result and no honours")
    elif strain(deal) > NULLO or doubling(deal) > REDOUBLED or tricks(deal) > TRICKS:
        raise BadDeal(f"{deal} is not a deal: strain, doubling or tricks out of range")
    elif honours(deal):
        _check_honours(honours(deal), strain(deal))
    return deal


def _check_honours(field: int, strain: int) -> None:
    most, fewer = honours_most(field), honours_fewer(field)
    pack_honours(honours_seat(field), most, fewer)
    if strain == NULLO:
        raise BadDeal("at nullo there are no honours: leave out hon=")
    if strain == NO_TRUMP and most + fewer > 4:
        raise BadDeal(f"honours {most}-{fewer}: at no-trump the honours are the 4 aces")
