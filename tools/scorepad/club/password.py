"""The director's password: the database keeps what argon2 makes of it, and never more."""

import re
import unicodedata
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scorepad.club import secret_hashes
from scorepad.club.database.rows import Rows
from scorepad.club.records.store import Club
from scorepad.club.secret_hashes import CODES, PASSWORD
from scorepad.club.security_log import Kind, note
from scorepad.club.settings.current import current
from scorepad.context import COMMAND, Actor
from scorepad.errors import UserError
from scorepad.language import Text, text

SHORTEST = 8  # characters
LONGEST = 200
_FEWEST = 5  # letters and digits that differ
# Where others begin: the commonest of SecLists' 10k-most-common.txt with 8 letters, or fewer when
# digits follow, without what is a row of keys; words of this field; the German and French ones.
_COMMON_WORDS = """
password letmein welcome dragon monkey master iloveyou loveyou admin administrator login
baseball football jennifer superman trustno sunshine starwars computer corvette princess
maverick samantha steelers whatever internet mercedes bigdaddy midnight marlboro victoria
startrek danielle redskins mountain nicholas dolphins cocacola jonathan scorpion godzilla
williams platinum garfield airborne elephant explorer december november benjamin brooklyn
redwings michigan guinness einstein snowball alexander lasvegas slipknot carolina colorado
creative nintendo spitfire anderson cherokee drowssap marshall caroline franklin courtney
babygirl champion softball security wildcats veronica wolverine remember mistress stargate
scotland swimming virginia passport bulldogs liverpool spiderman kawasaki airplane lawrence
american simpsons panthers pussycat loverboy wolfgang pakistan hercules billybob changeme
darkside zeppelin darkstar business sterling mustang bluebird michael michelle jordan shadow
batman hunter charlie thomas george secret test summer winter hello soccer hockey harley ranger
killer pepper access jessica ashley daniel andrew robert scorepad bridge bridgeclub director
tournament contract grandslam duplicate notrump turnierleiter bridgeturnier passwort hallo
schatz ichliebedich sommer fussball geheim berlin motdepasse bonjour soleil jetaime doudou
loulou chouchou arbitre
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_ROWS = (
    *("01234567890", "abcdefghijklmnopqrstuvwxyz", "1q2w3e4r5t6z7u8i9o0p", "1qaz2wsx3edc4rfv5tgb"),
    *("qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "5t6y7u"),
)
_STEPS = frozenset(pair for row in _ROWS for way in (row, row[::-1]) for pair in pairwise(way))
_DIGITS_AS_LETTERS = str.maketrans("0134578@$", "oleastbas")

_hasher = PasswordHasher()  # argon2id; RFC 9106's second choice: 64 MiB, three times over


def load_hash(rows: Rows) -> str:
    """The hash; "" if there is no password."""
    found = secret_hashes.find_secret(rows, PASSWORD)
    return found.hash if found else ""


def hashed(password: str, club_name: str = "") -> str:
    """Return what is kept of a password.

    Raise UserError for one that is too short, too long, or easily guessed (NIST SP 800-63B-4,
    3.1.1.2: common words, words of the service, repetitions, sequences).
    """
    if not SHORTEST <= len(password) <= LONGEST:
        about = {"least": SHORTEST, "most": LONGEST}
        raise UserError(text("A password has {least} to {most} characters.", **about), "password")
    if _is_guessable(password, club_name):
        easy = text("This password is easy to guess; choose three or four unrelated words.")
        raise UserError(easy, "password")
    return _hasher.hash(_bytes(password))


def _is_guessable(password: str, club_name: str) -> bool:
    said, name = (re.sub(r"[\W_]", "", one.casefold()) for one in (password, club_name))
    if len(set(password.casefold())) < _FEWEST or (said and said == name):
        return True
    steps = list(pairwise(said))
    if steps and sum(step not in _STEPS for step in steps) <= len(steps) // 4:
        return True
    word = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", password.casefold()).translate(_DIGITS_AS_LETTERS)
    letters = re.sub(r"[\W\d_]", "", word)
    return letters[: (letters * 2).find(letters, 1)] in _COMMON  # once, of one that is repeated


def set_password(club: Club, password: str, by: Actor = COMMAND) -> Text:
    """Set the director's password. Raise UserError for one that `hashed` refuses."""
    kept = hashed(password, current(club.ask).name)  # slow: others may write meanwhile
    return club.write(lambda rows: keep(rows, kept, by))


def keep(rows: Rows, kept: str, by: Actor = COMMAND) -> Text:
    """Keep a hash, which lets the director in from now on; the codes of the tables end."""
    secret_hashes.keep(rows, PASSWORD, "", kept)
    secret_hashes.remove(rows, CODES, "")
    note(rows, Kind.PASSWORD_SET, by=by)
    return text("The director's password is set; whoever came in by another one is out.")


def remove(rows: Rows, by: Actor = COMMAND) -> Text:
    """Remove the password; the codes of the tables end. Raise UserError if there is none."""
    if not secret_hashes.remove(rows, PASSWORD, ""):
        raise UserError(text("The club has no director's password."))
    secret_hashes.remove(rows, CODES, "")
    note(rows, Kind.PASSWORD_REMOVED, by=by)
    return text("The director's password is removed; whoever came in by it is out.")


def is_right(kept: str, given: str) -> bool:
    """Return True if the password matches the stored hash; "" matches no password."""
    try:
        return bool(kept) and _hasher.verify(kept, _bytes(given[: LONGEST + 1]))
    except (VerificationError, InvalidHashError):
        return False


def _bytes(password: str) -> bytes:
    """Return the normalized bytes: keyboards write `ü` as one character, or as two."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
