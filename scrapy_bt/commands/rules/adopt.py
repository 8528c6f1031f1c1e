"""`scrapy bt rules adopt`: a copy of somebody's rule that is one's own from now on."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...crawl.project.rulefiles import rules_folder
from ...crawl.project.subscriptions import load_subscriptions
from ...operations.sharing import adopt, find_offer, libraries_of
from ..shared.files import relative
from ..shared.rule_servers import confirm, need_project
from .subscribe import add_offer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_offer(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Fetch it, check it, show it, and write the copy."""
    need_project()
    known = load_subscriptions(rules_folder(settings))
    offer = find_offer(libraries_of(settings, options.server), options.rule, known)
    confirm(offer, is_sure=options.yes)
    path = relative(adopt(settings, offer, file=options.output, is_forced=options.force))
    print(f"{path} is yours to change; its first line says where it comes from")
    return 0
