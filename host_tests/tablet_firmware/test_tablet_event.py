"""An event at a table: who sits here, which board is next, where all goes, what is logged."""

import struct
from datetime import UTC, datetime
from pathlib import Path

import pytest
from vfs import VfsLfs2

from firmware import session as log
from firmware.clock import to_minutes
from firmware.scoring.rounds import OVERRULED
from firmware.session import fold
from firmware.storage.plan import CONTENT, Plan
from firmware.storage.record import seal
from host_tests.device.nor_flash import ERASED, NorFlash
from scorepad.movement.howell import build_howell
from scorepad.movement.mitchell import build_mitchell
from scorepad.movement.model import Movement
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.depth import sampled, some
from support.tablet.directing import open_menu
from support.tablet.events import EVENT, entries, name_of, send
from support.tablet.house_rules import asked
from support.tablet.tablets import FINISH, NEW_GAME, logs, menu, shown, store_in

PLAYED = ("DOWN", "OK", "OK", "RIGHT")  # South makes three spades, and the others accept
SMALL = build_mitchell(6, 3, 2)  # three tables, two boards a round


def begun(tablet: Tablet, movement: Movement = SMALL, table: int = 2) -> None:
    """The event came in, and the first round is about to be played."""
    assert send(tablet, entries(movement, table)) == "ok"
    tablet.press("OK", "OK")
    assert tablet.look().screen == "compass", shown(tablet)


def seats(tablet: Tablet) -> list[str]:
    look = tablet.look()
    assert look.screen == "seats", shown(tablet)
    return look.text[:-2]


def said_of(pair: int) -> list[str]:
    return [name_of(pair, player) for player in (0, 1)]


def board(tablet: Tablet) -> str:
    look = tablet.look()
    assert look.screen == "compass", shown(tablet)
    return look.text[0]


def events(path: Path, *kinds: int) -> list[tuple[int, int, int, int]]:
    """Those of the last log that are of these kinds."""
    return [event for event in logs(path)[-1] if event[0] in kinds]


def round_of(number: int, ns: int, ew: int, first: int, last: int) -> tuple[int, int, int, int]:
    return log.ROUND, number, ns | ew << 8, first | last << 8


def test_an_evening_goes_by_the_plan(tablet: Tablet, path: Path) -> None:
    assert send(tablet, entries(SMALL, 2)) == "ok"
    assert tablet.look().text[:3] == ["Table 2", "Duplicate", "Tuesday"]
    tablet.press("OK")
    for number, ns, ew, first in ((1, 2, 5, 3), (2, 2, 4, 5), (3, 2, 6, 1)):
        sit = ["N-S 2", *said_of(ns), f"E-W {ew}", *said_of(ew)]
        assert seats(tablet) == [*sit, f"Round {number}: {first}-{first + 1}"]
        tablet.press("OK")
        for place in (first, first + 1):
            assert board(tablet) == f"Board {place}"
            tablet.press(*PLAYED)
        look = tablet.look()
        assert look.screen == "moves"
        if number < 3:
            table = ("Table 3 E-W", "Table 3 E-W")[number - 1]
            boards = f"Boards {first}-{first + 1}"
            rows = ["N-S 2", "stay here", f"E-W {ew}", table, boards, "Table 1"]
            assert look.text[1:7] == rows
            tablet.press("OK")
    assert " ".join(tablet.look().text[1:4]) == "Thank you! The director has the results."
    tablet.press("OK")
    assert tablet.look().text[1:3] == ["All boards are", "played."]
    tablet.press("BACK", *FINISH)
    assert tablet.look().screen == "home"
    assert tablet.look().text[-2] == "new game"
    whole = logs(path)[-1]
    assert whole[0][1:3] == (7, log.WITH_ROUNDS << 8 | 2)
    rounds = [round_of(1, 2, 5, 3, 4), round_of(2, 2, 4, 5, 6), round_of(3, 2, 6, 1, 2)]
    assert events(path, log.EVENT, log.ROUND, log.PLAYER) == [(log.EVENT, 0, 0, EVENT), *rounds]
    assert [place for _, place, _, _ in events(path, log.DEAL)] == [3, 4, 5, 6, 1, 2]
    played = fold(whole)
    assert played.complete
    assert [played.rounds.of(deal) for deal in range(1, 7)] == [0, 0, 1, 1, 2, 2]


def end(tablet: Tablet) -> None:
    """The players stop, and have seen it."""
    menu(tablet, "stop")
    tablet.press("RIGHT", *FINISH)
    assert tablet.look().screen == "home", shown(tablet)


def test_an_event_that_was_ended_by_mistake_goes_on_there(tablet: Tablet, path: Path) -> None:
    """Late boards and corrections of all its rounds with it."""
    begun(tablet)
    tablet.press(*PLAYED)
    menu(tablet, "boards")
    tablet.press("RIGHT", "OK", "OK", *PLAYED)  # board 4 is left out; round 2
    end(tablet)
    assert send(tablet, entries(SMALL, 2)) == "ok"
    assert tablet.look().text[:3] == ["Table 2", "Duplicate", "Tuesday"]
    assert tablet.look().text[-2] == "go on"
    tablet.press("OK")
    assert tablet.look().screen == "resume"
    tablet.reset()
    assert tablet.look().screen == "resume"
    head, *rest = entries(SMALL, 2)
    assert send(tablet, [head[:39] + bytes([3]) + head[40:], *rest]) == "ok"
    assert " ".join(tablet.look().text[:2]) == "Round 3. Take over table 2?"  # another has gone on
    assert send(tablet, [head, *rest]) == "ok"
    tablet.power_cut()
    tablet.press("OK", "RIGHT")
    assert board(tablet) == "Board 6"
    assert asked(tablet, "list 0").split(":")[3] == "o"
    assert send(tablet, entries(SMALL, 2, EVENT + 1)).startswith("error ")
    tablet.reset()
    menu(tablet, "boards")
    assert tablet.look().text[2:6] == ["Board 4", "left out", "Board 6", "Round 2"]
    tablet.press("OK", *PLAYED)
    menu(tablet, "deals")
    tablet.press(*["OK"] * 4, *PLAYED)
    assert board(tablet) == "Board 6"
    end(tablet)
    assert len(logs(path)) == 1
    whole = logs(path)[-1]
    assert [kind for kind, *_ in whole].count(log.END) == 2
    played = fold(whole)
    assert (played.complete, len(events(path, log.CORRECT))) == (True, 1)
    assert [played.rounds.listed[played.rounds.of(n)].round for n in (1, 2, 3)] == [1, 2, 1]


def test_a_tablet_takes_over_in_the_round_that_the_table_is_in(tablet: Tablet, path: Path) -> None:
    """It asks first, and the board that was played elsewhere is not for this one."""
    came = entries(SMALL, 2)
    came[0] = came[0][:39] + bytes([2]) + came[0][40:]
    came[7] = came[7].replace(bytes((2, 2, 2, 4, 5, 6)), bytes((2, 2, 2, 4, 6, 6)))
    assert send(tablet, came) == "ok"
    assert (tablet.look().text[2], tablet.look().text[-2]) == ("Tuesday", "go on")
    tablet.press("OK")
    assert " ".join(tablet.look().text[:2]) == "Round 2. Take over table 2?"
    tablet.press("DOWN", "OK")
    tablet.reset()
    assert tablet.look().screen == "resume"
    tablet.press("BACK")
    assert not logs(path)
    tablet.press("OK", "RIGHT")
    assert seats(tablet)[::3] == ["N-S 2", "E-W 4", "Round 2: 6"]
    tablet.press("OK", *PLAYED)
    assert tablet.look().text[0] == "Round 2 is over"
    tablet.press("OK")
    assert seats(tablet)[-1] == "Round 3: 1-2"
    assert events(path, log.EVENT, log.ROUND) == [
        (log.EVENT, 0, 0, EVENT),
        round_of(2, 2, 4, 6, 6),
    ]


def test_an_event_is_offered_at_its_table_until_its_evening_is_over() -> None:
    early, late = ((2026, 8, 14, 21, minute) for minute in (19, 20))
    until = to_minutes((*late[:3], 0, *late[3:]))
    for now, table, offered in ((early, 2, True), (early, 3, False), (late, 2, False)):
        with Tablet(Flash(), now=lambda now=now: datetime(*now, tzinfo=UTC)) as tablet:
            assert send(tablet, entries(SMALL, 2, until=until)) == "ok"
            assert asked(tablet, f"table {table}") == "ok"
            tablet.wait(600)  # in which OK does nothing
            assert ("Tuesday" in tablet.look().text) == offered
            tablet.press("OK")
            assert tablet.look().screen == ("seats" if offered else "setup")


def test_a_new_game_after_an_event_is_of_none(tablet: Tablet, path: Path) -> None:
    """Though it is duplicate too, and nothing is said otherwise."""
    begun(tablet)
    end(tablet)
    tablet.press(*NEW_GAME)
    assert tablet.look().screen == "board", shown(tablet)
    assert not events(path, log.EVENT)


def test_an_end_that_a_power_cut_broke_off_is_said_again(path: Path) -> None:
    """The event is off the flash, and the log does not say yet that it has ended."""
    with Tablet(Flash(path)) as tablet:
        begun(tablet)
        menu(tablet, "stop")
        tablet.press("RIGHT")
    with store_in(path) as store:
        store.remove("event")
    with Tablet(Flash(path)) as tablet:
        tablet.press(*FINISH)
        assert tablet.look().screen == "home", shown(tablet)
    assert fold(logs(path)[-1]).complete


def test_boards_are_left_out_and_played_though_they_have_stopped(tablet, path):
    begun(tablet)
    menu(tablet, "stop")
    tablet.press("RIGHT", "OK")
    assert tablet.look().text[2:6] == ["Board 3", "Round 1", "Board 4", "Round 1"]
    tablet.press("RIGHT")
    assert board(tablet) == "Board 4"
    tablet.press(*PLAYED)
    kinds = [kind for kind, *_ in events(path, log.ROUND, log.CLOSE, log.UNPLAYED, log.DEAL)]
    assert kinds == [log.ROUND, log.CLOSE, log.ROUND, log.UNPLAYED, log.DEAL]


def test_a_board_of_another_table_is_asked_about(tablet: Tablet, path: Path) -> None:
    begun(tablet)
    tablet.press("BACK")
    for moves, said in (
        (("RIGHT",), "The event has no board 13."),
        (("LEFT", "UP", "UP"), "Board 5 belongs to table 3 now."),
        (("DOWN",) * 4, "Board 1 belongs to table 1 now."),
    ):
        tablet.press(*moves, "OK")
        look = tablet.look()
        assert (look.screen, " ".join(look.text[:2])) == ("asked", said)
        tablet.press("BACK")
        assert tablet.look().screen == "board"
    tablet.press("OK", "RIGHT", *PLAYED)
    assert board(tablet) == "Board 3"
    assert [place for _, place, _, _ in events(path, log.DEAL)] == [1]
    # A pair has had it: pair 2 here, pair 4 by the plan at another table.
    tablet.press(*PLAYED, *PLAYED, "OK", "OK")
    assert board(tablet) == "Board 5"
    tablet.press("BACK", "DOWN", "DOWN", "OK")
    assert " ".join(tablet.look().text[:2]) == "Pair 2 has had board 3."
    tablet.press("BACK", "DOWN", "OK")
    assert " ".join(tablet.look().text[:2]) == "Pair 4 has had board 2."


def test_the_director_overrules_the_plan(tablet: Tablet, path: Path) -> None:
    begun(tablet)
    open_menu(tablet)
    tablet.press(*["DOWN"] * 4, "OK")
    assert tablet.look().text[:5] == ["Round, pairs", "Round", "1", "N-S", "2"]
    tablet.press("RIGHT")
    assert tablet.look().text[1:7] == ["Round", "2", "N-S", "2", "E-W", "4"]
    tablet.press("LEFT", "DOWN", "DOWN", "RIGHT", "DOWN", *["RIGHT"] * 8, "OK")
    assert tablet.look().screen == "overrule"  # the first board would be behind the last
    tablet.press("DOWN", *["RIGHT"] * 8, "DOWN", "OK")
    assert board(tablet) == "Board 11"
    tablet.press(*PLAYED, *PLAYED)
    assert tablet.look().text[1:5] == ["N-S 2", "stay here", "E-W 6", "Table 1 E-W"]
    overruled = round_of(1, 2, 6, 11, 12)
    assert events(path, log.ROUND) == [
        round_of(1, 2, 5, 3, 4),
        (*overruled[:3], overruled[3] | OVERRULED),
    ]


def test_a_table_without_pairs_says_who_sits_out(tablet: Tablet, path: Path) -> None:
    """With five pairs nobody meets pair 3 at first; nothing comes of the boards."""
    assert send(tablet, entries(build_mitchell(5, 3, 2), 3)) == "ok"
    tablet.press("OK")
    assert tablet.look().text[:3] == ["Round 1", "Pair 3 sits out this", "round."]
    tablet.press("OK")
    assert seats(tablet)[0] == "N-S 3"
    tablet.press("OK")
    assert board(tablet).startswith("Board ")
    tablet.press(*PLAYED, *PLAYED)
    assert tablet.look().screen == "moves"
    assert events(path, log.ROUND)[0] == round_of(1, 0, 0, 1, 6)


def test_a_howell_moves_pairs_in_both_directions(tablet: Tablet) -> None:
    eight = build_howell(8, 7, 1)
    begun(tablet, eight, 2)
    here = {meeting.round: meeting for meeting in eight.schedule if meeting.table == 2}
    seat = {(m.round, m.ns): (m.table, "N-S") for m in eight.schedule}
    seat |= {(m.round, m.ew): (m.table, "E-W") for m in eight.schedule}
    for number in range(1, 7):
        tablet.press(*PLAYED)
        text = tablet.look().text
        for row, (side, pair) in enumerate(zip(("N-S", "E-W"), here[number].pairs, strict=True)):
            there = seat[number + 1, pair]
            goes = "stay here" if there == (2, side) else "Table {} {}".format(*there)
            assert text[1 + 2 * row : 3 + 2 * row] == [f"{side} {pair}", goes]
        tablet.press("OK", "OK")
    assert board(tablet) == f"Board {here[7].boards[0]}"


def test_an_event_does_not_come_into_another_game(tablet: Tablet, path: Path) -> None:
    tablet.press(*NEW_GAME)
    assert send(tablet, entries(SMALL, 2)).startswith("error ")
    assert tablet.look().screen == "compass"
    with store_in(path) as store:
        assert not store.has_file("event")


def test_while_an_event_is_played_only_a_newer_plan_of_it_comes_in(tablet: Tablet) -> None:
    """With a pair that comes late, or when its evening is over."""
    begun(tablet)
    assert send(tablet, entries(SMALL, 2, until=1)) == "ok"
    late = entries(SMALL, 2, until=1)
    late[4] = late[4].replace(b"A. Player of 4", b"Eva Late".ljust(14, b"\0"))
    assert send(tablet, late) == "ok"
    for other in (entries(SMALL, 2, EVENT + 1), entries(SMALL, 3), []):
        assert send(tablet, other).startswith("error ")
    assert asked(tablet, "table 2") == "ok"
    tablet.wait(600)  # in which OK does nothing
    tablet.press(*PLAYED, *PLAYED, "OK")
    assert seats(tablet)[3:6] == ["E-W 4", "Eva Late", "B. Player of 4"]


def test_a_newer_plan_is_seen_at_once(tablet: Tablet) -> None:
    """Pairs 4 and 5 leave; 4 was to meet pair 2 in the next round."""
    begun(tablet)
    tablet.press(*PLAYED, *PLAYED)
    left = entries(SMALL, 2)
    for meeting in ((2, 2, 2, 4), (2, 3, 3, 5)):
        left[7] = left[7].replace(bytes(meeting), bytes((*meeting[:3], 0)))
    assert tablet.look().text[3:5] == ["E-W 5", "Table 3 E-W"]
    assert send(tablet, left) == "ok"
    assert tablet.look().text[3:5] == ["E-W 5", "sit out"]
    tablet.press("OK")
    assert tablet.look().text[1:3] == ["Pair 2 sits out this", "round."]
    assert send(tablet, entries(SMALL, 2)) == "ok"
    assert seats(tablet)[3:5] == ["E-W 4", name_of(4, 0)]


def spoiled(place: int, at: int, byte: int) -> list[bytes]:
    contents = entries(SMALL, 2)
    content = bytearray(contents[place])
    content[at] = byte
    contents[place] = bytes(content)
    return contents


NO_EVENTS = [
    *(spoiled(0, at, byte) for at, byte in ((6, 0), (6, 3), (10, 5), (11, 200), (7, 0), (8, 251))),
    *(spoiled(0, at, byte) for at, byte in ((9, 0), (9, 100), (15, 7), (39, 4))),
    *(spoiled(1, 0, 0), spoiled(3, 12, 0xFF)),
    *(spoiled(7, at, byte) for at, byte in ((0, 9), (1, 0), (5, 99), (4, 0))), [bytes(51)],
    [bytes(50)] * 256, entries(SMALL, 2)[:-1],
]  # fmt: skip


def test_an_event_that_makes_no_sense_is_refused(tablet: Tablet) -> None:
    for number, contents in enumerate(NO_EVENTS):
        assert send(tablet, contents, 2).startswith("error "), number
        assert tablet.look().text[-2] == "new game", number
    for place, content in enumerate(entries(SMALL, 2)[:5]):  # and so is half a one
        assert asked(tablet, f"entry {place} {content.hex()}") == "ok"
    assert asked(tablet, "event 9 00000000").startswith("error ")
    assert send(tablet, entries(SMALL, 2)) == "ok"  # a good one comes in
    tablet.press("OK")
    assert seats(tablet)


def test_a_pair_is_found_though_the_numbers_have_gaps() -> None:
    """Of pairs 2, 3, 7 and 12 of a section; pair 3 has rotted."""
    flash = NorFlash(bytearray(ERASED * 8))
    VfsLfs2.mkfs(flash)
    files = VfsLfs2(flash)
    numbers = (2, 3, 7, 12)
    header = struct.pack("<IHBBBBBHBB20sI", 9, 9824, 1, 1, 3, 3, len(numbers), 0, 0, 0, b"x", 0)
    pairs = [struct.pack("<BBII20s20s", n, 0, 0, n, b"", b"Player %d" % n) for n in numbers]
    records = [seal(part.ljust(CONTENT, b"\0")) for part in (header, *pairs)]
    records[2] = records[2][:20] + b"?" + records[2][21:]
    with files.open("event", "wb") as file:
        file.write(b"".join(records))
    plan = Plan(lambda: files)
    found = {n: pair.names[1] for n in range(14) if (pair := plan.pair(n))}
    assert found == {n: f"Player {n}" for n in (2, 7, 12)}


@sampled
@pytest.mark.parametrize("place", some(range(9), 3))
def test_an_entry_that_has_rotted_stops_nobody(path: Path, place: int) -> None:
    with Tablet(Flash(path)) as tablet:
        assert send(tablet, entries(SMALL, 2)) == "ok"
    with store_in(path) as store:
        content = bytearray(store.read("event"))
        content[54 * place + 3] ^= 1
        store.write("event", bytes(content))
    with Tablet(Flash(path)) as tablet:
        assert tablet.look().screen == "home"
        if place:
            tablet.press("OK", "OK")
            assert tablet.look().screen in ("compass", "moves", "seats"), shown(tablet)
