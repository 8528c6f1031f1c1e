"""How a tree's crawl begins: its first tasks are stored once, however many workers and restarts it has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrapy.crawler import Crawler

from ...core.documents.json import read_json
from ...errors import BTError
from ...frontier.completion import Requeue
from ...frontier.listings import ControlTarget
from ...settings import BTSettings
from ..spiderarguments import starts
from ..weightfiles import load_weights
from .frontiers import ALL_STORED, STARTED, TREE, texts_of
from .routes import refuse_routes
from .runner import TreeRunner

if TYPE_CHECKING:
    from ...core.tree.program import Program
    from ..spiders import TreeSpider
    from .frontiers import CrawlFrontier


_SOURCE = "start"


async def start_crawl(crawler: Crawler, spider: TreeSpider) -> TreeRunner:
    """The runner of the spider's tree, with its first tasks in the frontier; raises `BTError` when it cannot start."""
    recorded = load_weights(spider.tree_file)
    runner = await TreeRunner.open(crawler, spider.program, spider.jars, recorded=recorded)
    try:
        await _start(crawler, spider, runner)
    except BaseException:
        await runner.close()
        raise
    return runner


async def _write_texts(frontier: CrawlFrontier, program: Program) -> None:
    """Leave there what a worker needs who has no files."""
    for name, text in texts_of(program).items():
        await frontier.write(name, text)


async def _start(crawler: Crawler, spider: TreeSpider, runner: TreeRunner) -> None:
    frontier, program, settings = runner.frontier, spider.program, crawler.settings
    bt = BTSettings.read(settings)
    waits = bt.start_messages
    if waits and bt.frontier != "redis":
        raise BTError('BT_START_MESSAGES is for trees that wait in Redis: set BT_FRONTIER = "redis"')
    if bt.frontier != "redis":
        refuse_routes(program, settings)
    owner = await frontier.read(TREE) or program.name
    if owner != program.name:
        raise BTError(f"{frontier.place} holds the crawl of '{owner}'; '{program.name}' needs one of its own")
    await frontier.write(TREE, program.name)
    await _write_texts(frontier, program)
    if frontier.counts().paused and bt.resume_paused:
        frontier.resume(ControlTarget())
    if waits or spider.is_fed(spider.name, spider.arguments, settings):
        return
    given = {name: str(value) for name, value in spider.arguments.items()}
    counts = frontier.counts()  # before the texts are read: whoever stores first tasks has written them before
    started = await frontier.read(STARTED)
    is_stored = await frontier.read(ALL_STORED) is not None
    if is_stored:
        await frontier.look()  # others may have stored all of them since this worker came, and it must not leave then
    if started is None:
        await frontier.write(STARTED, json.dumps(given))
        if counts.dead:
            log = "%d dead letters of an earlier run are left in %s; `scrapy bt dead list %s` shows them"
            spider.logger.warning(log, counts.dead, frontier.place, spider.name)
    elif is_stored or counts.unfinished:
        _tell(spider, runner, given, read_json(started, largest=None))
    if started is None and counts.unfinished:  # dead letters that somebody has queued again
        spider.logger.info("Going on with %d tasks of %s", counts.unfinished, frontier.place)
    elif not is_stored:
        await frontier.fill(_SOURCE, _first_tasks(spider, runner))
    await frontier.write(ALL_STORED, "yes")


def _tell(spider: TreeSpider, runner: TreeRunner, given: dict[str, str], started: dict[str, str]) -> None:
    """Others, or an earlier run, have begun: say how far they are."""
    counts, log, place = runner.frontier.counts(), spider.logger, runner.frontier.place
    if not counts.unfinished:
        log.warning("The crawl in %s is finished (%d dead letters); %s", place, counts.dead, runner.frontier.way_on)
    else:
        log.info("Going on with %d tasks of %s", counts.unfinished, place)
    others = [name for name in {**started, **given} if started.get(name) != given.get(name)]
    if others:
        # Only names: a value may be a password.
        log.warning("The tasks in %s keep what they were started with; other now: %s", place, ", ".join(others))


def _first_tasks(spider: TreeSpider, runner: TreeRunner) -> Iterator[Requeue]:
    for arguments in starts(spider.program, spider.arguments):
        yield Requeue(runner.first_entry(arguments))
