"""`scrapy bt rules SUBCOMMAND`: hands its arguments to the module of that name in this package."""

from __future__ import annotations

from ..dispatch import Subcommands

SUBCOMMANDS = {
    "suggest": "propose a tag from examples on a page",
    "try": "show what a rule takes from a page, step by step",
    "check": "name every mistake in rule files",
    "format": "rewrite rule files in the one canonical layout",
    "schema": "print the JSON Schema of rule files, for editors",
    "export": "write a rule as a file to be passed on",
    "import": "take a rule that was passed on",
    "search": "look for rules in your library",
    "convert": "print the tree that a rule compiles to, as a .bt file",
}
"""Each is a module of this package."""

RULES = Subcommands("scrapy bt rules", __package__, SUBCOMMANDS)

add_arguments, run = RULES.add_words, RULES.run_words
