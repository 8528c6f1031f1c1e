"""How the command line says what an order is for."""

from __future__ import annotations

import argparse

from ..frontier.protocol import Target
from ..operations.queues import Queue
from ..operations.targets import check_target


def add_target(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose; none: everything."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--task", type=int, metavar="ID", help="one task")
    chosen.add_argument(
        "--node", metavar="NODE", help="tasks at a node, later ones too: its name, or a path in the tree"
    )
    chosen.add_argument("--tree", metavar="TREE", help="tasks of a tree, later ones too")


def read_target(options: argparse.Namespace, queue: Queue) -> Target:
    """What was chosen; raises `BTError` when nothing of that name is there."""
    target = Target(task=options.task, node=options.node, tree=options.tree)
    check_target(queue, target)
    return target
