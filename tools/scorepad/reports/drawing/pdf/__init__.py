"""Score sheets as PDF; and the pages, fonts and tables of all that is PDF."""
