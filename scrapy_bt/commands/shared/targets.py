"""How the command line says what an order is for."""

from __future__ import annotations

import argparse

from ...errors import BTError
from ...frontier.listings import ControlTarget


def add_target(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose; None for everything."""
    chosen = parser.add_argument_group("what is meant", "everything, unless one of these says otherwise")
    chosen.add_argument("--task", type=int, metavar="ID", help="one task")
    chosen.add_argument(
        "--node",
        metavar="NODE",
        help="tasks at a node, later ones too: its name, or a path in the tree; a '/' at its end: below it, too",
    )
    chosen.add_argument("--tree", metavar="TREE", help="tasks of a tree, later ones too")


def read_target(options: argparse.Namespace) -> ControlTarget:
    """What was chosen; raises `BTError` for a choice that contradicts itself."""
    if options.task is not None and (options.node, options.tree) != (None, None):
        raise BTError("--task is one task: leave out --node and --tree")
    return ControlTarget(task=options.task, node=options.node, tree=options.tree)
