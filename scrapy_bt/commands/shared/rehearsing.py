"""Runs an inferred tree as it will be printed, in crawls of their own, once with the input of each recording."""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.settings import Settings

from ...capture.browsersettings import browser_settings
from ...capture.replaymessages import answer_of
from ...capture.replaymiddlewares import LIMITS, ReplayLimits
from ...core.inference.explanation.report import report_of
from ...core.inference.explanation.stored import ENDING
from ...core.inference.growth import Grown, grow, print_grown
from ...core.inference.growth.fixtures import answers_as_data
from ...core.inference.growth.grown import stubs_as_data
from ...core.inference.inference import Inference
from ...core.inference.origins.links import whole
from ...core.inference.rehearsal import Rehearsal, RehearsalFault, Visited, with_page
from ...core.inference.scrutiny.searches import NOWHERE
from ...core.samples.traffic import Answer
from ...core.tree import nodes as bt
from ...crawl.components import RECORD_PIPELINES
from ...crawl.spiderloader import spider_class
from ...crawl.visits.requests import FLIGHT
from ...errors import BTError
from ...frontier.dead_letters import dead_letters_left
from ...settings import DEFAULTS as SETTING_DEFAULTS
from .detailsamples import SAMPLE, AskedFor, DetailsSample
from .generating import generate_code
from .starting import DEFAULTS
from .swallowed import swallowed_errors, tell_error

if TYPE_CHECKING:
    from scrapy.http import Request, Response

MOST_PAGES = 1000
"""Of one rehearsal; one that wants more is not waited for."""
_FEWER_PAGES = 250
"""The same of what is tried instead of a tree that came to no end."""
_OTHER_PAGES = 60
"""The same with input that was not recorded: it may have any number of pages."""
_TOO_MANY = "closespider_pagecount"
_EXCEPTIONS = "downloader/exception_type_count/"
_SUCCESS = 400
_MIDDLEWARES = {
    "scrapy_bt.commands.shared.detailsamples.DetailsSampleMiddleware": 640,
    "scrapy_bt.capture.replaymiddlewares.LimitsMiddleware": 650,
}
_PACKAGE = "rehearsed_nodes"
_LEFT = ("BT_FRONTIER", "BT_HEALING", "BT_METRICS_PORT", "BT_DISPATCH", "BT_PREFERENCES")
"""What a project's crawls share with others, and a rehearsal does without."""


class Rehearsing:
    """Rehearses in a process in which replays run; *tell* hears what happens."""

    def __init__(self, process: AsyncCrawlerProcess, settings: Settings, limits: ReplayLimits) -> None:
        self._process = process
        self._settings = settings
        self._limits = limits
        self._most = MOST_PAGES
        self._details: frozenset[str] = frozenset()

    async def rehearse(self, inference: Inference) -> list[RehearsalFault] | None:
        """Run the tree; what it does not bear out. None: it cannot be run as it is."""
        if not inference.can_be_rehearsed:
            return None
        grown = grow(inference.conclusion)
        with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
            tree = Path(folder) / "tree.bt"
            try:
                self._prepare(inference, grown, tree)
                return await self._judge(inference, grown, tree)
            except BTError as error:
                return [RehearsalFault(f"the tree could not be run: {error}")]
            finally:
                _forget(tree.parent)

    def _prepare(self, inference: Inference, grown: Grown, tree: Path) -> None:
        _write(inference, grown, tree)
        self._details = visits_of_details(grown)

    async def _judge(self, inference: Inference, grown: Grown, tree: Path) -> list[RehearsalFault]:
        """What is wrong with recorded input; where that is nothing, with other input."""
        repeated = repeated_visits(grown)
        rehearsals = await self._all(inference, grown, tree)
        while any(inference.learns_of_nothing(run, grown.visits) for run in rehearsals):
            grown = grow(inference.conclusion)
            self._prepare(inference, grown, tree)
            rehearsals = await self._all(inference, grown, tree)
        if faults := inference.compare(rehearsals, repeated):
            return faults
        others = []
        for other, own in inference.other_inputs():
            arguments = {name: own[given.name] for name, given in grown.arguments.items() if given.name in own}
            others.append(replace(await self._one(inference, 0, tree, arguments, _OTHER_PAGES), other=other))
        if faults := inference.compare_other(others, rehearsals, repeated):
            return faults
        # How a search ends that finds nothing is learned last: no run with records goes another way by it.
        while others and others[-1].other == NOWHERE and inference.learns_of_nothing(others[-1], grown.visits):
            grown = grow(inference.conclusion)
            self._prepare(inference, grown, tree)
            others[-1] = replace(await self._one(inference, 0, tree, arguments, _OTHER_PAGES), other=NOWHERE)
        return []

    async def _all(self, inference: Inference, grown: Grown, tree: Path) -> list[Rehearsal]:
        """One for each recording with other input; the first is begun as the summary says, with what has no default.

        Behind one that came to no end, none: it would come to none either.
        """
        rehearsals: list[Rehearsal] = []
        done: list[Mapping[str, str]] = []
        for recording in range(len(inference.board.recordings)):
            own = inference.input_of(recording, [given.name for given in grown.arguments.values()])
            arguments = {name: own[given.name] for name, given in grown.arguments.items() if given.name in own}
            if not recording:
                first = arguments
                arguments = {name: text for name, text in arguments.items() if name in grown.needed}
            if recording and first in (arguments, *done):
                last = rehearsals[0]
                rehearsals.append(replace(last, recording=recording))
                continue
            rehearsals.append(await self._one(inference, recording, tree, arguments, self._most))
            if rehearsals[-1].is_endless:
                self._most = _FEWER_PAGES
                break
        return rehearsals

    async def _one(
        self, inference: Inference, recording: int, tree: Path, arguments: Mapping[str, str], most: int
    ) -> Rehearsal:
        own = rehearsal_settings(self._settings, self._limits, most=most, timeout=inference.timeout)
        own.set(SAMPLE, DetailsSample(self._details, _recorded(inference, recording)), priority="cmdline")
        if inference.goal.in_browser:
            own.setdict(browser_settings(own, self._limits), priority="cmdline")
        crawler = Crawler(spider_class(tree), own)
        sample = crawler.settings[SAMPLE]  # of its own: settings are copied
        records: list[Mapping[str, Any]] = []
        visits: Counter[Visited] = Counter()
        pages: dict[str, tuple[Answer, ...]] = {}
        reasons: list[str] = []
        limits: list[str] = []

        def note_record(item: Any) -> None:
            records.append(dict(item))

        def note_answer(response: Response, request: Request) -> None:
            answer = answer_of(response)
            if limit := inference.limit_of(answer):
                limits.append(limit)
            flight = request.meta.get(FLIGHT)
            if flight is not None and response.status < _SUCCESS:
                node = flight.step.name
                visits[Visited(node, request.method, request.url, sha256(request.body).hexdigest())] += 1
                pages[node] = with_page(pages.get(node, ()), answer)

        def note_end(reason: str) -> None:
            reasons.append(reason)

        crawler.signals.connect(note_record, signals.item_scraped)
        crawler.signals.connect(note_answer, signals.response_received)
        crawler.signals.connect(note_end, signals.spider_closed)
        # Not by the process' own `crawl`, which would give it the settings of the replays; ended with it all the same.
        self._process.crawlers.add(crawler)
        with swallowed_errors(crawler) as errors:
            try:
                await crawler.crawl_async(**arguments)
            except BTError:
                raise
            except Exception as error:  # noqa: BLE001  # a component of the project may raise anything
                errors.append(tell_error(error))
            finally:
                self._process.crawlers.discard(crawler)
        unfinished = _unfinished(crawler, reasons, most)
        is_endless = bool(reasons) and reasons[-1] == _TOO_MANY
        visits.update(
            Visited(node, asked.method, asked.url, sha256(asked.body).hexdigest()) for node, asked in sample.skipped
        )
        rehearsal = Rehearsal(recording, records, visits, unfinished, is_endless, pages, skipped=len(sample.skipped))
        return replace(rehearsal, limits=tuple(limits), errors=tuple(errors), unanswered=_unanswered(crawler))


def rehearsal_settings(settings: Settings, limits: ReplayLimits, *, most: int, timeout: float) -> Settings:
    """The settings of a crawl that leaves nothing behind: no records, pages, runs, tasks of others."""
    own = settings.copy()
    own.setdict(DEFAULTS, priority="command")
    changes: dict[str, Any] = {
        **{name: SETTING_DEFAULTS[name] for name in (*_LEFT, *(name for name, _, _ in RECORD_PIPELINES))},
        "BT_KEEP_PAGES": "",
        "BT_PROGRESS": "off",
        "BT_PROXIES_FILE": "",
        "BT_PROXIES_SHARED": False,
        "BT_WATCH": False,
        "BT_WEIGHTS_FILE": False,
        "CLOSESPIDER_PAGECOUNT": most,
        "DOWNLOAD_TIMEOUT": min(timeout, own.getfloat("DOWNLOAD_TIMEOUT")),
        "DOWNLOADER_MIDDLEWARES": {**own.getdict("DOWNLOADER_MIDDLEWARES"), **_MIDDLEWARES},
        "FEEDS": {},
        "HTTPCACHE_ENABLED": False,
        "ITEM_PIPELINES": {},
        "JOBDIR": None,
        "LOG_LEVEL": "CRITICAL",
        "ROBOTSTXT_OBEY": False,
        "STATS_DUMP": False,
        LIMITS: limits,
        SAMPLE: DetailsSample(),
    }
    own.setdict(changes, priority="cmdline")
    return own


def visits_of_details(grown: Grown) -> frozenset[str]:
    """The visits of which a page that has not changed is passed over."""
    tables = (entry for entry in grown.document.entries if isinstance(entry, bt.States))
    return frozenset(
        name for table in tables for name in table.nodes if any("304" in row.outcomes for row in table.rows)
    )


def _recorded(inference: Inference, recording: int) -> frozenset[AskedFor]:
    sent = (exchange.sent for exchange in inference.board.recordings[recording].exchanges)
    return frozenset(AskedFor(each.method.upper(), whole(each.url), each.body or b"") for each in sent)


def repeated_visits(grown: Grown) -> frozenset[str]:
    """The visits that stand in loops, or in trees that loops call."""
    trees = {entry.name: entry for entry in grown.document.entries if isinstance(entry, bt.Tree)}
    visits = {name for name, node in grown.document.declarations.items() if isinstance(node, bt.Visit)}
    found: set[str] = set()
    waiting: list[bt.Node] = [node for tree in trees.values() for node in bt.walk(tree) if isinstance(node, bt.While)]
    met: set[str] = set()
    while waiting:
        for node in bt.walk(waiting.pop()):
            if isinstance(node, bt.Call) and node.node not in met:
                met.add(node.node)
                found |= {node.node} & visits
                waiting += [trees[node.node]] if node.node in trees else []
    return frozenset(found)


def _write(inference: Inference, grown: Grown, tree: Path) -> None:
    """The tree as it will be printed, with code for what it leaves open; raises `BTError`."""
    tree.write_text(print_grown(grown), "utf-8")
    if not grown.stubs:
        return
    known = {
        **report_of(inference, visits=grown.visits),
        "stubs": stubs_as_data(grown),
        "tree": tree.name,
        "answers": answers_as_data(inference.conclusion, grown),
    }
    tree.with_name(tree.stem + ENDING).write_text(json.dumps(known, ensure_ascii=False), "utf-8")
    try:
        generate_code(tree, _PACKAGE)
    except BTError as error:
        raise BTError(f"no code could be made for what it leaves open: {error}") from error
    sys.path.insert(0, str(tree.parent))
    importlib.invalidate_caches()


def _forget(folder: Path) -> None:
    """Forget the code of a rehearsal."""
    while str(folder) in sys.path:
        sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
        del sys.modules[name]


def _unfinished(crawler: Crawler, reasons: Sequence[str], most: int) -> str:
    reason = reasons[-1] if reasons else ""
    if reason == _TOO_MANY:
        return f"did not come to an end within {most} pages"
    if reason != "finished":
        return f"broke off ({reason or 'it did not begin'})"
    letters = dead_letters_left(crawler)
    return f"failed at {letters} of its tasks" if letters else ""


def _unanswered(crawler: Crawler) -> int:
    """How many requests nothing came back for in time."""
    stats = crawler.stats.get_stats()
    return sum(count for name, count in stats.items() if name.startswith(_EXCEPTIONS) and "Timeout" in name)
