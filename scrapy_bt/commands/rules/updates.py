"""`scrapy bt rules updates`: newer versions of what the project has subscribed to, shown first, and taken by name."""

from __future__ import annotations

import argparse
import sys
from threading import Event

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...crawl.project.rulefiles import rules_folder
from ...crawl.project.subscriptions import load_subscriptions
from ...errors import BTError
from ...operations.sharing import libraries_of, subscribe
from ...operations.updates import Update, list_updates
from ...sentences import counted
from ..shared.asking import print_all
from ..shared.rule_servers import add_server, need_project
from ..shared.screen import Screen

BEAT_SECONDS = 60.0
"""Between two heartbeats."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--apply", action="append", default=[], metavar="FILE", help="take the update of this file")
    parser.add_argument("--watch", action="store_true", help="go on, and tell of newer versions as they come")
    add_server(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the updates, or take some; return 1 where a server could not be asked."""
    need_project()
    if options.watch:
        return _watch(options, settings)
    updates, failed = list_updates(settings, libraries_of(settings, options.server))
    by_file = {update.file: update for update in updates}
    for file in options.apply:
        if file not in by_file:
            raise UsageError(f"there is no update of {file}; there are: {', '.join(by_file) or 'none'}")
    screen = Screen()
    for update in updates:
        if update.file in options.apply:
            subscribe(settings, update.offer, file=update.file, before=update.before)
        _show(screen, update, is_taken=update.file in options.apply)
    advice = "; take one with: scrapy bt rules updates --apply FILE" if updates else ""
    print(f"{counted(len(updates), 'update')}{advice}")
    print_all(failed)
    return 1 if failed else 0


def _show(screen: Screen, update: Update, *, is_taken: bool) -> None:
    was, now = update.subscription.release.version, update.offer.subscription.release.version
    screen.line((f"{update.file}: {update.subscription.rule} {was} → {now}{' taken' if is_taken else ''}", "bold"))
    for host in update.hosts:
        screen.line((f"new host: {host}", "bold red"))
    for line in update.diff.splitlines():
        screen.line((line, {"+": "green", "-": "red"}.get(line[:1], "")))


def _watch(options: argparse.Namespace, settings: Settings) -> int:
    told: set[tuple[str, int]] = set()
    while True:
        known = load_subscriptions(rules_folder(settings))
        for library in libraries_of(settings, options.server):
            try:
                mine = [each.release for each in known.rules.values() if each.release.origin == library.origin]
                newer = library.beat([(each.account, each.name, each.version) for each in mine])
            except BTError as error:
                sys.stderr.write(f"{error}\n")
                continue
            for each in newer:
                if (each.address, each.version) not in told:
                    told.add((each.address, each.version))
                    print(f"{each.address}@{each.version} is newer: scrapy bt rules updates", flush=True)
        Event().wait(BEAT_SECONDS)
