"""House rules: rule sets with options of the club's own, under names that the tablets show."""

import difflib
import unicodedata
from dataclasses import dataclass

from sqlalchemy import select

from firmware.link.incoming import BadIncoming, check_name
from firmware.scoring.rules import NAMES, rule_set
from firmware.storage.house import House
from firmware.ui import english, french, german
from firmware.ui.words import look_up
from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import HouseRulesRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.finding import name_key
from scorepad.club.decisions.standing import standing
from scorepad.errors import UserError
from scorepad.language import say, say_as
from scorepad.rule_sets import refusing

MOST = House.most
_NEAR = 3  # that an error names
_OFF_ON = ("off", "on")


@dataclass(frozen=True)
class HouseRules:
    """`options`: those that were said; `accept`: whether the other side accepts each result.

    `fault`: why this program cannot score by them, and gives them to no tablet; "" if it can.
    """

    name: str
    rules: str
    options: dict[str, str | int]
    accept: bool
    fault: str = ""


def listed(rows: Rows) -> list[HouseRules]:
    """All of the club's, by name."""
    current = _current(rows)
    return [_read(current[name]) for name in sorted(current)]


def for_tablets(rows: Rows) -> list[HouseRules]:
    """The same. Raises UserError if the club has never had any: that is another database."""
    if not rows.scalar(select(HouseRulesRow.id).limit(1)):
        raise UserError("the club has no house rules; `scorepad club rules set` makes some")
    return listed(rows)


def set_rules(
    rows: Rows, name: str, rules: str, options: dict[str, str | int], accept: bool | None
) -> str:
    """These are the house rules of this name from now on; `accept`: None is as the rules say.

    Says what they are, and whether there were others. Raises UserError.
    """
    called = proper_name(name)
    said = _checked(rules, options)
    accept = rule_set(rules).accept if accept is None else accept
    current = _current(rows)
    before = current.get(name_key(called))
    if not before and len(current) >= MOST:
        raise UserError(f"the club has {MOST} house rules, and a tablet has no room for more")
    add(rows, HouseRulesRow(name=called, rules=rules, options=in_words(said), accept=accept))
    outcome = say_as("house rules", "replaced") if before else say_as("house rules", "new")
    with_options = say(" with {options}", options=spoken(said)) if said else ""
    accepted = f"{say('accept')}={say_as('option', _OFF_ON[accept])}"
    return f"{called} ({outcome}): {wording.rules(rules)}{with_options}, {accepted}."


def remove(rows: Rows, name: str) -> str:
    """There are no house rules of this name any more. Says so. Raises UserError."""
    current = _current(rows)
    row = current.get(name_key(name))
    if not row:
        raise UserError(f"the club has no house rules {name!r}; {_near(name, current)}")
    add(rows, HouseRulesRow(name=row.name, rules="", options="", accept=False))
    return say("{name} is removed.", name=wording.visible(row.name))


def in_words(options: dict[str, str | int]) -> str:
    """Options as they are kept."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def kept(options: str) -> dict[str, str | int]:
    """Options that were kept `in_words`."""
    pairs = (pair.partition("=") for pair in options.split())
    return {name: value for name, _, value in pairs}


def spoken(options: dict[str, str | int]) -> str:
    """Options as they are listed."""
    said = ((say_as("option", name), say_as("option", str(v))) for name, v in options.items())
    return " ".join(f"{name}={value}" for name, value in said)


def proper_name(name: str) -> str:
    """The name as it is kept. Raises UserError for one that no house rules can have."""
    kept = unicodedata.normalize("NFC", name.strip())
    if wording.UNSEEN.search(kept):
        raise UserError(f"{kept!r}: a line break or another control character is in it")
    try:
        check_name(kept.encode())
    except (BadIncoming, UnicodeEncodeError) as wrong:
        why = wrong if isinstance(wrong, BadIncoming) else "it is not text"
        raise UserError(f"{kept!r}: {why}") from wrong
    if name_key(kept) in _taken():
        raise UserError(f"{kept!r} is the name of a rule set; house rules need another")
    return kept


def _taken() -> set[str]:
    said = [look_up(of.TEXT, name) for of in (english, german, french) for name in NAMES]
    return {name_key(name) for name in (*NAMES, *said)}


def _checked(rules: str, options: dict[str, str | int]) -> dict[str, str | int]:
    with refusing():
        every = rule_set(rules).all_options(options)
    return {name: every[name] for name in options}


def _current(rows: Rows) -> dict[str, HouseRulesRow]:
    """Of each name the last decision, unless they were removed."""
    last = {name_key(row.name): row for row in standing(rows, HouseRulesRow)}
    return {name: row for name, row in last.items() if row.rules}


def _read(row: HouseRulesRow) -> HouseRules:
    """As they are kept; another program may have kept what this one does not know."""
    said = kept(row.options)
    try:
        proper_name(row.name)
        return HouseRules(row.name, row.rules, _checked(row.rules, said), row.accept)
    except UserError as error:
        return HouseRules(row.name, row.rules, said, row.accept, str(error))


def _near(name: str, current: dict[str, HouseRulesRow]) -> str:
    near = difflib.get_close_matches(name_key(name), current, _NEAR)
    names = ", ".join(wording.visible(current[one].name) for one in near)
    return f"there are {names}" if near else "`scorepad club rules list` shows them"
