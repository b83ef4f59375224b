"""Deals of another game, and options that there are not; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES, rule_set
from host_tests.device.deals import DEALS, played

PAIRS = ("rubber", "international", "polish", "nz-match", "chicago", "chicago-server")
CLAIMED = ("rubber", "polish", "nz-match", "chicago")
UNCLAIMED = ("chicago-server", "russian", "duplicate")
OFF, ON, COUNTS = {"honours": "off"}, {"honours": "on"}, {"passed": "counts"}


def without(*names):
    return [name for name in NAMES if name not in names]


# Rule sets, options, deals before, the deal that is refused, what is said of it. {deal} is one
# that is right, {accepted} has an acceptor, and {nullo} is at nullo.
GAMES = (
    (without("duplicate"), {}, (), "b7 {deal}", "has no boards"),
    (without("duplicate"), {}, (), "{deal} vul=EW", "has no boards"),
    (["duplicate"], {}, ("b1 pass",), "4S N =", "needs the board"),
    (["duplicate"], {}, (), "pass", "needs the board"),
    (["duplicate"], {}, ("b7 4S N =",), "b7 pass", "was played already"),
    (["duplicate"], {}, ("b250 pass",), "b250 4S N =", "was played already"),
    (without("pirate"), {}, (), "{accepted}", "has no acceptor"),
    (without("pirate"), {}, (), "{nullo}", "has no nullo"),
    (["pirate"], {}, ("pass",), "4S N =", "needs an acceptor"),
    (["pirate"], {}, (), "3O W -1", "needs an acceptor"),
    (without("russian"), {}, (), "{deal} hcp=20", "does not score high-card"),
    (PAIRS + ("pirate",), {}, (), "pass hcp=20", "does not score high-card"),
    (["duplicate"], {}, (), "b7 pass hcp=20", "does not score high-card"),
    (["russian"], {}, ("{deal}",), "4S N =", "are missing"),
    (["russian"], COUNTS, (), "4S N =", "are missing"),
    (["russian"], COUNTS, (), "pass", "are missing"),
    (["russian"], {}, (), "pass hcp=20", "scores nothing"),
    (CLAIMED, {}, (), "{deal} hon=N3", "in one hand"),
    (CLAIMED, {}, ("pass",), "{deal} hon=N3-1", "in one hand"),
    (CLAIMED, {}, (), "{deal} hon=N4-1", "in one hand"),
    (["international"], ON, (), "2N N = hon=W3", "in one hand"),
    (CLAIMED + ("pirate",), OFF, ("pass",), "{deal} hon=N4", "honours=off"),
    (["international", "pirate"], {}, (), "{deal} hon=N4", "honours=off"),
    (UNCLAIMED, {}, (), "{deal} hon=N4", "does not score honours"),
    (PAIRS[:3], {}, ("3N N =", "3N S ="), "pass", "is over"),
    (["pirate"], {}, ("3N N/E =", "3N N/W ="), "pass", "is over"),
    (["nz-match"], {"deals": 1}, ("1C N =",), "pass", "is over"),
)


class Refused(unittest.TestCase):
    def test_deals_of_another_game_change_nothing(self):
        for names, options, before, line, why in GAMES:
            for rules in names:
                with self.subTest(rules=rules, line=line):
                    deal = DEALS.get(rules, "4S N =")
                    accepted, nullo = deal.replace(" N ", " N/E "), deal.replace("4S", "4O")
                    said = line.format(deal=deal, accepted=accepted, nullo=nullo)
                    sheet = rule_set(rules)(options)
                    played(sheet, *[text.format(deal=deal) for text in before])
                    totals, dealt = list(sheet.totals), sheet.dealt
                    with self.assertRaises(BadDeal) as caught:
                        sheet.add(*parse(said))
                    self.assertIn(why, str(caught.exception))
                    self.assertEqual((sheet.totals, sheet.dealt), (totals, dealt))
