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
from scorepad.club.decisions.finding import name_key
from scorepad.club.log import Decision, Names, Signature, decide
from scorepad.club.settings.current import CLUB
from scorepad.club.settings.stored import ClubState
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


@dataclass(frozen=True)
class SetHouseRules(Decision[ClubState], kind="set house rules"):
    """House rules of the club, instead of those of the same name."""

    subject = CLUB
    name: str
    rules: str
    options: dict[str, str | int]
    accept: bool

    def apply(self, state: ClubState) -> None:
        key = name_key(self.name)
        if key not in state.house_rules and len(state.house_rules) >= MOST:
            about = {"most": MOST}
            full = text("The club has {most} house rules; a tablet has no room for more.", **about)
            raise UserError(full, "", [remedy("club rules list"), remedy("club rules remove")])
        state.house_rules[key] = self

    def describe(self, names: Names) -> Text:
        rules = [text(self.rules)] if self.rules else []
        options = [describe_options(self.options)] if self.options else []
        return joined((self.name, joined((*rules, *options), " ")), ": ")


@dataclass(frozen=True)
class RemoveHouseRules(Decision[ClubState], kind="remove house rules"):
    """The club has no house rules of this name any more."""

    subject = CLUB
    name: str

    def apply(self, state: ClubState) -> None:
        if name_key(self.name) not in state.house_rules:
            raise _unknown(self.name, state)
        del state.house_rules[name_key(self.name)]

    def describe(self, names: Names) -> Text:
        return joined((self.name, text("removed")), ": ")


def list_house_rules(rows: Rows) -> list[HouseRules]:
    """Return all house rules of the club, by name."""
    return _list(ClubState.load(rows))


def for_tablets(rows: Rows) -> list[HouseRules]:
    """The same. Raises UserError if the club has never had any: that is another database."""
    state = ClubState.load(rows)
    if not any(isinstance(entry.decision, SetHouseRules) for entry in state.entries):
        none = text("The club has no house rules.")
        raise UserError(none, remedies=[remedy("club rules set")])
    return _list(state)


def _list(state: ClubState) -> list[HouseRules]:
    return [_read(rules) for _, rules in sorted(state.house_rules.items())]


def set_rules(
    rows: Rows,
    name: str,
    rules: str,
    options: dict[str, str | int],
    accept: bool | None,
    by: Signature,
) -> Text:
    """Set the house rules of this name; `accept`: None is as the rule set says.

    Return what they are, and whether they are new. Raise UserError.
    """
    called = proper_name(name)
    said = _checked(rules, options)
    accept = rule_set(rules).accept if accept is None else accept
    state = ClubState.load(rows)
    decide(rows, state, SetHouseRules(called, rules, said, accept), by)
    before = name_key(called) in state.house_rules
    return text(
        "{name} ({outcome}): {rules}{options}, {accept}.",
        name=called,
        outcome=text_as("house rules", "replaced") if before else text_as("house rules", "new"),
        rules=text(rules),
        options=text(" with {options}", options=describe_options(said)) if said else "",
        accept=joined((text("accept"), text_as("option", _OFF_ON[accept])), "="),
    )


def remove(rows: Rows, name: str, by: Signature) -> Text:
    """Remove the house rules of this name. Raise Unknown."""
    state = ClubState.load(rows)
    before = state.house_rules.get(name_key(name))
    decide(rows, state, RemoveHouseRules(before.name if before else name), by)
    return text("{name} is removed.", name=wording.visible(before.name if before else name))


def describe_options(options: dict[str, str | int]) -> Text:
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
    if name_key(kept) in _reserved_names():
        taken = text("{name} is the name of a rule set; choose another name.", name=repr(kept))
        raise UserError(taken, "name")
    return kept


def _reserved_names() -> set[str]:
    said = [look_up(of.TEXT, name) for of in (english, german, french) for name in NAMES]
    return {name_key(name) for name in (*NAMES, *said)}


def _checked(rules: str, options: dict[str, str | int]) -> dict[str, str | int]:
    with refusing():
        every = rule_set(rules).all_options(options)
    return {name: every[name] for name in options}


def _read(said: SetHouseRules) -> HouseRules:
    """Return the stored house rules; another program may have stored unknown ones."""
    try:
        proper_name(said.name)
        options = _checked(said.rules, {name: str(value) for name, value in said.options.items()})
        return HouseRules(said.name, said.rules, options, said.accept)
    except UserError as error:
        return HouseRules(said.name, said.rules, said.options, said.accept, str(error))


def _unknown(name: str, state: ClubState) -> Unknown:
    near = difflib.get_close_matches(name_key(name), state.house_rules, _NEAR)
    names = ", ".join(wording.visible(state.house_rules[one].name) for one in near)
    said = text("The club has no house rules {name}.", name=repr(name))
    if near:
        about = {"name": repr(name), "names": names}
        said = text("The club has no house rules {name}; it has {names}.", **about)
    return Unknown(said, "name", [remedy("club rules list")])
