"""Knock-outs of pairs: draw, results, summary sheet."""
