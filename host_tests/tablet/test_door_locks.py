"""What is shut: the director's PIN, the link to who plugs in, files and passwords on the PC."""

import base64
import contextlib
import functools
import hashlib
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import psycopg
import pytest
from vfs import VfsLfs2

from dev.link.both_ends import LocalTablet
from firmware.link import rare_requests, requests
from firmware.storage import pin
from firmware.storage.pin import Pin
from firmware.storage.store import Store
from host_tests.device.nor_flash import NorFlash
from scorepad.cli import main
from scorepad.club.records.store import Club
from scorepad.simulator.flash import FLASH_SIZE, Flash
from scorepad.simulator.tablet import Tablet
from support.club.club_sessions import TABLET, complete, example, played, raw
from support.databases import enrol
from support.link.liars import truth
from support.tablet.directing import PIN, call, enter
from support.tablet.tablets import NEW_GAME, finish, menu, store_in

pytestmark = pytest.mark.slow

SALT, HASH = slice(1, 9), slice(9, 41)  # in the file `pin`


class CountingHash:
    given = 0

    def __init__(self, first: bytes = b""):
        self._hash = hashlib.sha256()
        self.update(first)

    def update(self, more: bytes) -> None:
        CountingHash.given += len(more)
        self._hash.update(more)

    def digest(self) -> bytes:
        return self._hash.digest()


def test_one_try_hashes_half_a_megabyte(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """As many blocks of 64 bytes for a wrong PIN as for the right one."""
    monkeypatch.setattr(pin, "sha256", CountingHash)
    door = Pin(store)
    door.choose(PIN)
    took = []
    for digits in (PIN, "2904", "0905", "0000"):
        before = CountingHash.given
        door.check(digits)
        took.append(CountingHash.given - before)
    assert len(set(took)) == 1
    assert took[0] >= 8192 * 64


class Byte(int):
    """A byte that counts how often it is compared with another."""

    compared = 0

    def __xor__(self, other: int) -> int:
        Byte.compared += 1
        return int(self) ^ int(other)


@pytest.mark.parametrize("place", [None, 0, 31])
def test_comparing_takes_as_long_whatever_differs(place, monkeypatch, store):
    door = Pin(store)
    door.choose(PIN)
    tried = [Byte(byte) for byte in store.read("pin")[HASH]]
    if place is not None:
        tried[place] = Byte(tried[place] ^ 1)
    monkeypatch.setattr(pin, "secret", lambda salt, digits: [*map(Byte, salt), *tried])
    Byte.compared = 0
    assert door.check(PIN) == (place is None)
    assert Byte.compared == 40  # with the salt


# The lock-out is in tablet_firmware/test_director.py, and cuts at each operation of a try in
# device/test_settings.py.


@pytest.fixture
def store() -> Store:
    cells = NorFlash(bytearray(b"\xff" * FLASH_SIZE))
    VfsLfs2.mkfs(cells)
    return Store(lambda: VfsLfs2(cells), TABLET)


# A damaged file


def damaged(kept: bytes) -> dict[str, bytes]:
    flipped = {
        f"bit in byte {at}": kept[:at] + bytes([kept[at] ^ 4]) + kept[at + 1 :]
        for at in (0, 1, 9, 40, 41, 44)
    }
    cut = {f"{size} bytes": kept[:size] for size in (0, 1, 41, 44)}
    return {**flipped, **cut, "longer": kept + b"\0", "zeros": bytes(45), "erased": b"\xff" * 45}


def test_a_damaged_pin_opens_to_nobody(store: Store) -> None:
    """Neither is any PIN right nor can a new one be chosen, and the file stays as it is."""
    Pin(store).choose(PIN)
    for what, content in damaged(store.read("pin")).items():
        store.write("pin", content)
        door = Pin(store)
        assert (door.known, door.damaged) == (True, True), what
        for digits in (PIN, "0000"):
            assert not door.check(digits), what
        door.choose("0000")
        assert store.read("pin") == content, what


def test_behind_a_damaged_pin_games_go_on_and_everything_else_is_shut(path: Path) -> None:
    with store_in(path) as store:
        store.write("pin", b"x")
    with Tablet(Flash(path)) as tablet:
        call(tablet)
        for digits in (PIN, "0000", "0000"):
            enter(tablet, digits)
            assert tablet.look().screen == "pin"
        tablet.press("BACK", "BACK")
        tablet.press(*NEW_GAME)
        finish(tablet)
        menu(tablet, "deals")
        tablet.press("OK", "OK")
        enter(tablet, "0000")
        assert tablet.look().screen == "pin"
    with store_in(path) as store:
        assert store.read("pin") == b"x"
        store.remove("pin")  # only who has the cable can, and has the flash already
    with Tablet(Flash(path)) as tablet:
        tablet.press("OK")
        call(tablet)
        assert "New PIN" in tablet.look().text


# The link

VALUES = {10: ("0", "1", "99"), 16: ("00000000", "{crc}"), 0: ("416e6e61", "70696e")}
NO_REQUESTS = ("pin", "pin 0000", "erase 1", "reset", "read pin 0", "read ../pin 0", "format", "")


def meant(word: str) -> Iterator[bytes]:
    """The bytes for which a word of an answer may stand."""
    yield word.encode()
    for decode in (bytes.fromhex, functools.partial(base64.b64decode, validate=True)):
        with contextlib.suppress(ValueError):
            yield decode(word)


def test_nothing_on_the_link_touches_the_pin_or_a_game() -> None:
    tablet = LocalTablet()
    door = Pin(tablet.store)
    door.choose(PIN)
    door.check("0000")
    before = tablet.files.content["pin"], tablet.logs()
    answers = list[str]()

    def ask(words: str) -> str:
        answers.append(truth(tablet, words))
        return answers[-1]

    crc = ask("list 0").split()[1].split(":")[4]
    verbs = requests._VERBS | rare_requests.VERBS
    assert verbs.pop("pin")  # which sets another one, as link.md says
    for verb, (_, kinds) in verbs.items():
        for arguments in product(*(VALUES[kind] for kind in kinds)):
            ask(" ".join([verb, *arguments]).format(crc=crc))
    assert [ask(words).split()[0] for words in NO_REQUESTS] == ["error"] * len(NO_REQUESTS)
    assert (tablet.files.content["pin"], tablet.logs()) == before
    words = {word for answer in answers for word in answer.split()}
    secrets = (before[0][SALT], before[0][HASH])
    assert PIN not in words and "ok" in answers
    assert not [w for w in words for secret in secrets if any(secret in b for b in meant(w))]


# Files and passwords on the PC


@pytest.fixture
def hostile_club(tmp_path: Path, new_file: Path) -> Path:
    """A club whose players have names that would be paths, and two tablets' sessions."""
    inside = tmp_path / "in" / "side"
    inside.mkdir(parents=True)
    path = Path(shutil.copy(new_file, inside / "club.db"))
    with Club(str(path)) as club:
        club.take(TABLET, 1, example(1), "../../port")
        players = complete(played(players=(1, 2, 3, 4)))
        club.take(TABLET, 2, raw(2, players), "/dev/../../x\n")
    enrol(path, ("../../x", "/etc/x\0", "a\n../b", "C:\\x<b>"))
    return path


def tree(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if not path.name.startswith("club.db")}


def test_an_export_is_written_where_it_was_told_and_nowhere_else(
    hostile_club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(hostile_club.parent)
    before = tree(tmp_path)
    target = tmp_path / "in" / "out"
    for form in ("json", "html"):
        export = ("export", "--all", "--format", form)
        assert club(hostile_club, *export, "--output", target) == club(hostile_club, *export) == 0
        assert tree(tmp_path) - before == {target}
    for command in (("list",), ("ranking",), ("show", f"{TABLET.hex()}-2"), ("rebuild",)):
        assert club(hostile_club, *command) == 0
    assert tree(tmp_path) - before == {target}


def test_a_file_s_name_does_not_command_the_terminal(hostile_club, capsys):
    name = "/nowhere\n\x1b[2J/x"
    assert club(hostile_club, "export", "--all", "--format", "json", "--output", name) == 2
    said = capsys.readouterr().err
    assert said.startswith("/nowhere\\n\\x1b[2J/x: ")
    assert said.count("\n") == 1


def club(path: Path, *arguments: str | Path) -> int:
    """The exit status of a command."""
    return main(["--db", str(path), "club", *map(str, arguments)])


COMMANDS = (("club", "list", "--json"), ("club", "rebuild"), ("sync", "/dev/null"))
PASSWORDS = {"secret": "secret", "se%63ret%40%2F": "secret@/", "s%C3%A9cret": "sécret"}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_says_a_password(command, capsys, monkeypatch):
    def refuse(**given: object) -> None:
        raise psycopg.OperationalError(f"cannot connect:\n{given['password']} is wrong")

    monkeypatch.setattr(psycopg, "connect", refuse)
    for kind, rest, (written, password) in product(
        ("postgresql", "nonsense"),
        ("user:{}@127.0.0.1:1/x", "user@127.0.0.1:1/x?password={}"),
        PASSWORDS.items(),
    ):
        url = f"{kind}://{rest.format(written)}"
        assert main(["--db", url, *command]) == 2
        said = "".join(capsys.readouterr())
        assert said.strip() and "Traceback" not in said
        if kind == "postgresql":
            assert "cannot connect" in said
        assert written not in said and password not in said, said


def test_a_database_where_a_port_belongs_is_not_repeated(capsys):
    assert main(["sync", "postgresql://user:hunter2@127.0.0.1:1/x"]) == 2
    said = capsys.readouterr().err
    assert "--db URL" in said and "hunter2" not in said
