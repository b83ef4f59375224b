"""What the commands take by which a director decides about sessions afterwards."""

from typing import Any

from scorepad.cli import declaring as cli

_DECISIONS = """\
All that was decided, the newest last: corrections, adjusted scores, penalties,
seats, merges, stakes, house rules, knock-outs, events, settings, releases. The
first column is what `undo` takes.

examples:
  scorepad club decisions
  scorepad club decisions --session 02005c0e9ad0-7 --json
"""
_UNDO = """\
WHICH is the first column of `scorepad club decisions`. The undoing is a
decision too: undo it, and what it took back counts again.

examples:
  scorepad club undo 12 --reason "it was right"
  scorepad club undo merge-3
"""
_CORRECT = """\
RESULT is a deal as in `scorepad score`. The records of the tablet stay as they
are; everything that follows from them has the corrected deal. What the rule set
cannot score is refused, as a rubber that would end before its last deal.

examples:
  scorepad club correct 02005c0e9ad0-7 3 "4S N +1" --reason "traveller"
  scorepad club correct 02005c0e9ad0-7 3 --board 8
"""
_VOID = """\
The deal does not count, as if it had not been dealt.

example:
  scorepad club void 02005c0e9ad0-7 3 --reason "entered twice"
"""
_LEAVE_OUT = """\
The session counts nowhere any more: ledger, ranking, duplicate, knock-outs and
exports do not have it, and the list says so. --back takes that back.

examples:
  scorepad club leave-out 02005c0e9ad0-7 --reason "a lesson"
  scorepad club leave-out 02005c0e9ad0-7 --back
"""
_SWAP = """\
Who is said to have sat N-S sat E-W, and the other way round; contracts and
declarers are right as they are. DEALS are 3, or 3-5; without DEALS it is the
whole session. Only in duplicate can it be some deals.

examples:
  scorepad club swap 02005c0e9ad0-7 3-5 --reason "forgot the arrow-switch"
  scorepad club swap 02005c0e9ad0-7
"""
_ADJUST = """\
SCORE is for both sides; with a second one the first is for N-S, the second for
E-W. It is a result, as "4S N +1"; results with what each counts, as "60% 4S N
=, 40% 4S N -1" or with 1/3 and 2/3; or A+, A, A- (60, 50 and 40 per cent; A+ at
least, A- at most what the pair has on its other boards), or 45%. In IMPs A+ and
A- are 3. Ave+, A60 (60% and no more), 60/40, A6040 and A+- are read as these.
`scorepad club undo` takes it back.

examples:
  scorepad club adjust 02005c0e9ad0-7 3 "4S N =" --reason "revoke"
  scorepad club adjust 02005c0e9ad0-7 3 A+ A- --reason "board fouled by E-W"
  scorepad club adjust 02005c0e9ad0-7 3 "60% 4S N =, 40% 4S N -1"
"""


def add_to(commands: Any) -> None:
    _add_seat(commands)
    _add_of_deals(commands)
    listed = cli.add_command(commands, "decisions", "all that was decided", _DECISIONS)
    listed.add_argument("--session", metavar="ID", help="about this one")
    cli.add_printing_options(listed)
    cli.reads(listed, "cli.commands.club.decisions:list_decisions")
    undo = cli.add_command(commands, "undo", "take a decision back", _UNDO)
    undo.add_argument("which", metavar="WHICH", help="as `decisions` names it")
    _sign(undo, "undo")
    _add_release(commands)
    _add_replace(commands)


def _add_of_deals(commands: Any) -> None:
    parser = cli.add_command(commands, "correct", "a deal of a session was another one", _CORRECT)
    _add_deal(parser)
    parser.add_argument("result", metavar="RESULT", nargs="?", help="what it was, as '4S N +1'")
    parser.add_argument("--board", metavar="N", help="the board that it was, in duplicate")
    _sign(parser, "correct")
    parser = cli.add_command(commands, "void", "a deal does not count", _VOID)
    _add_deal(parser)
    _sign(parser, "void")
    parser = cli.add_command(commands, "leave-out", "a session counts nowhere", _LEAVE_OUT)
    _add_session(parser)
    cli.add_flag(parser, "--back", "it counts again")
    _sign(parser, "leave_out")
    parser = cli.add_command(commands, "swap", "N-S and E-W were entered the wrong way", _SWAP)
    _add_session(parser)
    parser.add_argument("deals", metavar="DEALS", nargs="?", help="3, or 3-5; else all")
    _sign(parser, "swap")
    parser = cli.add_command(commands, "adjust", "an adjusted score for a deal", _ADJUST)
    _add_deal(parser)
    _add_score(parser)
    _sign(parser, "adjust")


def _add_session(parser: Any) -> None:
    parser.add_argument("session", metavar="SESSION", help="its id, or how it begins")


def _add_deal(parser: Any) -> None:
    _add_session(parser)
    parser.add_argument("deal", metavar="DEAL", help="its number in the session")


def _add_score(parser: Any) -> None:
    parser.add_argument("score", metavar="SCORE", help="of both sides, or of N-S")
    parser.add_argument("other", metavar="SCORE", nargs="?", help="of E-W")


def _sign(parser: Any, function: str) -> None:
    cli.add_reason(parser)
    cli.add_author(parser)
    cli.writes(parser, f"cli.commands.club.decisions:{function}")


_SEAT = """\
Without SEAT and PLAYER it shows who sat where, and what was changed: when, from
whom to whom, and why. The records of the tablet stay as they are.

PLAYER is as in `scorepad club players`, or the word guest. Two who were entered
the wrong way round: make one a guest first.

examples:
  scorepad club seat 02005c0e9ad0-7
  scorepad club seat 02005c0e9ad0-7 N "Zoë Lund" --reason "chose the wrong name"
  scorepad club seat 02005c0e9ad0-7 E guest
  scorepad club seat 02005c0e9ad0-7 S "Ann Reid" --deals 3-5

With --deals it is said of these deals of duplicate only (3, or 3-5).
"""


def _add_seat(commands: Any) -> None:
    parser = cli.add_command(commands, "seat", "who sat where, corrected afterwards", _SEAT)
    _add_session(parser)
    parser.add_argument("seat", metavar="SEAT", nargs="?", help="N, E, S or W")
    parser.add_argument("player", metavar="PLAYER", nargs="?", help="who sat there, or guest")
    parser.add_argument("--deals", metavar="DEALS", help="only in these: 3, or 3-5")
    cli.add_reason(parser)
    cli.add_author(parser)
    cli.add_printing_options(parser, "what it shows as JSON")
    cli.writes(parser, "cli.commands.club.decisions:seat", reads_with=("session",))


_RELEASE = """\
Whoever is in the room can read what is released, without a password, on the
screen and on their phones (`scorepad serve --lan`): of an evening its sessions
with their score sheets, the standings of its duplicate, and the ranking as it
was after it; of an event its sessions and standings. What comes in later is
released too. --back takes it back.

examples:
  scorepad club release
  scorepad club release --evening 2026-11-20
  scorepad club release --event Tuesday --back --reason "a board is doubtful"
"""


def _add_release(commands: Any) -> None:
    parser = cli.add_command(commands, "release", "the room may read an evening", _RELEASE)
    cli.add_evening(parser, "this one")
    cli.add_flag(parser, "--back", "the room may not read it any more")
    cli.add_reason(parser)
    cli.add_author(parser)
    cli.writes(parser, "cli.commands.club.decisions:release")
    listed = cli.add_command(commands, "released", "what the room may read")
    cli.add_printing_options(listed)
    cli.reads(listed, "cli.commands.club.decisions:list_released")


_REPLACE = """\
A session that came damaged and is read whole later replaces its damaged copy by
itself, if all that can be read of that, the first record too, is the same.
Otherwise a sync refuses it until this command says that the damaged copy may
go. The next sync or rescue that brings a good copy puts it in; the damaged one
is set aside, never deleted.

--keep takes it back as long as nothing has come.

examples:
  scorepad club replace 02005c0e9ad0-7 --reason "first page lost"
  scorepad club replace 02005c0e9ad0-7 --keep
  scorepad club replace --list
"""


def _add_replace(commands: Any) -> None:
    parser = cli.add_command(commands, "replace", "let a damaged session be replaced", _REPLACE)
    parser.add_argument("session", metavar="SESSION", nargs="?", help="its id, or how it begins")
    cli.add_flag(parser, "--keep", "the damaged copy stays after all")
    cli.add_flag(parser, "--list", "all that was ever decided")
    cli.add_printing_options(parser, "the list as JSON")
    cli.add_reason(parser)
    cli.writes(parser, "cli.commands.club.decisions:replace", reads_with=("list",))
