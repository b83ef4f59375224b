"""House rules: rule sets with options of the club's own, under names that the tablets show."""

import difflib
import unicodedata
from dataclasses import dataclass

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
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import Text, joined, text, text_as
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
    if not rows.first("SELECT id FROM house_rules LIMIT 1"):
        none = text("The club has no house rules.")
        raise UserError(none, remedies=[remedy("club rules set")])
    return listed(rows)


def set_rules(
    rows: Rows, name: str, rules: str, options: dict[str, str | int], accept: bool | None
) -> Text:
    """Set the house rules of this name; `accept`: None is as the rule set says.

    Return what they are, and whether they are new. Raise UserError.
    """
    called = proper_name(name)
    said = _checked(rules, options)
    accept = rule_set(rules).accept if accept is None else accept
    current = _current(rows)
    before = current.get(name_key(called))
    if not before and len(current) >= MOST:
        full = text("The club has {most} house rules; a tablet has no room for more.", most=MOST)
        raise UserError(full, remedies=[remedy("club rules list"), remedy("club rules remove")])
    add(rows, HouseRulesRow(name=called, rules=rules, options=in_words(said), accept=accept))
    return text(
        "{name} ({outcome}): {rules}{options}, {accept}.",
        name=called,
        outcome=text_as("house rules", "replaced") if before else text_as("house rules", "new"),
        rules=text(rules),
        options=text(" with {options}", options=spoken(said)) if said else "",
        accept=joined((text("accept"), text_as("option", _OFF_ON[accept])), "="),
    )


def remove(rows: Rows, name: str) -> Text:
    """Remove the house rules of this name. Raise Unknown."""
    current = _current(rows)
    row = current.get(name_key(name))
    if not row:
        raise _unknown(name, current)
    add(rows, HouseRulesRow(name=row.name, rules="", options="", accept=False))
    return text("{name} is removed.", name=wording.visible(row.name))


def in_words(options: dict[str, str | int]) -> str:
    """Options as they are kept."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def kept(options: str) -> dict[str, str | int]:
    """Options that were kept `in_words`."""
    pairs = (pair.partition("=") for pair in options.split())
    return {name: value for name, _, value in pairs}


def spoken(options: dict[str, str | int]) -> Text:
    """Return options as they are listed."""
    said = ((text_as("option", name), text_as("option", str(v))) for name, v in options.items())
    return joined((joined(one, "=") for one in said), " ")


def proper_name(name: str) -> str:
    """Return the name as it is kept. Raise UserError if no house rules can have it."""
    kept = unicodedata.normalize("NFC", name.strip())
    if wording.UNSEEN.search(kept):
        wrong = text("{value} contains a line break or a control character.", value=repr(kept))
        raise UserError(wrong, "name")
    try:
        check_name(kept.encode())
    except BadIncoming as why:
        raise UserError(text("{name}: {why}", name=repr(kept), why=str(why)), "name") from why
    if name_key(kept) in _taken():
        taken = text("{name} is the name of a rule set; choose another name.", name=repr(kept))
        raise UserError(taken, "name")
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


def _unknown(name: str, current: dict[str, HouseRulesRow]) -> Unknown:
    near = difflib.get_close_matches(name_key(name), current, _NEAR)
    names = ", ".join(wording.visible(current[one].name) for one in near)
    said = text("The club has no house rules {name}.", name=repr(name))
    if near:
        about = {"name": repr(name), "names": names}
        said = text("The club has no house rules {name}; it has {names}.", **about)
    return Unknown(said, "name", [remedy("club rules list")])
