"""`scrapy bt rules publish`: the next version of a rule of one's own, on a rule server."""

from __future__ import annotations

import argparse

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.rules.files.bundle import make_bundle
from ...crawl.project.trees import read_text
from ...operations.publishing import name_for, publish
from ..shared.rule_files import find_rule
from ..shared.rule_servers import add_key, add_server, key_file, one_server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="a rule file, or the name of one in the project's rules/")
    parser.add_argument("--name", default="", help="what it is called there (a-z, 0-9, -); default: as it names itself")
    parser.add_argument(
        "--parent", metavar="SHA256", help="the version that it was made from; another newest one there is a conflict"
    )
    add_server(parser)
    add_key(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Sign the rule, and publish it."""
    file = find_rule(options.rule, settings)
    text = make_bundle(read_text(file), file=str(file)).text
    library, key = one_server(options, settings), key_file(options, settings)
    name = options.name or name_for(text, file)
    if not name:
        raise UsageError("say what it is called there: --name")
    release = publish(library, text, key, name=name, parent=options.parent)
    print(f"{release.account}/{release.name}@{release.version} at {library.url}")
    print(f"sha256 {release.sha256}")
    return 0
