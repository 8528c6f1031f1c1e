"""`scrapy bt heal policy`: how a node is healed, said in its file."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...operations.healing.policies import POLICIES, plan_policy, set_policy
from ...operations.healing.stores import opened_store
from ..shared.arguments import telling


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A proposal of the node, and what is done with others of it."""
    parser.add_argument("id", type=int, metavar="ID", help="the number of a proposal, as `review` tells it")
    parser.add_argument("mode", choices=POLICIES, metavar="MODE", help=f"{', '.join(POLICIES)} (of the rest)")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Edit the file, and print the change."""
    with opened_store(settings) as store:
        plan = plan_policy(store.proposals.get(options.id), options.mode)
        set_policy(store, plan)
        print(plan.diff, end="")
    return 0
