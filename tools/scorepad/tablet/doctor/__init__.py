"""Finds out what is plugged in, how it is, and what to do next: `scorepad doctor`.

plugged_in   ports and drives that look like a board, before anything is asked
findings     what is known of one port
by_link      what a tablet says, if one answers
at_prompt    what MicroPython's prompt says, if none does
examining    one after the other
advice       what to do about the findings
"""
