"""What `docs/scoring.md` says is what the scoring core does, and what it says of its sources.

Each of the tables is looked up; meanings and sources stand there as `scorepad rules` says them.
"""

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from firmware.scoring import kernel
from firmware.scoring.deal import SEATS, SIDES, VULNERABILITIES, BadDeal
from firmware.scoring.duplicate import Duplicate, board_dealer, board_vulnerable
from firmware.scoring.imps import THRESHOLDS, imps
from firmware.scoring.notation import parse
from firmware.scoring.pirate import Pirate
from firmware.scoring.rubber import Rubber
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.russian import expected
from firmware.scoring.sheet import Sheet, unpacked
from scorepad.rule_sets import Option, heading, options, source
from support.pages.markdown_tables import DOCS, Table, quoted, tables

TEXT = (DOCS / "scoring.md").read_text(encoding="utf-8")

STRAINS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
STRAINS |= {"no-trump": "N", "nullo": "O"}
STAKES = ("", "x", "xx")
DOUBLINGS = {"doubled": "x", "redoubled": "xx"}
AS_IN_RUBBER = "as in `rubber`"

TABLES = list(tables("scoring.md"))


def deal_of(line: str) -> int:
    """The deal that a line of notation says."""
    return parse(line)[0]


def amounts(row: list[str]) -> list[int | None]:
    """The numbers of a row after its first cell; None for a dash."""
    return [None if cell == "-" else int(cell) for cell in row[1:]]


def rule_sets(table: Table) -> None:
    """The rule sets, what they are, their accounts and sources."""
    for name, row in zip(NAMES, table.rows, strict=True):
        rules = rule_set(name)
        accounts = ", ".join(rules.accounts)
        assert row == [f"[`{name}`](#{name})", heading(rules), accounts, source(rules)]


# Tables of numbers: what belongs into a row, by its first cell


def trick_score_row(strain: str) -> list[int]:
    """Return the first odd trick, each further one, and an overtrick."""
    name = STRAINS[strain]
    points = [kernel.trick_score(deal_of(f"{level}{name} N =")) for level in range(1, 8)]
    (further,) = {more - less for less, more in pairwise(points)}
    return [points[0], further, kernel.overtrick_score(deal_of(f"1{name} N +1"), False)]


def doubled_row(doubling: str) -> list[int]:
    """Return an overtrick, not vulnerable and vulnerable, and the insult."""
    deal = deal_of(f"2C{DOUBLINGS[doubling]} N +1")
    over = [kernel.overtrick_score(deal, vulnerable) for vulnerable in (False, True)]
    return [*over, kernel.insult(deal)]


def slam_row(slam: str) -> list[int]:
    """Return the bonus of a slam."""
    deal = deal_of(f"{slam[-1]}C N =")
    return [kernel.slam(deal, vulnerable) for vulnerable in (False, True)]


def slam_with_game_row(slam: str) -> list[int]:
    """Return the bonus of a slam and of the game that it is."""
    tricks = kernel.trick_score(deal_of(f"{slam[-1]}N N ="))
    return [duplicate(f"{slam[-1]}N N = vul={sides}") - tricks for sides in ("none", "NS")]


def undertrick_row(down: str) -> list[int]:
    """Return what it costs to be down by so many tricks; `each more`: what one more costs."""
    columns = [(stake, vulnerable) for stake in STAKES for vulnerable in (False, True)]
    if down.isdigit():
        return [undertricks(int(down), *column) for column in columns]
    steps = {
        tuple(undertricks(n + 1, *column) - undertricks(n, *column) for column in columns)
        for n in range(5, 13)
    }
    (more,) = steps
    return list(more)


def older_undertrick_row(down: str) -> list[int]:
    """Return the same by the laws of 1935, doubled, and of 1932, undoubled and doubled."""
    columns = [("x", 1), ("", 2), ("x", 2)]
    sides = (False, True)
    return [undertricks(int(down), stake, own, law) for stake, law in columns for own in sides]


def undertricks(tricks: int, stake: str, vulnerable: bool, scale: int = 0) -> int:
    """Return what a contract costs that is down by so many tricks."""
    return kernel.undertrick_score(deal_of(f"7N{stake} N -{tricks}"), vulnerable, scale)


def honours_row(held: str) -> list[int | None]:
    """Return what the honours of one hand are worth; 5 aces there are not."""
    return [honours(Rubber(), f"4{strain} N = hon=N{held[0]}") for strain in "HN"]


def honours(sheet: Sheet, line: str) -> int | None:
    """Return what a player or a side gets for honours; None if they cannot be held."""
    try:
        postings = unpacked(sheet.add(deal_of(line)))
    except BadDeal:
        return None
    return next(points for _, _, points, reason in postings if reason == "honours")


def expectation_row(points: str) -> list[int]:
    """Return what a side with so many points is expected to score."""
    row = [expected(int(points), 0b10), expected(int(points), 0b01)]
    assert row == [-expected(40 - int(points), sides) for sides in (0b01, 0b10)]
    return row


def pirate_trick_row(strain: str) -> list[int]:
    """Return what an odd trick is worth, by the doubling."""
    lines = [f"1{STRAINS[strain]}{stake} N/E =" for stake in STAKES]
    return [next(unpacked(Pirate().add(deal_of(line))))[2] for line in lines]


def check_numbers(table: Table, row_of: Callable[[str], Any]) -> None:
    """Compare each row."""
    for row in table.rows:
        assert amounts(row) == row_of(row[0]), row


def boards(table: Table) -> None:
    """Check who deals and who is vulnerable."""
    assert [int(row[0]) for row in table.rows] == list(range(1, 17))
    for number, dealer, vulnerable in table.rows:
        for board in (int(number), int(number) + 16):
            assert SEATS[board_dealer(board)] == dealer
            assert VULNERABILITIES[board_vulnerable(board)] == vulnerable


def imp_scale(table: Table) -> None:
    """Check from how many points on how many IMPs are won; the columns one after another."""
    pairs = [
        (int(row[column]), int(row[column + 1]))
        for column in range(0, len(table.head), 2)
        for row in table.rows
    ]
    assert [points for points, _ in pairs] == list(THRESHOLDS)
    for points, won in pairs:
        assert (imps(points), imps(points - 1), imps(-points)) == (won, won - 1, -won)


def pirate_honours(table: Table) -> None:
    """Check what the honours of a side are worth, in odd tricks or for aces."""
    held = [(int(most), int(fewer)) for most, fewer, *_ in table.rows]
    possible = {(m, f) for m in range(6) for f in range(m + 1) if 3 <= m + f <= 5}
    assert set(held) == possible and len(held) == len(possible)
    sheet = rule_set("pirate")({"honours": "on"})
    for most, fewer, tricks, aces in table.rows:
        worth = [honours(sheet, f"1{s} N/E = hon=W{most}-{fewer}") for s in "CDHSN"]
        assert worth[:4] == [int(tricks) * value for value in (6, 7, 8, 9)]
        assert worth[4] == (None if aces == "-" else int(aces))
        sheet.complete, sheet.games = False, [0, 0, 0, 0]


def option_table(table: Table) -> None:
    """The options of the rule set of the section: all, in order, with their values and default."""
    rules = rule_set(table.section)
    assert [quoted(row[0]) for row in table.rows] == [[name] for name, _ in rules.choices]
    for row, (_, values), default in zip(table.rows, rules.choices, rules.defaults, strict=True):
        assert re.findall(r"\*\*`([^`]+)`\*\*", row[1]) == [str(default)]
        if isinstance(values, range):
            assert row[1].startswith(f"{values[0]} to {values[-1]}, ")
        else:
            assert quoted(row[1]) == [str(value) for value in values]


def option_table_with_sources(table: Table) -> None:
    """Of each option also what it means and whose rule it is, or that it is as in `rubber`."""
    option_table(table)
    of_rubber = {option.name: option for option in options(rule_set("rubber"))}
    for row, option in zip(table.rows, options(rule_set(table.section)), strict=True):
        if AS_IN_RUBBER in row:
            assert row[2:] == [AS_IN_RUBBER, AS_IN_RUBBER]
            assert said(option) == said(of_rubber[option.name])
        else:
            assert [cell.replace("`", "") for cell in row[2:]] == said(option)


def said(option: Option) -> list[str]:
    """What an option and its values mean, and whose rules they are."""
    of_values = [f"{value} = {what}" for value, what in option.meanings.items()]
    return ["; ".join([option.meaning, *of_values]).removeprefix("; "), option.source]


def option_table_as_in_rubber(table: Table) -> None:
    """Values and defaults; meanings and sources are those of `rubber`, as the section says."""
    option_table(table)
    rubber = rule_set("rubber")
    assert [*map(said, options(rule_set(table.section)))] == [*map(said, options(rubber))]


def example(table: Table) -> None:
    """What each deal adds, dealt one after another by North."""
    sheet = rule_set(table.section)()
    assert tuple(name.replace("-", "") for name in table.head[1:-1]) == sheet.accounts
    for row in table.rows:
        (line,) = quoted(row[0])
        assert added(sheet, line) == amounts(row[:-1]), line


def added(sheet: Sheet, line: str) -> list[int]:
    """What a deal adds to each account."""
    before = list(sheet.totals)
    sheet.add(*parse(line))
    return [after - was for after, was in zip(sheet.totals, before, strict=True)]


def duplicate(line: str) -> int:
    """The duplicate score of a deal in N-S terms."""
    return added(Duplicate(), line)[0]


def slips(table: Table) -> None:
    """What is printed wrongly elsewhere, and our answers."""
    redoubled, lost, southwest = (quoted(row[1]) for row in table.rows)
    assert table.rows[0][1].endswith(f" is {duplicate(redoubled[0])}")
    assert table.rows[1][1] == f"`imps(-170)` is {imps(-170)}" and lost == ["imps(-170)"]
    sheet = rule_set(southwest[0])()
    for line in ("1C N =", "1C N ="):
        sheet.add(deal_of(line))
    assert southwest[1] == SIDES[sheet.vulnerable - 1]
    assert SEATS[sheet.dealer] == "S"


def questions(table: Table) -> None:
    """The default reading of some rule set, and all others that it has, each with its source."""
    known = [readings(option) for name in NAMES for option in options(rule_set(name))]
    for question, *row in table.rows:
        assert question.endswith("?")
        assert row in known, question


def readings(option: Option) -> list[str]:
    """The default of an option and its other values, with their sources."""
    default = str(option.default)
    others = [value for value in option.sources if value != default]
    return ["; ".join(_reading(option, v) for v in values) for values in ([default], others)]


def _reading(option: Option, value: str) -> str:
    return f"`{option.name}={value}`: {option.sources.get(value, option.source)}"


OLDER = ("1935 doubled", "1932 undoubled", "1932 doubled")
NUMBERS: dict[tuple[str, ...], Callable[[str], Any]] = {
    ("Strain", "First odd trick", "Each further", "Each undoubled overtrick"): trick_score_row,
    ("Doubling", "Each overtrick", "Each overtrick, vulnerable", "Insult"): doubled_row,
    ("Slam", "Not vulnerable", "Vulnerable"): slam_row,
    ("Slam", "Not vulnerable, with the game", "Vulnerable, with the game"): slam_with_game_row,
    (
        *("Down", "Not vul.", "Vul."),
        *("Doubled", "Doubled, vul.", "Redoubled", "Redoubled, vul."),
    ): undertrick_row,
    ("Down", *(law + end for law in OLDER for end in ("", ", vul."))): older_undertrick_row,
    ("Honours in one hand", "Trump suit", "No-trump"): honours_row,
    ("Points", "Not vulnerable", "Vulnerable"): expectation_row,
    ("Strain", "Each odd trick", "Doubled", "Redoubled"): pirate_trick_row,
}
CHECKS: dict[tuple[str, ...], Callable[[Table], None]] = {
    **{head: partial(check_numbers, row_of=row_of) for head, row_of in NUMBERS.items()},
    ("Rules", "What it is", "Accounts", "Source"): rule_sets,
    ("Board", "Dealer", "Vulnerable"): boards,
    ("From", "IMPs") * 4: imp_scale,
    ("Richer hand", "Other hand", "Odd tricks", "Points at no-trump (aces)"): pirate_honours,
    ("Option", "Values"): option_table_as_in_rubber,
    ("Option", "Values", "What it means", "Source"): option_table_with_sources,
    ("Deal", "N-S", "E-W", "Why"): example,
    ("Deal", "N", "E", "S", "W", "Why"): example,
    ("In print", "What Scorepad says", "Why"): slips,
    ("Question", "Default", "Other reading"): questions,
}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.section}-{table.head[0]}")
def test_every_table_of_the_page_is_what_the_core_does(table):
    CHECKS[table.head](table)


def test_every_kind_of_table_is_on_the_page():
    assert {table.head for table in TABLES} == set(CHECKS)
    assert len(re.findall(r"^\|[-|]+\|$", TEXT, re.MULTILINE)) == len(TABLES)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_has_its_section_with_options_and_example(name):
    first_heads = [table.head[0] for table in TABLES if table.section == name]
    assert first_heads.count("Deal") == 1
    assert first_heads.count("Option") == (1 if rule_set(name).choices else 0)


def test_options_in_the_examples_are_options():
    for rules, said in re.findall(r"scorepad score ([a-z-]+) \S+((?: --option \S+)+)", TEXT):
        pairs = [pair.split("=") for pair in re.findall(r"--option (\S+)", said)]
        assert rule_set(rules).all_options(dict(pairs))
