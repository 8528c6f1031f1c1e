"""`scrapy bt try`: what a node of a tree takes from one page, field by field, and why not."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..core.tree.nodes import Data, Document, Item
from ..crawl.project.trees import load_program
from ..crawl.reading.missed_pages import kept_pages
from ..operations.trials.nodes import explain_values, find_nodes, read_variables, response_page, tell_trial
from ..operations.trials.pages import TrialPage, read_page_at
from ..testing.taking import take
from .run import read_pairs
from .shared.files import require_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .bt file")
    parser.add_argument(
        "node", metavar="NODE", help="a data or item node: its name, its place, or its line; or a tree, for all in it"
    )
    parser.add_argument(
        "page",
        nargs="?",
        default="",
        metavar="PAGE",
        help="a URL, or a file; default: the pages on which it took nothing in the last crawl",
    )
    parser.add_argument(
        "-a", dest="arguments", action="append", default=[], metavar="NAME=VALUE", help="a variable that the node reads"
    )
    parser.add_argument("--url", default="", help="where a file was found, for its links")
    parser.add_argument("--most", type=int, default=5, metavar="N", help="show at most N values (default: 5)")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show it; return 1 if the node takes nothing."""
    if options.most < 0:
        raise UsageError("--most is at least 0")
    program = load_program(require_file(options.file, settings))
    variables = read_variables(read_pairs("-a", options.arguments))
    pages: dict[str, TrialPage] = {}
    is_found = False
    for node in find_nodes(program.document, options.node):
        for where in [options.page] if options.page else _kept(program.name, node.name, settings):
            page = pages.get(where) or read_page_at(where, settings, url=options.url)
            pages[where] = page
            is_found = _try(program.document, node, page, variables, most=options.most) or is_found
    return 0 if is_found else 1


def _try(document: Document, node: Data | Item, page: TrialPage, variables: Mapping[str, Any], *, most: int) -> bool:
    taken = take(document, node.name, page.text, url=page.url, variables=variables)
    place = f" ({node.place})" if node.place is not None else ""
    print(f"{node.name}{place} on {page.url}")
    trial = explain_values(node, taken.values, response_page(page), most=most)
    for line in (*tell_trial(trial, most=most), *taken.troubles):
        print(f"  {line}")
    if taken.unknown:
        print(f"  not known here, so none: {', '.join(taken.unknown)}; give it by -a {taken.unknown[0]}=…")
    return bool(taken.values)


def _kept(tree: str, node: str, settings: Settings) -> list[str]:
    """The pages on which a node took nothing."""
    found = list(map(str, kept_pages(settings, tree, node)))
    if not found:
        raise UsageError(f"no page is kept on which {node} took nothing; give a URL, or the file of a page")
    return found
