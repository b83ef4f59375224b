"""Deals of another game, and options that there are not; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.rules import NAMES, rule_set
from host_tests.device.deals import played, refused

# A deal of each rule set; the others take what rubber bridge takes.
DEALS = {"russian": "4S N = hcp=23", "duplicate": "b1 4S N =", "pirate": "4S N/E ="}

NO_BOARDS = "{rules} has no boards and no vul=: leave them out"
NEEDS_BOARD = (
    "duplicate needs the board or who is vulnerable, as in `b7 4S N =` or `4S N = vul=EW`"
)
PLAYED = "{board} was played already: another number belongs here"
NO_ACCEPTOR = "{rules} has no acceptor: name the declarer only"
NO_NULLO = "{rules} has no nullo: the strain is C, D, H, S or N"
ACCEPTOR = "pirate needs an acceptor: name both players, as in {pair}"
NO_HCP = "{rules} does not score high-card points: leave out hcp="
HCP_MISSING = "the high-card points of N-S are missing: add them, as in hcp=23"
NO_SCORE = "a passed-out deal is dealt again and scores nothing: leave out hcp="
NO_HONOURS = "{rules} does not score honours: leave out hon="
HONOURS_OFF = "honours are not scored here (option honours=off): leave out hon="
IN_ONE_HAND = "honours {held}: only 4 or 5 in one hand count, as in hon=N4"
OVER = "no deal belongs here: {what}"

PAIRS = ("rubber", "international", "polish", "nz-match", "chicago", "chicago-server")
CLAIMED = ("rubber", "polish", "nz-match", "chicago")
OFF, ON, COUNTS = {"honours": "off"}, {"honours": "on"}, {"passed": "counts"}


def without(*names):
    """All rule sets but these."""
    return [name for name in NAMES if name not in names]


# Rule sets, options, deals before, the deal that is refused, message. Of a deal {deal} is one that
# is right, {accepted} has an acceptor and {nullo} is at nullo.
GAMES = (
    (without("duplicate"), {}, (), "b7 {deal}", NO_BOARDS),
    (without("duplicate"), {}, (), "{deal} vul=EW", NO_BOARDS),
    (["duplicate"], {}, ("b1 pass",), "4S N =", NEEDS_BOARD),
    (["duplicate"], {}, (), "pass", NEEDS_BOARD),
    (["duplicate"], {}, ("b7 4S N =",), "b7 pass", PLAYED.format(board="b7")),
    (["duplicate"], {}, ("b250 pass",), "b250 4S N =", PLAYED.format(board="b250")),
    (without("pirate"), {}, (), "{accepted}", NO_ACCEPTOR),
    (without("pirate"), {}, (), "{nullo}", NO_NULLO),
    (["pirate"], {}, ("pass",), "4S N =", ACCEPTOR.format(pair="N/E")),
    (["pirate"], {}, (), "3O W -1", ACCEPTOR.format(pair="W/N")),
    (without("russian"), {}, (), "{deal} hcp=20", NO_HCP),
    (PAIRS + ("pirate",), {}, (), "pass hcp=20", NO_HCP),
    (["duplicate"], {}, (), "b7 pass hcp=20", NO_HCP),
    (["russian"], {}, ("{deal}",), "4S N =", HCP_MISSING),
    (["russian"], COUNTS, (), "4S N =", HCP_MISSING),
    (["russian"], COUNTS, (), "pass", HCP_MISSING),
    (["russian"], {}, (), "pass hcp=20", NO_SCORE),
    (CLAIMED, {}, (), "{deal} hon=N3", IN_ONE_HAND.format(held="3-0")),
    (CLAIMED, {}, ("pass",), "{deal} hon=N3-1", IN_ONE_HAND.format(held="3-1")),
    (CLAIMED, {}, (), "{deal} hon=N4-1", IN_ONE_HAND.format(held="4-1")),
    (["international"], ON, (), "2N N = hon=W3", IN_ONE_HAND.format(held="3-0")),
    (CLAIMED + ("pirate",), OFF, ("pass",), "{deal} hon=N4", HONOURS_OFF),
    (["international", "pirate"], {}, (), "{deal} hon=N4", HONOURS_OFF),
    (["chicago-server", "russian", "duplicate"], {}, (), "{deal} hon=N4", NO_HONOURS),
    (PAIRS[:3], {}, ("3N N =", "3N S ="), "pass", OVER.format(what="the rubber is over")),
    (["pirate"], {}, ("3N N/E =", "3N N/W ="), "pass", OVER.format(what="the rubber is over")),
    (["nz-match"], {"deals": 1}, ("1C N =",), "pass", OVER.format(what="the match is over")),
)


class Refused(unittest.TestCase):
    def test_deals_of_another_game_change_nothing(self):
        for names, options, before, line, message in GAMES:
            for rules in names:
                with self.subTest(rules=rules, line=line):
                    deal = DEALS.get(rules, "4S N =")
                    accepted, nullo = deal.replace(" N ", " N/E "), deal.replace("4S", "4O")
                    said = line.format(deal=deal, accepted=accepted, nullo=nullo)
                    sheet = rule_set(rules)(options)
                    played(sheet, *[text.format(deal=deal) for text in before])
                    self.assertEqual(refused(self, sheet, said), message.format(rules=rules))

    def test_an_option_may_be_text_or_number(self):
        for given in (50, "50"):
            options = rule_set("rubber")({"unfinished_part": given}).options
            self.assertEqual(options["unfinished_part"], 50)
