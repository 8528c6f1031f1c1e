"""`scrapy bt rules SUBCOMMAND`: hands its arguments to the module of that name in this package."""

from __future__ import annotations

from ..shared.subcommands import Subcommands

SUBCOMMANDS = {
    "suggest": "propose a tag from examples on a page",
    "try": "show what a rule takes from a page, step by step",
    "check": "name every mistake in rule files",
    "format": "rewrite rule files in the one canonical layout",
    "schema": "print the JSON Schema of rule files, for editors",
    "export": "write a rule as a file to be passed on",
    "import": "take a rule that was passed on",
    "search": "look for rules in your library, and on rule servers",
    "subscribe": "take a rule from a rule server, in an exact version",
    "adopt": "take a copy of a rule from a rule server, to change it",
    "updates": "show newer versions of the rules you have subscribed to, and take them",
    "verify": "check that subscribed rules are as their authors have signed them",
    "login": "log in to a rule server",
    "logout": "log out of a rule server",
    "publish": "sign a rule, and publish it on a rule server",
    "withdraw": "hide a published version, and say why",
    "serve": "run a rule server",
    "convert": "print the tree that a rule compiles to, as a .bt file",
}
"""Each is a module of this package."""

RULES = Subcommands("scrapy bt rules", __package__, SUBCOMMANDS)

add_arguments, run = RULES.add_words, RULES.run_words
