"""`scrapy bt heal SUBCOMMAND`: hands its arguments to the module of that name in this package; alone it is `status`."""

from __future__ import annotations

from ..shared.subcommands import Subcommands

SUBCOMMANDS = {
    "status": "tell which fields give what they used to, and which do not",
    "propose": "find other selectors for the fields that have changed, and try them",
    "review": "show proposals with their evidence, and decide on them",
    "accept": "put proposals into their files, and into crawls that are running",
    "reject": "never propose these again for this layout",
    "rollback": "make files and crawls as they were before a proposal was accepted",
    "policy": "say in its file how a node is healed: off, watch, review, auto",
    "try": "try a selector of your own for a proposal on all pages that are kept",
    "export": "write a redesign with its pages into one file",
    "import": "take a redesign from such a file",
    "report": "tell how far two pages are from each other",
    "evaluate": "judge healing by labelled pairs of pages",
    "train": "train models of healing from labelled pages",
}
"""Each is a module of this package."""

HEAL = Subcommands("scrapy bt heal", __package__, SUBCOMMANDS, default="status")

add_arguments, run = HEAL.add_words, HEAL.run_words
