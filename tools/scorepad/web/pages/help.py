"""The steps of an evening, each with links to the pages that it needs."""

from scorepad.language import marked
from scorepad.web.pages.page import Page

HELP = "/help"

PAGES = (Page(HELP, marked("Help"), show=lambda site, asked: [site.part("help.html")]),)
