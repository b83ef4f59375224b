"""How an evening goes, in a few steps, each with the pages that it needs."""

from scorepad.language import marked
from scorepad.web.pages.page import Page

HELP = "/help"

PAGES = (Page(HELP, marked("Help"), show=lambda site, asked: [site.part("help.html")]),)
