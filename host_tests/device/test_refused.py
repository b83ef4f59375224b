"""Deals of another game, and options that there are not; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES, rule_set
from host_tests.device.deals import played

# A deal of each rule set; the others take what rubber bridge takes.
DEALS = {"russian": "4S N = hcp=23", "duplicate": "b1 4S N =", "pirate": "4S N/E ="}

PAIRS = ("rubber", "international", "polish", "nz-match", "chicago", "chicago-server")
CLAIMED = ("rubber", "polish", "nz-match", "chicago")
OFF, ON, COUNTS = {"honours": "off"}, {"honours": "on"}, {"passed": "counts"}


def without(*names):
    return [name for name in NAMES if name not in names]


# Rule sets, options, deals before, the deal that is refused. {deal} is one that is right,
# {accepted} has an acceptor, and {nullo} is at nullo.
GAMES = (
    (without("duplicate"), {}, (), "b7 {deal}"),
    (without("duplicate"), {}, (), "{deal} vul=EW"),
    (["duplicate"], {}, ("b1 pass",), "4S N ="),
    (["duplicate"], {}, (), "pass"),
    (["duplicate"], {}, ("b7 4S N =",), "b7 pass"),
    (["duplicate"], {}, ("b250 pass",), "b250 4S N ="),
    (without("pirate"), {}, (), "{accepted}"),
    (without("pirate"), {}, (), "{nullo}"),
    (["pirate"], {}, ("pass",), "4S N ="),
    (["pirate"], {}, (), "3O W -1"),
    (without("russian"), {}, (), "{deal} hcp=20"),
    (PAIRS + ("pirate",), {}, (), "pass hcp=20"),
    (["duplicate"], {}, (), "b7 pass hcp=20"),
    (["russian"], {}, ("{deal}",), "4S N ="),
    (["russian"], COUNTS, (), "4S N ="),
    (["russian"], COUNTS, (), "pass"),
    (["russian"], {}, (), "pass hcp=20"),
    (CLAIMED, {}, (), "{deal} hon=N3"),
    (CLAIMED, {}, ("pass",), "{deal} hon=N3-1"),
    (CLAIMED, {}, (), "{deal} hon=N4-1"),
    (["international"], ON, (), "2N N = hon=W3"),
    (CLAIMED + ("pirate",), OFF, ("pass",), "{deal} hon=N4"),
    (["international", "pirate"], {}, (), "{deal} hon=N4"),
    (["chicago-server", "russian", "duplicate"], {}, (), "{deal} hon=N4"),
    (PAIRS[:3], {}, ("3N N =", "3N S ="), "pass"),
    (["pirate"], {}, ("3N N/E =", "3N N/W ="), "pass"),
    (["nz-match"], {"deals": 1}, ("1C N =",), "pass"),
)


class Refused(unittest.TestCase):
    def test_deals_of_another_game_change_nothing(self):
        for names, options, before, line in GAMES:
            for rules in names:
                with self.subTest(rules=rules, line=line):
                    deal = DEALS.get(rules, "4S N =")
                    accepted, nullo = deal.replace(" N ", " N/E "), deal.replace("4S", "4O")
                    said = line.format(deal=deal, accepted=accepted, nullo=nullo)
                    sheet = rule_set(rules)(options)
                    played(sheet, *[text.format(deal=deal) for text in before])
                    totals, dealt = list(sheet.totals), sheet.dealt
                    self.assertRaises(BadDeal, sheet.add, *parse(said))
                    self.assertEqual((sheet.totals, sheet.dealt), (totals, dealt))

    def test_an_option_may_be_text_or_number(self):
        for given in (50, "50"):
            options = rule_set("rubber")({"unfinished_part": given}).options
            self.assertEqual(options["unfinished_part"], 50)
