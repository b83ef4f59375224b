"""Events that a session refuses, and is as it was."""

import unittest

from firmware.session import BadEvent


def state(session):
    sheet = session.sheet
    return (
        (session.rules, session.table, session.started, session.ended, session.first_dealer),
        (dict(session.options), list(session.players), session.closed, session.complete),
        (list(session.deals), list(session.places)),
        (list(sheet.totals), sheet.dealer, sheet.vulnerable, sheet.lines, sheet.complete),
        list(session.rows()) if session.rules else [],
    )


class Refusing(unittest.TestCase):
    def check_refused(self, session, event, why="", kind=BadEvent):
        before = state(session)
        with self.subTest(event=event):
            with self.assertRaises(kind) as caught:
                session.apply(*event)
            self.assertIn(why, str(caught.exception))
            self.assertEqual(state(session), before)
