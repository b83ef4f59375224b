"""What `docs/scoring.md` says is what the scoring core does, and what it says of its sources.

Each of the tables is looked up; meanings and sources stand there as `scorepad rules` says them.
"""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from firmware.scoring import kernel
from firmware.scoring.deal import SEATS, SIDES, VULNERABILITIES
from firmware.scoring.duplicate import Duplicate, board_dealer, board_vulnerable
from firmware.scoring.imps import THRESHOLDS, imps
from firmware.scoring.notation import parse
from firmware.scoring.pirate import Pirate
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.russian import expected
from firmware.scoring.sheet import Sheet, unpacked
from scorepad.rule_sets import Option, heading, options, source
from support.pages.markdown_tables import DOCS, Table, quoted, tables

TEXT = (DOCS / "scoring.md").read_text(encoding="utf-8")

STRAINS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "no-trump": "N"}
STAKES = ("", "x", "xx")
LAWS = ("1987", "1935", "1932")  # as the kernel numbers them
AS_IN_RUBBER = "as in `rubber`"

TABLES = list(tables("scoring.md"))


def deal_of(line: str) -> int:
    """The deal that a line of notation says."""
    return parse(line)[0]


def amounts(row: list[str]) -> list[int | None]:
    """The numbers of a row after its first cell; None for a dash."""
    return [None if cell == "-" else int(cell) for cell in row[1:]]


def numbered(table: Table) -> list[int]:
    """The numbers in the first column."""
    return [int(row[0]) for row in table.rows if row[0].isdigit()]


def rule_sets(table: Table) -> None:
    """The rule sets, what they are, their accounts and sources."""
    for name, row in zip(NAMES, table.rows, strict=True):
        rules = rule_set(name)
        accounts = ", ".join(rules.accounts)
        assert row == [f"[`{name}`](#{name})", heading(rules), accounts, source(rules)]


def trick_scores(table: Table) -> None:
    """The first odd trick, the others, and overtricks."""
    assert [row[0] for row in table.rows] == list(STRAINS)
    for row in table.rows:
        first, further, over = amounts(row)
        points = [kernel.trick_score(deal_of(f"{n}{STRAINS[row[0]]} N =")) for n in range(1, 8)]
        assert points[0] == first
        assert {more - less for less, more in pairwise(points)} == {further}
        assert kernel.overtrick_score(deal_of(f"1{STRAINS[row[0]]} N +1"), False) == over


def doubled_tricks(table: Table) -> None:
    """Overtricks and insult by the doubling."""
    assert [row[0] for row in table.rows] == ["doubled", "redoubled"]
    for row, stake in zip(table.rows, STAKES[1:], strict=True):
        deal = deal_of(f"2C{stake} N +1")
        over = [kernel.overtrick_score(deal, vulnerable) for vulnerable in (False, True)]
        assert amounts(row) == [*over, kernel.insult(deal)]


def slams(table: Table) -> None:
    """The bonus of a slam."""
    for row, level in zip(table.rows, (6, 7), strict=True):
        assert f"level {level}" in row[0]
        deal = deal_of(f"{level}C N =")
        assert amounts(row) == [kernel.slam(deal, vulnerable) for vulnerable in (False, True)]


def slams_with_game(table: Table) -> None:
    """The bonus of a slam and of the game that it is."""
    for row, level in zip(table.rows, (6, 7), strict=True):
        assert f"level {level}" in row[0]
        line = f"{level}N N = vul="
        tricks = kernel.trick_score(deal_of(f"{level}N N ="))
        assert amounts(row) == [duplicate(line + vul) - tricks for vul in ("none", "NS")]


def undertricks(table: Table) -> None:
    """The scale of 1987, with what each further undertrick costs."""
    *table_rows, more = table.rows
    assert numbered(table) == list(range(1, len(table_rows) + 1))
    columns = [(stake, vulnerable) for stake in STAKES for vulnerable in (False, True)]
    for row in table_rows:
        assert amounts(row) == [down(int(row[0]), *column) for column in columns]
    for down_by in range(len(table_rows), 13):
        steps = [down(down_by + 1, *column) - down(down_by, *column) for column in columns]
        assert (more[0], amounts(more)) == ("each more", steps)


def older_undertricks(table: Table) -> None:
    """The scales of 1935 and 1932, by what the columns are called."""
    assert numbered(table) == list(range(1, 8))
    for row in table.rows:
        for head, points in zip(table.head[1:], amounts(row), strict=True):
            law, doubling = head.removesuffix(", vul.").split()
            stake = {"undoubled": "", "doubled": "x"}[doubling]
            assert down(int(row[0]), stake, head.endswith("vul."), LAWS.index(law)) == points
            twice = down(int(row[0]), "xx", head.endswith("vul."), LAWS.index(law))
            assert not stake or twice == 2 * points


def down(tricks: int, stake: str, vulnerable: bool, scale: int = 0) -> int:
    """What a contract costs that is down by so many tricks."""
    return kernel.undertrick_score(deal_of(f"7N{stake} N -{tricks}"), vulnerable, scale)


def honours_in_one_hand(table: Table) -> None:
    """What 4 and 5 honours are worth; 5 aces there are not."""
    for row, held in zip(table.rows, (4, 5), strict=True):
        assert row[0].startswith(f"{held} ")
        for strain, points in zip("HN", amounts(row), strict=True):
            if points is None:
                with pytest.raises(ValueError, match="4 aces"):
                    deal_of(f"4{strain} N = hon=N{held}")
            else:
                sheet = rule_set("rubber")()
                postings = sheet.add(deal_of(f"4{strain} N = hon=N{held}"))
                assert [points] == [
                    worth for _, _, worth, why in unpacked(postings) if why == "honours"
                ]


def expectations(table: Table) -> None:
    """What a side with so many points is expected to score."""
    assert numbered(table) == list(range(20, 41))
    for row in table.rows:
        points = int(row[0])
        assert amounts(row) == [expected(points, 0b10), expected(points, 0b01)]
        assert amounts(row) == [-expected(40 - points, 0b01), -expected(40 - points, 0b10)]


def boards(table: Table) -> None:
    """Who deals and who is vulnerable."""
    assert numbered(table) == list(range(1, 17))
    for number, dealer, vulnerable in table.rows:
        for board in (int(number), int(number) + 16):
            assert SEATS[board_dealer(board)] == dealer
            assert VULNERABILITIES[board_vulnerable(board)] == vulnerable


def imp_scale(table: Table) -> None:
    """From how many points on how many IMPs are won; the columns one after another."""
    pairs = [
        (int(row[column]), int(row[column + 1]))
        for column in range(0, len(table.head), 2)
        for row in table.rows
    ]
    assert [points for points, _ in pairs] == list(THRESHOLDS)
    for points, won in pairs:
        assert (imps(points), imps(points - 1)) == (won, won - 1)
        assert imps(-points) == -won


def pirate_tricks(table: Table) -> None:
    """What an odd trick is worth, by the doubling."""
    strains = {**STRAINS, "nullo": "O"}
    assert [row[0] for row in table.rows] == list(strains)
    for row in table.rows:
        lines = [f"1{strains[row[0]]}{stake} N/E =" for stake in STAKES]
        assert amounts(row) == [next(unpacked(Pirate().add(deal_of(line))))[2] for line in lines]


def pirate_honours(table: Table) -> None:
    """What the honours of a side are worth, in odd tricks or for aces."""
    held = [(int(most), int(fewer)) for most, fewer, *_ in table.rows]
    possible = {(m, f) for m in range(6) for f in range(m + 1) if 3 <= m + f <= 5}
    assert set(held) == possible and len(held) == len(possible)
    for most, fewer, tricks, aces in table.rows:
        for strain, value in zip("CDHS", (6, 7, 8, 9), strict=True):
            assert side_honours(strain, most, fewer) == int(tricks) * value
        if aces == "-":
            with pytest.raises(ValueError, match="4 aces"):
                side_honours("N", most, fewer)
        else:
            assert side_honours("N", most, fewer) == int(aces)


def side_honours(strain: str, most: str, fewer: str) -> int:
    """What a player gets for the honours of a side."""
    postings = Pirate({"honours": "on"}).add(deal_of(f"1{strain} N/E = hon=W{most}-{fewer}"))
    return next(points for _, _, points, reason in unpacked(postings) if reason == "honours")


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


CHECKS: dict[tuple[str, ...], Callable[[Table], None]] = {
    ("Rules", "What it is", "Accounts", "Source"): rule_sets,
    ("Strain", "First odd trick", "Each further", "Each undoubled overtrick"): trick_scores,
    ("Doubling", "Each overtrick", "Each overtrick, vulnerable", "Insult"): doubled_tricks,
    ("Slam", "Not vulnerable", "Vulnerable"): slams,
    ("Slam", "Not vulnerable, with the game", "Vulnerable, with the game"): slams_with_game,
    (
        "Down",
        "Not vul.",
        "Vul.",
        "Doubled",
        "Doubled, vul.",
        "Redoubled",
        "Redoubled, vul.",
    ): undertricks,
    (
        "Down",
        "1935 doubled",
        "1935 doubled, vul.",
        "1932 undoubled",
        "1932 undoubled, vul.",
        "1932 doubled",
        "1932 doubled, vul.",
    ): older_undertricks,
    ("Honours in one hand", "Trump suit", "No-trump"): honours_in_one_hand,
    ("Points", "Not vulnerable", "Vulnerable"): expectations,
    ("Board", "Dealer", "Vulnerable"): boards,
    ("From", "IMPs") * 4: imp_scale,
    ("Strain", "Each odd trick", "Doubled", "Redoubled"): pirate_tricks,
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
