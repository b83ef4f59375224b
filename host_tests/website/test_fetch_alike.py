"""What a page fetches and the club takes in is what a sync of the same tablet brings.

The tablets tell the truth, or lie; lines are good, or bad; cables are pulled and plugged in again.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dev.link.both_ends import CHIP, PATH, LocalPort, LocalTablet
from firmware.link.codec import frame
from firmware.storage import record
from scorepad.tablet import fetched_file
from scorepad.tablet.sync import Summary
from support.depth import TORTURE, sampled, some
from support.link.hostile import Kept, bent_once, cut, synced, true_records
from support.link.liars import Lies, all_lies, forged, lying, once, some_log
from support.link.ptys import hearing, script
from support.link.syncing import b64, listed, log, speaks
from support.web.js_cable import Node

BYTES = 720  # of a fetch; some fewer where the numbers of its requests are short
Hears = Callable[[bytes], bytes]


@pytest.fixture
def fetch(js: Node, tmp_path: Path) -> Callable[..., tuple[Any, Any]]:

    def fetched(hears: Hears, called: str = "") -> tuple[Any, Any]:
        with LocalPort(hears).opened(), js.cable(PATH) as cable:
            return cable.fetched(called and f"{tmp_path}{called}")

    return fetched


def taken(file: Any, folder: Path) -> tuple[Summary, Kept]:
    path = folder / "fetched.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    club = Kept()
    return fetched_file.take(fetched_file.read(str(path)), club), club  # type: ignore[arg-type]


def both_ways(file: Any, hears: Hears, folder: Path) -> tuple[Summary, Summary]:
    """Take the file in, and sync such a tablet: the records are the same."""
    by_file, from_file = taken(file, folder)
    club = Kept()
    by_cable = synced(LocalTablet(), club, hears)
    assert from_file.records == club.records
    return by_file, by_cable


def alike(file: Any, hears: Hears, folder: Path) -> Summary:
    both = both_ways(file, hears, folder)
    counts = [(s.tablet, s.new, s.known, s.open, len(s.refused)) for s in both]
    assert counts[0] == counts[1]
    return both[0]


def liar(lies: Lies) -> Hears:
    return hearing(script(lying(LocalTablet(), lies)))


def test_an_honest_tablet_is_fetched_and_told(fetch: Any, js: Node, tmp_path: Path) -> None:
    tablet = LocalTablet()
    before = tablet.logs()
    file, trouble = fetch(tablet.hear, "honest")
    assert trouble is None
    assert tablet.logs() == before and ":f:" not in said(tablet, "list 0")
    summary = alike(file, LocalTablet().hear, tmp_path)
    assert (summary.new, summary.open, summary.refused, summary.notes) == (1, 1, [], [])
    with LocalPort(tablet.hear).opened(), js.cable(PATH) as cable:
        assert cable.tell_safe(f"{tmp_path}honest", 1) == []
    assert said(tablet, "list 0").count(":f:") == 1


def test_a_changed_session_is_not_told_to_be_safe(fetch: Any, js: Node, tmp_path: Path) -> None:
    fetch(LocalTablet().hear, "changed")
    refusing = liar({"done": "error the session has changed"})
    with LocalPort(refusing).opened(), js.cable(PATH) as cable:
        told = cable.tell_safe(f"{tmp_path}changed", 1, 2)
    assert told == [{"number": n, "why": "the session has changed"} for n in (1, 2)]
    other = LocalTablet(b"\x02other")
    elsewhere = pytest.raises(AssertionError, match="AnotherTablet")
    with LocalPort(other.hear).opened(), js.cable(PATH) as cable, elsewhere:
        cable.tell_safe(f"{tmp_path}changed", 1)
    assert ":f:" not in said(other, "list 0")


def said(tablet: LocalTablet, words: str) -> str:
    return tablet.hear(frame(f"?1 {words}")).decode()


@pytest.mark.parametrize("name", all_lies())
def test_a_lie_goes_no_further_than_with_a_cable(name: str, fetch: Any, tmp_path: Path) -> None:
    file, trouble = fetch(liar(all_lies()[name]))
    if file is None:
        assert trouble
        return
    by_file, by_cable = both_ways(file, liar(all_lies()[name]), tmp_path)
    assert bool(trouble) == bool(by_cable.trouble), trouble
    told = [*by_file.refused, *by_file.notes, by_file.trouble]
    assert all(line.isprintable() and line.isascii() for line in told)
    if not trouble:
        assert len(by_file.refused) == len(by_cable.refused)


def test_records_that_make_no_sense_come_all_the_same(fetch: Any, tmp_path: Path) -> None:
    chance = random.Random(2026)
    refused = 0
    for _ in range(1000 if TORTURE else 30):
        lies = forged(some_log(chance), chance.choice("ocd"))
        file, trouble = fetch(liar(lies))
        assert trouble is None
        refused += bool(alike(file, liar(lies), tmp_path).refused)
    assert refused


def test_one_bent_answer_brings_no_record_that_is_not_there(fetch: Any, tmp_path: Path) -> None:
    for seed in range(2000 if TORTURE else 40):
        chance, tablet = random.Random(seed), LocalTablet()
        file, _ = fetch(bent_once(chance, tablet, chance.randrange(12)))
        if file:
            _, club = taken(file, tmp_path)
            assert club.records.items() <= true_records(tablet).items(), seed


@sampled
@pytest.mark.parametrize("place", some(range(1, BYTES, 2), 40))
def test_a_cable_that_is_pulled_loses_nothing(place: int, fetch: Any, tmp_path: Path) -> None:
    """What had come is in the file, which says what is missing; the next time the rest comes."""
    tablet = LocalTablet()
    file, trouble = fetch(cut(tablet.hear, place), "cut")
    if trouble:
        assert trouble[0] in ("CableGone", "NoAnswer")
    if file:
        summary, club = taken(file, tmp_path)
        assert club.records.items() <= true_records(tablet).items()
        assert bool(file["missing"]) == bool(summary.notes)
    file, trouble = fetch(tablet.hear, "cut")
    assert (trouble, file["missing"]) == (None, 0)
    assert taken(file, tmp_path)[1].records == true_records(tablet)


def test_a_session_that_has_come_is_kept_if_it_cannot_be_read_again(
    fetch: Any, tmp_path: Path
) -> None:
    part, whole = log()[: -2 * record.SIZE], log()
    open_one = {"list 0": f"ok {listed(part, state='o')}", "read 1 0": f"ok {b64(part)}"}
    fetch(hearing(script(speaks(open_one))), "again")
    changed = {"list 0": f"ok {listed(whole)}", "read": "error store: 5"}
    file, trouble = fetch(
        hearing(script(speaks({**changed, "read 1 0": "error store: 5"}))), "again"
    )
    (kept,) = file["sessions"]
    assert (trouble, kept["pages"], kept["error"]) == (None, [b64(part)], "store: 5")
    summary, club = taken(file, tmp_path)
    assert [*club.records.values()] == [part]
    assert "store: 5" in " ".join([*summary.refused, *summary.notes])


NO_SESSION = {"no session": "ok " + "x" * 170, "another one": f"ok {listed(log(minutes=9))}"}


@pytest.mark.parametrize("then", NO_SESSION)
def test_records_that_came_stay_whatever_is_listed(then: str, fetch: Any, tmp_path: Path) -> None:
    """And the file can be taken in, however long the odd answer was."""
    lies: Lies = {"list 0": once(f"ok {listed(log())}", NO_SESSION[then])}
    file, trouble = fetch(hearing(script(speaks(lies))))
    (kept,) = file["sessions"]
    assert (trouble, kept["pages"]) == (None, [b64(log())])
    assert 0 < len(kept["error"]) < 100
    _, club = taken(file, tmp_path)
    assert [*club.records.values()] == [log()]


def test_another_tablet_is_not_mixed_with_the_first(fetch: Any) -> None:
    fetch(LocalTablet().hear, "first")
    other = LocalTablet(b"\x02other")
    file, trouble = fetch(other.hear, "first")
    assert trouble[0] == "AnotherTablet"
    assert file["tablet"] == CHIP.hex()
