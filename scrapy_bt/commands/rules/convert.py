"""Print the tree that a rule file compiles to, as a `.bt` file."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ...core.language.printer import print_document
from ...core.rules.compiler import rule_document
from ...core.tree.inplace import write_in_place
from ...crawl.project.rulefiles import load_rule, rule_files, rules_folder
from ...crawl.spiderloader import trees_folder
from ..shared.outputs import add_force, write_new
from ..shared.rule_files import find_rule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="a rule file, or the name of one in the project's rules/")
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="TREE",
        help="write the tree there; the rule is named relative to it (default: print it, as for the project's trees/)",
    )
    add_force(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the tree, or write it."""
    file = find_rule(options.rule, settings)
    output: Path | None = options.output
    rule = load_rule(file)
    folder = output.parent if output is not None else trees_folder(settings) if inside_project() else Path()
    named = Path(os.path.relpath(file.resolve(), folder.resolve())).as_posix()
    tree = write_in_place(rule_document(rule, named)).document
    text = f"# Made from {named} by `scrapy bt rules convert`.\n{print_document(tree)}"
    if output is None:
        print(text, end="")
        return 0
    write_new(output, text, source=file, is_forced=options.force)
    if output.resolve().is_relative_to(trees_folder(settings).resolve()):
        for rule_file in rule_files(rules_folder(settings)):
            if rule_file.stem == output.stem:
                sys.stderr.write(
                    f"careful: {output} and {os.path.relpath(rule_file)} are both the spider '{output.stem}', so"
                    " neither can be crawled; rename one of them\n"
                )
    return 0
