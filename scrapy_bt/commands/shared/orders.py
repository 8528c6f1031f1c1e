"""Pause, resume, stop and boost: what the four commands have in common."""

from __future__ import annotations

import argparse
import json
from contextlib import closing

from scrapy.settings import Settings

from ...console.sources.running import find_running
from ...frontier.redis.jobs import carry_out
from ...operations.queues import open_queue
from ...operations.targets import check_target, describe, record
from ...sentences import counted
from .arguments import add_json, add_settings, read_settings
from .targets import add_target, read_target


def add_order(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that all four have."""
    parser.add_argument("name", metavar="NAME", help="the spider; NAME@PID: the one in that process")
    add_target(parser)
    add_json(parser)
    add_settings(parser)


def give_order(
    options: argparse.Namespace,
    settings: Settings,
    *,
    action: str,
    say: str,
    nobody: str,
    **further: float,
) -> int:
    """Carry an order out and tell how many tasks it touched: *say* with their number, or *nobody*.

    A crawl of this project that has its tasks in its own process is asked there, others in Redis.
    """
    name, target, seconds = options.name, read_target(options), further.get("seconds", 0.0)
    crawl = find_running(name)
    if crawl is not None:
        with closing(crawl):
            crawl.check(target)
            touched = crawl.order(action, target, seconds)
        name = crawl.id
    else:
        with open_queue(read_settings(options, settings, name), name) as queue:
            check_target(queue, target)
            touched = carry_out(queue.order, queue.calls, queue.calls.order(action, target, seconds))
        name = queue.name
    if options.json:
        told = {"queue": name, "action": action, "target": record(target), **further, "tasks": touched}
        print(json.dumps(told, ensure_ascii=False))
    elif touched:
        print(f"{name}: {counted(touched, 'task')}{describe(target)} {say}")
    else:
        print(f"{name}: no task{describe(target)} {nobody}")
    return 0
