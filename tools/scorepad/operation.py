"""The declaration of operations: frozen dataclasses whose annotations describe parameters.

The command line, the forms of pages, the HTTP API and completion are all made from the
declaration. An operation imports none of them.

    @operation("club void")
    class VoidDeal(Change):
        \"\"\"Void a deal

        The deal does not count, as if it had not been dealt.
        \"\"\"

        session: SessionId
        deal: Deal
        reason: Reason = ""

        def run(self, rows: Rows, context: Context) -> Outcome: ...

The first line of the docstring is the title of the command and of its form, the rest describes it.
A parameter without a default is required.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from datetime import UTC, date, datetime
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from scorepad.context import COMMAND, Actor
from scorepad.errors import UserError
from scorepad.language import Language, Text, text
from scorepad.steps import Steps, show_nothing
from scorepad.upload import Upload as Upload

if TYPE_CHECKING:  # loaded when an operation runs: the database takes longer than a `--help`
    from scorepad.club.database.rows import Rows as Rows
    from scorepad.club.records.store import Club as Club
    from scorepad.club.settings.current import Settings
    from scorepad.reports.content.report import Report as Report
else:  # so that operations can name them
    Rows = Club = Report = Any

Sent = Mapping[str, bytes] | None
Suggestion = tuple[str, str]  # a value, and what people read for it
Suggests = Callable[["Rows", Mapping[str, Any]], Iterable[Suggestion]]
Shown = Callable[[int, int], None]  # is called with how much is done, of how much
Begins = Callable[[str, int], Text | None]  # what is said when it begins at a port, how much it is

TERMINAL, PAGE, API = "terminal", "page", "api"
EVERYWHERE = frozenset((TERMINAL, PAGE, API))
PASSWORD = "password"  # a control; a command line asks for it, or reads it from a file
LINES = "lines"  # a control: what is typed into it is the content of a file
CHOICE = "choice"  # a control: only what is suggested can be chosen, however much that is
PORT, CABLE = "port", "cable"  # controls: where a tablet is, in a browser too, or only at a cable
LONGEST = 500  # characters of a text
MOST = 100  # values of a parameter that takes several


@dataclass(frozen=True, eq=False)
class Param:
    """The declaration of a parameter.

    label: the label of its field in a form
    help: one line: the hint of a form, the help of the command
    hint: the hint of a form, if it differs from the help of the command
    example: a valid value
    low, high: limits of a number
    longest: most characters of a text
    choices: for each value of a Literal its label, where that differs; for a text that is no
        Literal, all its values
    read: return the value of typed text, or raise UserError
    suggests: list values to choose from, after the other parameters given so far
    open: whether values that are not suggested may be valid
    positional: whether a command line takes it without `--`; by default if it is required
    metavar: its name in the help of the command
    control: the control of a form, if the type does not determine it: PASSWORD, LINES, CHOICE,
        PORT, CABLE, "time"
    boxes: the number of boxes in a form, for several values; `each`: their labels, in order
    sample: a file that can be filled in, in /static/examples
    clears: whether "" is a value, which removes the current one
    where: who is asked for it: TERMINAL, PAGE, API
    """

    label: str
    help: str = ""
    example: str = ""
    low: int = 0
    high: int = 1_000_000
    longest: int = LONGEST
    choices: Mapping[str, str] = field(default_factory=dict)
    read: Callable[[str], Any] | None = None
    suggests: Suggests | None = None
    open: bool = False
    hint: str | None = None
    boxes: int = 3
    each: tuple[str, ...] = ()
    sample: str = ""
    positional: bool | None = None
    metavar: str = ""
    control: str = ""
    clears: bool = False
    where: frozenset[str] = EVERYWHERE


@dataclass(frozen=True)
class Parameter:
    """A parameter of one operation.

    type: of one value: str, int, bool, date, Upload, a Group
    many: whether it takes several, as a tuple
    named: whether it takes values by name, as a dictionary: NAME=VALUE on a command line
    choices: all its values, if there are only some, as they are written
    """

    name: str
    type: type[Any]
    param: Param
    required: bool
    default: Any
    choices: tuple[str, ...] = ()
    many: bool = False
    named: bool = False

    @property
    def positional(self) -> bool:
        """Return True if a command line takes it without a name."""
        wanted = self.param.positional
        return self.required and self.type is not bool if wanted is None else wanted

    @property
    def label(self) -> Text:
        """Return what people call it."""
        return text(self.param.label)

    @property
    def option(self) -> str:
        """Return what a command line calls it."""
        word = self.name.rstrip("_")  # `from_` is `--from`
        return self.name if self.positional else "--" + word.replace("_", "-")

    @property
    def metavar(self) -> str:
        """Return what stands for the value in a command line."""
        return self.param.metavar or self.name.upper()

    def value(self, given: Any, sent: Sent = None) -> Any:
        """Return the value of what was typed, sent or uploaded. Raise UserError at this field.

        sent: all files that can be read, by their names; None: those of this machine
        """
        try:
            if self.named:
                return self._parse_pairs(given)
            if self.many:
                values = given if isinstance(given, (list, tuple)) else [given]
                if len(values) > MOST:
                    about = {"field": self.label, "most": MOST}
                    raise UserError(text("{field}: there are at most {most}", **about))
                listed = tuple(self._one(value, sent) for value in values if value != "")
                if self.required and not listed:
                    raise UserError(text("{field} is missing.", field=self.label))
                return listed
            return self._one(given, sent)
        except UserError as error:
            raise error.at(self.name) from None

    def _parse_pairs(self, given: Any) -> dict[str, str]:
        if isinstance(given, Mapping):
            return {str(name): self._text(value) for name, value in given.items()}
        found = dict[str, str]()
        for pair in given:
            name, equals, value = str(pair).partition("=")
            if not (name and equals):
                raise UserError(text("{given}: write it as NAME=VALUE", given=repr(pair)))
            if name in found:
                raise UserError(text("{name} is given twice", name=name))
            found[name] = self._text(value)
        return found

    def _one(self, given: Any, sent: Sent) -> Any:
        if self.type is bool:
            return given in (True, "true", "on", "yes", "1")
        if self.type is Upload:
            return given if isinstance(given, Upload) else Upload(str(given), sent)
        if issubclass(self.type, Group):
            return self._group(given, sent)
        if self.type is int and not self.choices:
            return self._number(given)
        said = self._text(given)
        if not said and self.param.clears:
            return ""
        said = {each.casefold(): each for each in self.choices}.get(said.casefold(), said)
        if self.choices and said not in self.choices:
            known = ", ".join(self.choices)
            about = {"field": self.label, "given": said, "known": known}
            raise UserError(text("{field} {given}: it is one of {known}", **about))
        if self.param.read:
            return self.param.read(said)
        return self.type(said) if self.choices else said

    def _group(self, given: Any, sent: Sent) -> Any:
        if isinstance(given, self.type):
            return given
        try:
            fields = given if isinstance(given, Mapping) else from_words(self.type, str(given))
            return build(self.type, fields, sent)
        except UserError as error:
            raise error.within(self.name) from None

    def _number(self, given: Any) -> int:
        low, high = self.param.low, self.param.high
        said = str(given).strip()
        if not (said.isascii() and said.isdecimal() and len(said) <= 10) or not (
            low <= int(said) <= high
        ):
            about = {"field": self.label, "given": said[:20], "low": low, "high": high}
            whole = text("{field} {given}: it is a whole number from {low} to {high}", **about)
            raise UserError(whole)
        return int(said)

    def _text(self, given: Any) -> str:
        said = str(given)
        if len(said) > self.param.longest:
            about = {"field": self.label, "most": self.param.longest}
            raise UserError(text("{field}: it has at most {most} characters", **about))
        if "\0" in said or any("\ud800" <= letter <= "\udfff" for letter in said):
            raise UserError(
                text(
                    "{field}: it has a character that is not UTF-8; type it again",
                    field=self.label,
                )
            )
        return said if self.param.control == PASSWORD else said.strip()

    @property
    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema. A file is named; its content comes beside it."""
        kinds = {int: "integer", bool: "boolean"}
        schema: dict[str, Any] = {"type": kinds.get(self.type, "string")}
        if issubclass(self.type, Group):
            words = {"type": "string", "maxLength": self.param.longest}
            schema = {"anyOf": [words, schema_of(self.type)]}
        elif self.choices:
            schema["enum"] = [*map(self.type, self.choices), *[""] * self.param.clears]
        elif self.type is int:
            schema |= {"minimum": self.param.low, "maximum": self.param.high}
        elif schema["type"] == "string":
            schema |= {"maxLength": self.param.longest}
            schema |= {"format": "date"} if self.type is date else {}
        about: dict[str, Any] = {"title": self.param.label}
        about |= {"description": self.param.help} if self.param.help else {}
        about |= {"examples": [self.param.example]} if self.param.example else {}
        if self.named:
            named = {"type": "object", "additionalProperties": schema, "maxProperties": MOST}
            return named | about
        if self.many:
            least = {"minItems": 1} if self.required else {}
            return {"type": "array", "items": schema, "maxItems": MOST, **least, **about}
        return schema | about


class Outcome:
    """The result of an operation: a dataclass, by default with its fields as JSON.

    schema: the name of its JSON schema in exports/schemas, "" if there is none
    in_lines: whether each of its parts is one line, however wide, and so is its JSON
    status: the exit status of the command
    """

    schema: ClassVar[str] = ""
    in_lines: ClassVar[bool] = False
    status: int = 0

    @property
    def notes(self) -> Sequence[str]:
        """Return what people should know beside the result; a terminal has it on stderr."""
        return ()

    @property
    def hints(self) -> Sequence[str]:
        """Return notes that are of no use to programs, which have everything."""
        return ()

    def parts(self) -> "Iterable[Report | str]":
        """Return what people read: reports and sentences."""
        return ()

    def as_json(self) -> Any:
        """Return what programs read, None for nothing. Sentences are in English."""
        return plain(self)

    def for_paper(self) -> "Report | None":
        """Return what is saved as a page to print: the first report of its parts."""
        return next((part for part in self.parts() if not isinstance(part, str)), None)


@dataclass(frozen=True)
class Document(Outcome):
    """A file that an operation has made."""

    content: bytes
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Done(Outcome):
    """Something was done, and there is nothing to see but these sentences."""

    said: Sequence[str]
    notes: Sequence[str] = ()

    def parts(self) -> "Iterable[Report | str]":
        """Return the sentences."""
        return self.said


def _tell_nobody(_: "Outcome | Report | str") -> None:
    pass


def _unset() -> "Settings":
    from scorepad.club.settings.current import UNSET  # noqa: PLC0415

    return UNSET


def _show_no_ports(
    begins: Begins, in_bytes: bool = False
) -> AbstractContextManager[Callable[[str], Shown]]:
    return nullcontext(lambda port: lambda done, total: None)


@dataclass(frozen=True)
class Context:
    """The surroundings of an operation: input and output apart from the club and the parameters.

    now: the time, in UTC
    language: the user's language
    user: the author of decisions, unless another is named
    actor: the user, and where they are
    note: shows an outcome before the last one, in the same way
    at_ports: context manager that shows the progress at each port
    ask: asks the user at the terminal, and returns the answer; None if there is no terminal
    dry_run: whether all changes will be rolled back
    steps: passes on the steps of long work one by one, and shows its progress
    expected: the versions of subjects; a change is refused if one has changed since
    settings: reads the club's settings; paper and language of the command take precedence
    database: the name of the club's database, None for the user's own
    """

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    language: Language = field(default_factory=Language)
    user: str = ""
    actor: Actor = COMMAND
    note: "Callable[[Outcome | Report | str], None]" = _tell_nobody
    at_ports: Callable[..., AbstractContextManager[Callable[[str], Shown]]] = _show_no_ports
    ask: Callable[[Text], str] | None = None
    dry_run: bool = False
    steps: Steps = show_nothing
    expected: Mapping[str, int] = field(default_factory=dict)
    settings: "Callable[[], Settings]" = _unset
    database: str | None = None


class IfMissing:
    """The behaviour of an operation if the club has no database yet."""

    CREATE = "later"  # the first thing that is written makes it
    EMPTY = "empty"  # the club reads as an empty one, and takes nothing
    FAIL = "refuse"


class Group:
    """Base of a parameter that has fields of its own: a frozen dataclass, declared as operations.

    It is given as an object, or as words like those of a command: "howell --pairs 10".
    """

    def check(self) -> None:
        """Raise UserError for fields that do not go together."""

    @classmethod
    def words(cls, said: str) -> list[str]:
        """Return the words of what was typed. Raise UserError."""
        try:
            return shlex.split(said)
        except ValueError as error:
            raise UserError(text("{given}: {why}", given=said, why=str(error).lower())) from None


class Operation:
    """Base of all operations; of its subclasses each says what it runs with.

    No parameter may be called as one of these:

    command: its name, as the command line has it: "club correct"
    where: who can use it: TERMINAL, PAGE, API
    examples: command lines, for its help
    printable: whether its report can be saved as a page to print
    makes_file: whether its outcome is a Document
    has_json: whether its outcome is for programs, too
    about: the subjects that it is about, if they are always the same (club/log.py)
    """

    command: ClassVar[str]
    where: ClassVar[frozenset[str]] = EVERYWHERE
    examples: ClassVar[tuple[str, ...]] = ()
    if_missing: ClassVar[str] = IfMissing.EMPTY
    writes: ClassVar[bool] = False
    printable: ClassVar[bool] = False
    makes_file: ClassVar[bool] = False
    has_json: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ()

    def check(self) -> None:
        """Raise UserError for parameters that do not go together."""

    def subjects(self, rows: "Rows") -> Sequence[str]:
        """Return what it is about: a change made after it was read checks their versions."""
        return self.about

    @classmethod
    def prefill(cls, rows: "Rows", given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values that a form has before anybody types."""
        return {}


class Calculation(Operation):
    """An operation that needs no club."""

    def run(self, context: Context) -> Outcome:
        raise NotImplementedError


class Query(Operation):
    """An operation that reads the club, all of it at one moment."""

    def run(self, rows: "Rows", context: Context) -> Outcome:
        raise NotImplementedError


class Change(Operation):
    """An operation that changes the club, in one transaction. A dry run is rolled back.

    preview: whether a form shows first what it would do
    """

    writes = True
    preview: ClassVar[bool] = False

    def run(self, rows: "Rows", context: Context) -> Outcome:
        raise NotImplementedError


class Task(Operation):
    """An operation that opens transactions itself, or takes long.

    quick: whether a Database is enough, which is loaded sooner than a Club
    """

    writes = True
    quick: ClassVar[bool] = False

    def run(self, club: "Club", context: Context) -> Outcome:
        raise NotImplementedError


class Program(Operation):
    """An operation that is more than an operation: a program of a terminal, such as a server.

    runs: the function of `cli` or `web` that runs it, as "module:function"; it gets the operation
        and what the command line says
    """

    where = frozenset((TERMINAL,))
    runs: ClassVar[str]


Kind = TypeVar("Kind", bound=type[Operation])
Built = TypeVar("Built", bound="Operation | Group")
_declared: dict[str, type[Operation]] = {}
_parameters: dict[type, tuple[Parameter, ...]] = {}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def operation(name: str) -> Callable[[Kind], Kind]:
    """Return what declares a class to be the operation with this name."""

    def declare(kind: Kind) -> Kind:
        kind.command = name
        _declared[name] = dataclass(frozen=True, kw_only=True)(kind)
        return kind

    return declare


def find_declared(name: str) -> type[Operation]:
    """Return the operation with this name, whose module has been loaded."""
    return _declared[name]


def title(kind: type[Operation]) -> str:
    """Return the first line of its docstring."""
    return (kind.__doc__ or "").strip().partition("\n")[0].rstrip(".")


def description(kind: type[Operation]) -> str:
    """Return the rest of its docstring, without indentation."""
    rest = (kind.__doc__ or "").strip().partition("\n")[2]
    return "\n".join(line.removeprefix("    ") for line in rest.splitlines()).strip()


def parameters(kind: type) -> tuple[Parameter, ...]:
    """Return what an operation or a Group takes, in the order of its declaration."""
    if kind not in _parameters:
        hints = get_type_hints(kind, include_extras=True)
        declared: Any = kind
        found = (_parameter(each, hints[each.name]) for each in fields(declared))
        _parameters[kind] = tuple(found)
    return _parameters[kind]


def _parameter(declared: "Field[Any]", hint: Any) -> Parameter:
    param = Param(declared.name.replace("_", " ").capitalize())
    choices, many, named = tuple[str, ...](), False, False
    while (origin := get_origin(hint)) is not None:
        if origin is Annotated:
            hint, param = get_args(hint)[:2]
        elif origin is Literal:
            choices = tuple(map(str, get_args(hint)))
            hint = type(get_args(hint)[0])
        elif origin is tuple:
            hint, many = get_args(hint)[0], True
        elif origin is dict:
            hint, named = get_args(hint)[1], True
        elif origin in (Union, UnionType):
            (hint,) = (each for each in get_args(hint) if each is not NoneType)
    choices = choices or tuple(param.choices)
    required = declared.default is MISSING and declared.default_factory is MISSING
    usual = None if declared.default is MISSING else declared.default
    return Parameter(declared.name, hint, param, required, usual, choices, many, named)


def schema_of(kind: type) -> dict[str, Any]:
    """Return the JSON Schema of an object with these parameters."""
    takes = parameters(kind)
    required = [each.name for each in takes if each.required]
    properties = {each.name: each.schema for each in takes}
    about: dict[str, Any] = {"type": "object", "properties": properties}
    return about | ({"required": required} if required else {}) | {"additionalProperties": False}


def from_words(kind: type[Group], said: str) -> dict[str, Any]:
    """Return the fields that words of a command line give to a Group. Raise UserError."""
    takes, found = parameters(kind), dict[str, Any]()
    options = {each.option: each for each in takes if not each.positional}
    places = (each for each in takes if each.positional)
    words = iter(kind.words(said))
    for word in words:
        option, equals, value = word.partition("=")
        each = options.get(option) or next(places, None)
        if each is None or (word.startswith("--") and option not in options):
            raise UserError(
                text("There is no {word}; there are {known}.", word=word, known=", ".join(options))
            )
        if each.type is bool:
            found[each.name] = True
        elif each.positional:
            found[each.name] = word
        else:
            found[each.name] = value if equals else next(words, "")
            if not found[each.name]:
                raise UserError(text("{option} has no value.", option=option), each.name)
    return found


def build(kind: type[Built], given: Mapping[str, Any], sent: Sent = None) -> Built:
    """Return the operation or the Group with what was given: strings, numbers, lists, uploads.

    None, False and what is empty count as not given. Raise UserError at the field that is wrong.

    sent: all files that can be read, by their names; None: those of this machine
    """
    takes = {each.name: each for each in parameters(kind)}
    for name in given:
        if name not in takes:
            raise UserError(text("There is no {name}.", name=name), name)
    values = {}
    for name, each in takes.items():
        value = given.get(name)
        if value is None or value is False or (value in ("", [], ()) and not each.param.clears):
            if each.required:
                raise UserError(text("{field} is missing.", field=each.label), name)
            value = each.default.name if isinstance(each.default, Upload) else None
        if value is not None:
            values[name] = each.value(value, sent)
    made = kind(**values)
    made.check()
    return made


def execute(what: Operation, club: "Club | None", context: Context) -> Outcome:
    """Run an operation; a dry run of a change is the same, rolled back.

    Raise UserError; Changed if a subject is not as it was expected.
    """
    if isinstance(what, Calculation):
        return what.run(context)
    assert club is not None
    if isinstance(what, Query):
        return club.read(lambda rows: what.run(rows, context))
    if isinstance(what, Change):
        change, work = what, club.attempt if context.dry_run else club.write

        def run(rows: "Rows") -> Outcome:
            rows.check_versions(context.expected)
            return change.run(rows, context)

        return work(run)
    assert isinstance(what, Task)
    if context.expected:
        club.read(lambda rows: rows.check_versions(context.expected))
    return what.run(club, context)


def plain(value: Any) -> Any:
    """Return a value as JSON has it: dataclasses as objects, sentences in English."""
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value
