"""`scrapy bt heal accept`: a proposal comes into its file, and into crawls that are running."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...core.healing.proposals import State
from ...core.healing.redesigns import UNDECIDED
from ...errors import BTError
from ...operations.healing.deciding import accept, choice_of
from ..shared.arguments import telling
from ..shared.healing_decisions import add_ids, decide_each


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_ids(parser)
    parser.add_argument(
        "--all", action="store_true", help="all undecided ones with P ≥ .5 that give what is usual on most pages"
    )
    parser.add_argument("--choice", type=int, metavar="N", help="another one of its choices")
    parser.add_argument("--selector", metavar="SELECTOR", help="one of your own, CSS or XPath")
    parser.add_argument("--write", action="store_true", help="edit Python source too")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Accept; return 1 if one could not be accepted."""
    if (options.choice or options.selector) and (len(options.ids) != 1 or options.all):
        raise BTError("--choice and --selector are for one proposal")
    return decide_each(
        options,
        settings,
        lambda store, filed: accept(
            store, filed, options.selector or choice_of(filed, options.choice), write=options.write
        ),
        *UNDECIDED,
        *[State.ACCEPTED] * options.write,  # those that no file has yet
    )
