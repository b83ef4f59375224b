"""What the commands take by which the secretary sets up a club, lets others in and keeps it."""

import argparse
from typing import Any

from scorepad.cli import declaring as cli

_RULES = """\
House rules are a rule set with options of the club's own, under a name of at
most 20 bytes. `scorepad sync --rules` gives them to the tablets, which offer
them under New game after the rule sets; 20 at most. Those that tablets have
stay there until then.

examples:
  scorepad club rules set "Tuesday" chicago --option honours=off
  scorepad club rules list
  scorepad club rules remove "Tuesday"
"""
_SET = """\
House rules of the same name are replaced; capitals make no other name. Options
that are not given are those of the rule set: `scorepad rules RULES` shows them.

examples:
  scorepad club rules set "Tuesday" chicago --option carry=on
  scorepad club rules set "Cup" nz-match --option deals=16 --accept on
"""


def add_to(commands: Any) -> None:
    """Adds the commands, all but `import`, to `scorepad club`."""
    _add_rules(commands)
    _add_settings(commands)
    _add_token(commands)
    _add_tablet(commands)
    parser = cli.add_command(
        commands, "password", "the director's: set, change, remove", _PASSWORD
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--file", metavar="FILE", help="its first line is the new one")
    cli.add_flag(how, "--remove", "none lets anybody in any more")
    # It is not said to write: only who is at the machine changes it.
    parser.set_defaults(run="cli.commands.club.password:run")
    log = cli.add_command(commands, "security", "logins, refusals, changes of access", _SECURITY)
    log.add_argument("--limit", metavar="N", help="only the newest N")
    cli.add_printing_options(log)
    log.set_defaults(run="cli.commands.club.settings:list_security_log")
    _add_keeping(commands)


def _add_rules(commands: Any) -> None:
    parser = cli.add_command(commands, "rules", "the club's own rules: set, list, remove", _RULES)
    own = cli.add_commands(parser)
    parser = cli.add_command(own, "set", "a rule set with options of its own, by name", _SET)
    _add_name(parser)
    cli.add_rule_set(parser)
    cli.add_rule_options(parser)
    parser.add_argument(
        "--accept",
        choices=("on", "off"),
        help="whether the other side accepts each result (default: on in duplicate)",
    )
    cli.writes(parser, "cli.commands.club.settings:set_rules")
    shown = cli.add_command(own, "list", "all house rules, by name")
    cli.add_printing_options(shown)
    cli.reads(shown, "cli.commands.club.settings:list_rules")
    gone = cli.add_command(own, "remove", "there are no house rules of this name any more")
    _add_name(gone)
    cli.writes(gone, "cli.commands.club.settings:remove_rules")


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the house rules")


_SETTINGS = """\
  name          the club's, at the foot of each page and in files for its site
  address       in one line
  number        of the club in its federation
  paper         a4 or letter
  language      of reports: en, de, fr
  evening-ends  what begins before it belongs to the evening before (06:00)
  pin           of the director on phones, four digits

Commands that print reports take --paper and --language for once. What programs
read (JSON, CSV, PBN, USEBIO, BridgeWebs), messages and help are in English.

examples:
  scorepad club settings
  scorepad club settings set name="Harbour Bridge Club" language=de
  scorepad club settings set paper=letter evening-ends=05:00 --reason "moved"
"""
_SET_SETTINGS = """\
NAME is name, address, number, paper, language, evening-ends or pin. Without a
value, as in `number=`, what was set is taken back. Every change is kept, with
its time, its author and its reason.

examples:
  scorepad club settings set name="Harbour Bridge Club" number="NZ 42"
  scorepad club settings set number= --reason "left the federation"
"""


def _add_settings(commands: Any) -> None:
    parser = cli.add_command(
        commands, "settings", "the club's name, paper, language: show, set", _SETTINGS
    )
    cli.add_printing_options(parser)
    own = cli.add_commands(parser)
    cli.reads(parser, "cli.commands.club.settings:show")
    change = cli.add_command(own, "set", "change what is set", _SET_SETTINGS)
    change.add_argument("settings", metavar="NAME=VALUE", nargs="+", help="what is set, to what")
    cli.add_author(change)
    cli.add_reason(change)
    cli.writes(change, "cli.commands.club.settings:change")


_TOKENS = """\
With a token a program comes in where `scorepad serve` runs, as docs/api.md
says. Only the club's secretary makes them, one for each program, and takes back
what is lost or needed no more. The database keeps no token but its hash, with
the day on which it was used last; a backup has neither.

examples:
  scorepad club token new "Club site" --read-only
  scorepad club token list
  scorepad club token remove "Club site"
"""
_NEW_TOKEN = """\
The token is printed now and never again.

example:
  scorepad club token new "Club site" --read-only
"""
_REMOVE_TOKEN = """\
It is refused from this moment on.

example:
  scorepad club token remove "Club site"
"""


def _add_token(commands: Any) -> None:
    parser = cli.add_command(commands, "token", "who of programs may come in: new, list", _TOKENS)
    own = cli.add_commands(parser)
    made = cli.add_command(own, "new", "let a program in", _NEW_TOKEN)
    made.add_argument("name", metavar="NAME", help="of the program")
    cli.add_flag(made, "--read-only", "it may change nothing")
    # None of these is said to read or write: no program shall let in others, or look for them.
    made.set_defaults(run="cli.commands.club.settings:new_token")
    shown = cli.add_command(own, "list", "all programs that may come in")
    cli.add_printing_options(shown)
    shown.set_defaults(run="cli.commands.club.settings:list_tokens")
    gone = cli.add_command(own, "remove", "let a program in no more", _REMOVE_TOKEN)
    gone.add_argument("name", metavar="NAME", help="of the program")
    gone.set_defaults(run="cli.commands.club.settings:remove_token")


_FORGET = """\
Without --yes the command only says what would be removed. With --yes it first
saves the tablet's sessions in a file beside the database, which `scorepad club
import` reads again. A phone then needs a new code to come back; a tablet with a
cable brings what it has when it is plugged in again.

examples:
  scorepad club tablet forget 0e0102030405
  scorepad club tablet forget 0e0102030405 --yes
"""


def _add_tablet(commands: Any) -> None:
    parser = cli.add_command(commands, "tablet", "the tablets that the club knows: list, forget")
    own = cli.add_commands(parser)
    shown = cli.add_command(own, "list", "all tablets, what each has brought, and who played last")
    cli.add_printing_options(shown)
    cli.reads(shown, "cli.commands.club.tablets:list_tablets")
    gone = cli.add_command(own, "forget", "remove a tablet and all that it has brought", _FORGET)
    gone.add_argument("tablet", metavar="ID", help="the tablet's id, or how it begins")
    cli.add_flag(gone, "--yes", "remove it; without this, only say what would go")
    cli.add_author(gone)
    cli.add_reason(gone)
    # It is not said to write: no program takes away what people have played.
    gone.set_defaults(run="cli.commands.club.tablets:forget_tablet")


_PASSWORD = """\
With it the director comes in from another machine, where `scorepad serve` runs
with --lan, --https or --url. It is asked for twice, and not shown; without a
terminal it is the first line of standard input, with --file that of a file.
It has at least 8 characters, 5 of them different. Common words, rows of keys
and the club's name are refused (docs/https.md). The database keeps only a hash
of it (argon2), and a backup not even that.

examples:
  scorepad club password
  scorepad club password --remove
"""
_SECURITY = """\
Logins to `scorepad serve`, refusals, changes of the password, tokens and codes,
phones that became tablets, and restored backups, the newest first. No backup
contains this log. The page *Security* also shows who is logged in.

example:
  scorepad club security --limit 20
"""


_BACKUP = """\
The file is an SQLite database, also where the club's own is another, and --db
opens it like any other.

example:
  scorepad club backup /media/stick/club-2026-11-20.db
"""
_RESTORE = """\
The database must be new, or have nothing yet. With --replace the backup takes
the place of what the club has, all of which is kept first, as a backup beside
the database. It may be of another kind than the one that the backup was made
of.

example:
  scorepad club restore club-2026-11-20.db --db postgresql://scorer@server/club
"""


def _add_keeping(commands: Any) -> None:
    rebuild = cli.add_command(commands, "rebuild", "make all that follows from the records anew")
    cli.writes(rebuild, "cli.commands.club.settings:rebuild_all")
    keep = cli.add_command(
        commands, "backup", "copy all that the club has into a new file", _BACKUP
    )
    keep.add_argument("file", metavar="FILE", help="that does not exist yet")
    keep.set_defaults(run="cli.commands.club.settings:back_up")
    back = cli.add_command(commands, "restore", "bring back all that is in a backup", _RESTORE)
    back.add_argument("file", metavar="FILE", help="that `backup` has written")
    cli.add_flag(back, "--replace", "what the club has goes, and is kept in a file first")
    back.set_defaults(run="cli.commands.club.settings:bring_back")


_IMPORT = """\
The page *Fetch a tablet* of Scorepad's web site fetches the sessions of a
tablet in a browser and saves them as a file. Each session is taken in once, as
a sync would, however often a file is taken in or the tablet synced.

Exit status: 0 all is well; 1 something was refused, or a total does not match;
2 one of the files is none of these, and nothing was taken in.

example:
  scorepad club import scorepad-table-3-02005c0e9ad0-2026-11-20-2130.json
"""


def add_import(commands: Any) -> None:
    parser = cli.add_command(
        commands, "import", "take in sessions that a browser has fetched from a tablet", _IMPORT
    )
    parser.add_argument(
        "file", nargs="+", metavar="FILE", help="that the page *Fetch a tablet* has saved"
    )
    cli.add_json_option(parser, "print the summary as JSON, as sync does")
    cli.writes(parser, "cli.commands.club.importing:import_sessions")
