"""`scrapy bt learn SUBCOMMAND`: hands its arguments to the module of that name in this package."""

from __future__ import annotations

from ..shared.subcommands import Subcommands

SUBCOMMANDS = {
    "dispatch": "train a model that says which worker takes a task, and publish it to the workers of a queue",
    "urls": "train a model that tells URLs of a kind, or judge it beside simple rules",
}
"""Each is a module of this package."""

LEARN = Subcommands("scrapy bt learn", __package__, SUBCOMMANDS)

add_arguments, run = LEARN.add_words, LEARN.run_words
