"""`scrapy bt entities prefer NAME WEIGHT`: a preference, written into the project's file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...console.sources.redis_crawl import RedisCrawl
from ...console.sources.running import find_running
from ...core.preference.preferences import STRONGEST
from ...operations.effects import BoostableCrawl, BoostPreview, ReadyTask, foresee, move
from ...operations.preferring import DEFAULT_FILE, PARTS, PreferencePlan, apply_preference, plan_preference
from ...operations.queues import open_queue
from ..shared.arguments import add_settings, read_settings
from ..shared.tables import TextTable, as_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("weight", type=float, metavar="WEIGHT", help="-3 to 3; 0 takes the preference away")
    parser.add_argument("--as", dest="kind", choices=PARTS, default="entity", help="what NAME is (default: entity)")
    parser.add_argument("--crawl", metavar="CRAWL", help="rank the waiting tasks of this crawl anew, too")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change, with --crawl also in its next tasks"
    )
    add_settings(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Write it; a crawl that goes on takes it up."""
    if not abs(options.weight) <= STRONGEST:
        raise UsageError(f"a weight is a number from -{STRONGEST:g} to {STRONGEST:g}")
    settings = read_settings(options, settings, options.crawl)
    plan = plan_preference(settings, options.name, options.weight, kind=options.kind)
    if options.crawl is None:
        return _change(plan) if not options.dry_run else _tell(plan)
    with _crawl(settings, options.crawl) as crawl:
        effect = foresee(settings, crawl, plan)
        if options.dry_run:
            return _tell(plan, effect)
        _change(plan)
        print(f"{options.crawl}: {move(crawl, effect)} waiting tasks have another place")
    return 0


@contextmanager
def _crawl(settings: Settings, name: str) -> Iterator[BoostableCrawl]:
    running = find_running(name)
    if running is not None:
        with closing(running):
            yield running
        return
    with open_queue(settings, name) as queue:
        yield RedisCrawl(queue)


def _change(plan: PreferencePlan) -> int:
    apply_preference(plan)
    print(f"{plan.path}: {plan.part}.{plan.name} = {plan.weight:g}")
    if not plan.is_heeded:
        print(f'Crawls heed it with BT_PREFERENCES = "{DEFAULT_FILE}" in settings.py')
    return 0


def _tell(plan: PreferencePlan, effect: BoostPreview | None = None) -> int:
    print(plan.diff.rstrip() or "Nothing would change.")
    if effect is not None:
        listings = [_listing("Next, as it is", effect.before), _listing("Next, as it would be", effect.after)]
        print(f"\nOf {effect.looked_at} tasks that come next, {len(effect.moved)} get another place.\n")
        print(as_text(listings))
    return 0


def _listing(title: str, tasks: Sequence[ReadyTask]) -> TextTable:
    rows = [(str(one.task), one.node, one.url, f"{one.gain:+.3g}" if one.gain else "") for one in tasks]
    return TextTable(title, ("task", "node", "url", "gains"), rows, numbers=frozenset({"task", "gains"}))
