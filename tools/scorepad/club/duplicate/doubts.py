"""Results that are missing, and results that somebody should ask about.

None of these is certainly wrong, and nothing is changed: each is a question for a table.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, groupby
from statistics import median

from firmware.scoring.deal import NO_TRUMP, SIDES, declarer, level, overtricks, strain, tricks
from scorepad import wording
from scorepad.club.duplicate.against_plan import (
    MISSING,
    NO_PAIR,
    NO_SESSION,
    OTHER_BOARD,
    OTHER_PLAN,
    OVERRULED,
    Doubt,
    findings,
)
from scorepad.club.duplicate.field import Field, Result, tables_shared
from scorepad.club.duplicate.missing import missing
from scorepad.club.events.event import NOBODY, Event
from scorepad.club.records.store import ClubSession
from scorepad.errors import remedy
from scorepad.language import marked, text, text_counted

FAR = 4  # tricks from the median; from here on a slip of the finger is likelier than the play
_FEWEST = 3  # results that a median says something about

# Tricks of both sides together, each as declarer, from which on one of them hardly can have been.
_AT_NO_TRUMP = 17  # on many deals both sides can take the tricks of a long suit
_IN_OTHER_STRAINS = 19  # each side may have its own trumps

AGAIN, BOTH_SIDES, TRICKS, NO_BOARD, SAME_TABLE, NO_PLAN = (
    "again", "both-sides", "tricks", "no-board", "same-table", "no-plan",
)  # fmt: skip

_REMEDIES = {  # while the session is open
    MISSING: marked("if it was played, enter it on the table's tablet in a session of its own"),
    AGAIN: marked("correct the board's number on the tablet, or void the one that is wrong"),
    BOTH_SIDES: marked("ask the table, and correct the deal on its tablet if it is wrong"),
    TRICKS: marked("ask the table, and correct the deal on its tablet if it is wrong"),
    NO_BOARD: marked("correct the deal on the tablet: it needs the board's number"),
    SAME_TABLE: marked(
        "give each tablet a number of its own ({sync}); "
        "what was played is told apart when its players are seated ({seat})"
    ),
    NO_SESSION: marked("sync its tablet"),
    OVERRULED: marked(
        "the director has said so on the tablet; nothing is to be done if it was so"
    ),
    OTHER_PLAN: marked("the tablet has another plan: send it the event, and ask the table"),
    OTHER_BOARD: marked("ask the table, and correct the board's number if it is wrong"),
    NO_PLAN: marked("{remedy} says why"),
    NO_PAIR: marked("say who did: {remedy}"),
}
OF_A_TABLE = (SAME_TABLE, NO_PLAN, NO_PAIR, NO_SESSION, OVERRULED, OTHER_PLAN)  # not of a board
_ON_THE_PC = {  # on the tablet a finished session cannot be changed
    **dict.fromkeys(
        (AGAIN, OTHER_BOARD),
        marked("ask the table; {correct} if the number is wrong"),
    ),
    NO_BOARD: marked("ask the table, and {correct}"),
    BOTH_SIDES: marked(
        "ask the table; {correct} if it is wrong, and {swap} too if all four sat the other way "
        "round"
    ),
}
_TELL_APART = {"sync": remedy("sync", ports=..., table=...), "seat": remedy("club seat")}
_AS_PLAYED = marked("ask the table; nothing is to be done if it was so")
_CORRECT = marked("ask the table; {correct} if it is wrong")

_Cards = tuple[int, int]  # a board, and in which form
_Declared = dict[tuple[_Cards, int, int], list[Result]]  # by cards, strain and declaring side


def doubts(
    field: Field,
    sessions: list[ClubSession],
    event: Event | None = None,
    tables: Iterable[int] = (),
) -> list[Doubt]:
    """Return missing and doubtful results by board and table. `tables`: those of the event.

    What an event has planned is asked for by its plan, and nothing is guessed.
    """
    lacking: Iterable[Doubt] = _without_plan(sessions)
    if event:
        lacking = map(_add_remedy, findings(event, field, sessions, tables))
    elif not any(session.rounds.event for session in sessions):
        lacking = map(_add_remedy, missing(field, sessions))
    found = [*lacking, *_unreal(field), *_again(field), *_both_sides(field), *_far(field)]
    ordered = sorted(found, key=lambda doubt: (doubt.board, doubt.table))
    finished = {club_session.id for club_session in sessions if club_session.session.complete}
    listed = [*ordered, *_unnumbered(field), *_same_table(sessions)]
    return [_remedied(doubt, finished) for doubt in listed]


def not_counted(field: Field) -> list[Doubt]:
    """The results that are compared with nothing: of no pair, played again, or of no board."""
    return [*_unreal(field), *_again(field), *_unnumbered(field)]


def _remedied(doubt: Doubt, finished: set[str]) -> Doubt:
    if doubt.kind == OTHER_PLAN and doubt.session in finished:
        return replace(doubt, remedy=text(_AS_PLAYED))
    if not doubt.deal or doubt.kind == NO_PAIR or doubt.session not in finished:
        return doubt
    what = "board" if doubt.kind in (AGAIN, OTHER_BOARD, NO_BOARD) else "result"
    correct = remedy("club correct", session=doubt.session, deal=doubt.deal, **{what: ...})
    swap = remedy("club swap", session=doubt.session, deals=doubt.deal)
    how = _ON_THE_PC.get(doubt.kind, _CORRECT)
    return replace(doubt, remedy=text(how, correct=correct, swap=swap))


def _add_remedy(doubt: Doubt) -> Doubt:
    return replace(doubt, remedy=doubt.remedy or text(_REMEDIES[doubt.kind]))


def _without_plan(sessions: list[ClubSession]) -> Iterator[Doubt]:
    for session in sessions:
        what = text("the club does not have the plan of its event")
        show = remedy("club duplicate", event=f"id={session.rounds.event}")
        said = text(_REMEDIES[NO_PLAN], remedy=show)
        yield Doubt(NO_PLAN, session.session.table, session.id, 0, what, said)


# Doubtful


def _unreal(field: Field) -> Iterator[Doubt]:
    """Yield a doubt for consecutive deals of a round with such a pair, for each side."""
    for _, group in groupby(enumerate(field.unreal), _in_a_row):
        results = [one for _, one in group]
        first, last = results[0], results[-1]
        numbers = [pair.number for pair in first.pairs]
        sides: tuple[object, ...] = SIDES
        if any(numbers) and len(set(numbers)) == 1:
            sides = (...,)  # one pair on both sides: whoever was there knows which is wrong
        for side in first.unreal[: len(sides)]:
            seat = remedy(
                "club seat",
                session=first.session,
                seat=sides[side],
                player=...,
                deals=f"{first.number}-{last.number}",
            )
            said = text(_REMEDIES[NO_PAIR], remedy=seat)
            what = _who_is_not(first, side)
            yield Doubt(NO_PAIR, first.table, first.session, 0, what, said, first.number)


def _in_a_row(at: tuple[int, Result]) -> tuple[object, ...]:
    """Return a key that consecutive deals share. `at`: the position in the list, and the deal."""
    place, one = at
    return one.session, one.round, one.pairs, one.number - place


def _who_is_not(result: Result, side: int) -> str:
    number = result.pairs[side].number
    if number == result.pairs[1 - side].number != NOBODY:
        why = text("pair {number} sat on both sides, as the tablet says", number=number)
    elif number:
        why = text(
            "the event has no pair {number}, which sat {side}", number=number, side=_sides(side)
        )
    else:
        why = text("nobody sat {side}, as the tablet says", side=_sides(side))
    when = (
        text("round {number}", number=result.round) if result.round else text("before any round")
    )
    return text("{when}: {why}; it does not count", when=when, why=why)


def _again(field: Field) -> Iterator[Doubt]:
    for result, before in field.again:
        whose = wording.both(pair.name for pair in result.pairs if pair in before.pairs)
        what = text(
            "{result} does not count, for {pairs} had played the board before: "
            "{before} at table {table}, session {session}",
            result=wording.dealt(result.deal),
            pairs=whose,
            before=wording.dealt(before.deal),
            table=before.table,
            session=before.session,
        )
        yield _doubt(AGAIN, result, what)


def _both_sides(field: Field) -> Iterator[Doubt]:
    """Yield a doubt for each result that has the wrong side as declarer, as it seems.

    Of two sides that declare one strain it is the one that fewer tables have, or both.
    """
    declared = _group_by_declarer(field)
    for (cards, trumps, side), results in declared.items():
        theirs = declared.get((cards, trumps, 1 - side), [])
        for result in results if 0 < len(results) <= len(theirs) else ():
            if trumps == NO_TRUMP:
                yield from _together(result, theirs, _AT_NO_TRUMP)
            else:
                what = text(
                    "{result}, and {sides} declare this suit elsewhere",
                    result=wording.dealt(result.deal),
                    sides=_sides(1 - side),
                )
                yield _doubt(BOTH_SIDES, result, what)
    yield from _turned(declared)


def _turned(declared: _Declared) -> Iterator[Doubt]:
    """Yield a doubt for each board that a table seems to have had the other way round.

    It alone has its side as declarer, in a contract that was made and a strain of its own.
    """
    sides = defaultdict[tuple[_Cards, int], list[Result]](list)
    for (cards, _, side), results in declared.items():
        sides[cards, side] += results
    for (cards, side), (result, *others) in sides.items():
        theirs = sides.get((cards, 1 - side), [])
        own = (cards, strain(result.deal), 1 - side) not in declared
        if own and not others and len(theirs) >= _FEWEST and overtricks(result.deal) >= 0:
            yield from _together(result, theirs, _IN_OTHER_STRAINS)


def _together(result: Result, theirs: list[Result], limit: int) -> Iterator[Doubt]:
    """Yield a doubt if both sides took so many tricks; `theirs`: what the other side declared."""
    taken, middle = tricks(result.deal), int(2 * median(tricks(other.deal) for other in theirs))
    if 2 * taken + middle >= 2 * limit:
        side = 1 - declarer(result.deal) % 2
        yield _doubt(BOTH_SIDES, result, _took(result, taken, side, middle))


def _far(field: Field) -> Iterator[Doubt]:
    for (_, _, side), results in _group_by_declarer(field).items():
        middle = int(2 * median(tricks(result.deal) for result in results))
        for result in results:
            taken = tricks(result.deal)
            if len(results) >= _FEWEST and abs(2 * taken - middle) >= 2 * FAR:
                yield _doubt(TRICKS, result, _took(result, taken, side, middle))


def _took(result: Result, taken: int, side: int, middle: int) -> str:
    """`middle`: twice the tricks that the others mostly took."""
    return text_counted(
        taken,
        "{result}, {number} trick; {sides} mostly took {others}",
        "{result}, {number} tricks; {sides} mostly took {others}",
        result=wording.dealt(result.deal),
        sides=_sides(side),
        others=f"{middle // 2}{'½' * (middle % 2)}",
    )


def _unnumbered(field: Field) -> Iterator[Doubt]:
    for result in field.unnumbered:
        what = text(
            "deal {number}, {result}, has no board and is compared with nothing",
            number=result.number,
            result=wording.dealt(result.deal),
        )
        yield _doubt(NO_BOARD, result, what)


def _same_table(sessions: list[ClubSession]) -> Iterator[Doubt]:
    for table, theirs in tables_shared(sessions).items():
        what = text(
            "tablets {tablets} say table {table}, and their guests are pairs of their own",
            tablets=wording.both(club_session.tablet for club_session in theirs),
            table=table,
        )
        yield Doubt(
            SAME_TABLE, table, theirs[0].id, 0, what, text(_REMEDIES[SAME_TABLE], **_TELL_APART)
        )


def _group_by_declarer(field: Field) -> _Declared:
    declared: _Declared = defaultdict(list)
    for result in chain(*field.boards.values()):
        if not result.adjusted and level(result.deal):
            cards = result.board, result.form
            declared[cards, strain(result.deal), declarer(result.deal) % 2].append(result)
    return dict(declared)


def _doubt(kind: str, result: Result, what: str) -> Doubt:
    where = result.table, result.session, result.board
    return Doubt(kind, *where, what, text(_REMEDIES[kind]), result.number)


def _sides(side: int) -> str:
    return wording.account(SIDES[side])
