"""`scrapy bt rules subscribe`: a rule of somebody else in the project, in just the version that its author signed."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from scrapy.settings import Settings

from ...crawl.project.rulefiles import rules_folder
from ...crawl.project.subscriptions import load_subscriptions
from ...operations.sharing import Offer, find_offer, libraries_of, subscribe
from ..shared.files import relative
from ..shared.rule_servers import add_server, confirm, need_project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_offer(parser)


def add_offer(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of commands that take a rule from a server."""
    parser.add_argument("rule", metavar="ACCOUNT/NAME[@VERSION]", help="the rule; default: its newest version")
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="in rules/; default: named as the rule")
    parser.add_argument("--yes", action="store_true", help="take it without being asked")
    parser.add_argument("--force", action="store_true", help="write over another rule of that name")
    add_server(parser)


def take_offer(options: argparse.Namespace, settings: Settings, take: Callable[..., Path]) -> tuple[Offer, Path]:
    """Find a rule, have it confirmed, and *take* it; gives it with its file."""
    need_project()
    known = load_subscriptions(rules_folder(settings))
    offer = find_offer(libraries_of(settings, options.server), options.rule, known)
    confirm(offer, is_sure=options.yes)
    return offer, relative(take(settings, offer, file=options.output, is_forced=options.force))


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Fetch it, check it, show it, and pin it."""
    offer, path = take_offer(options, settings, subscribe)
    release = offer.subscription.release
    print(f"{path}: {offer.subscription.rule}@{release.version}; keep {path.parent}/subscribed.json with the project")
    return 0
