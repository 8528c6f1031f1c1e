"""Watches what selectors give, page by page, keeps samples, and warns where a site has changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse
from scrapy.utils.misc import load_object

from ...core.healing.modes import Modes
from ...core.healing.perception.fieldwatch import FieldWatch
from ...core.healing.perception.flows import CrawlTotals, Drift, drifts
from ...core.healing.perception.observations import Alarm, Observation
from ...core.healing.perception.owntexts import OwnTexts
from ...core.healing.perception.pagekinds import PageKind
from ...core.healing.perception.sametexts import SameTexts
from ...core.healing.perception.watchers import Finding, Keep, Watcher
from ...core.healing.perception.words import tell
from ...errors import BTError
from ...sentences import Sentence, say
from ...settings import BTSettings
from ...versions import spider_name
from ..treespiders import RunsTree
from .answers import HOW
from .callbacks import ObservedCallbacks
from .fewpages import FewPages, found_before
from .looks import PageLooks
from .notifications import open_notifications
from .selectors import leave_selectors, observe_selectors
from .storeplace import check_models, store_place

if TYPE_CHECKING:
    from typing_extensions import Self

    from .repairs import Repairs

logger = logging.getLogger(__name__)

STORE = "scrapy_bt.storage.healing.HealingStore"
_FLOW = "scheduler/enqueued", "response_received_count", "item_scraped_count"
"""Statistics: links, pages, records."""
_SAVED_EACH, _SAVED_MET = 200, 5_000
"""After so many pages that were looked at, or met, what was learned is written down."""


class Healing:
    """An extension, which is off without `BT_HEALING`. A store that fails ends the watch, not the crawl."""

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self._crawler, self._stats = crawler, crawler.stats
        bt = BTSettings.read(settings)
        samples = bt.healing_samples
        self._watcher = Watcher(samples=samples)
        self.attention = self._watcher.attention
        self._thread = ThreadPoolExecutor(1, "healing")
        self._store: Any = load_object(STORE)(store_place(settings), samples=samples)
        self._spider = ""
        self._pages = 0
        self._told = 0, 0
        """Pages that were met, and looked at, at the last save."""
        self._failing: dict[str, list[str]] = {}
        """By node: the addresses of pages that were kept because something was missing on them."""
        self._few = FewPages(self._watcher)
        self._saved: dict[tuple[str, str], tuple[int, int]] = {}
        self._texts, self._own = SameTexts(), OwnTexts()
        self._observes = False
        self._modes = Modes.read(bt.healing)
        self._is_watched = cache(lambda node, field: self._modes.of(self._spider, node, field) != "off")
        self.repairs: Repairs | None = None
        self._notifications: Any = None
        if self._modes.is_healed(spider_name(crawler)):
            from .repairs import Repairs  # noqa: PLC0415  # where nothing is healed nothing of it is needed

            self._notifications = open_notifications(settings)
            if self._notifications is not None:
                self._store.proposals.on_decided = self._notifications.tell
            self.repairs = Repairs(
                crawler, self._store, self._thread, self._watcher, self._modes, self._tell_lost, self._notifications
            )

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not Modes.read(BTSettings.read(crawler.settings).healing).is_watched(spider_name(crawler)):
            raise NotConfigured
        try:
            check_models(crawler.settings)
            healing = cls(crawler)
        except BTError as error:
            raise NotConfigured(f"nothing is watched: {error}") from error
        crawler.signals.connect(healing.spider_opened, signals.spider_opened)
        crawler.signals.connect(healing.engine_started, signals.engine_started)
        crawler.signals.connect(healing.spider_closed, signals.spider_closed)
        if healing.repairs is not None:
            crawler.signals.connect(healing.repairs.on_idle, signals.spider_idle)
        return healing

    def spider_opened(self, spider: Any) -> None:
        """Go on with what earlier crawls have learned."""
        self._spider = spider.name
        try:
            for stored in self._store.fields(spider.name):
                self._watcher.restore(stored.observed, stored.learned)
            self._few.open(self._store, spider.name)
        except (BTError, OSError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            self._warn(say("What was learned of this spider before cannot be read, and is learned anew: {}", error))
        if self.repairs is not None:
            self.repairs.open(spider.name)
        if not isinstance(spider, RunsTree):
            self._observes = True
            observe_selectors()

    def engine_started(self) -> None:
        """Begin to observe: no callback has been called yet."""
        if self._observes:
            engine: Any = self._crawler.engine
            callbacks = engine.scraper.call_spider_async = ObservedCallbacks(self, engine.scraper)
            callbacks.observe_injections(engine.downloader.middleware.middlewares)

    async def spider_closed(self, reason: str) -> None:
        """Write down what was learned."""
        if self._observes:
            leave_selectors()
        for node, at in self._watcher.without_content.items():
            kinds = ", ".join(f"{kind}: {count}" for kind, count in at.kinds.most_common())
            self._warn(
                say(
                    "Most pages of '{}' that were looked at stood in place of content ({}): see {}",
                    *(node, kinds, at.other),
                )
            )
        if reason == "finished":
            self._tell_lost()
            if self._gives_items:
                await self._tell_what_cuts_short()
            self._tell_drifts(self._watcher.drifts())
            self._apart(self._compare_flows, CrawlTotals(*(int(self._stats.get_value(name) or 0) for name in _FLOW)))
        if self.repairs is not None:
            await self.repairs.close(is_finished=reason == "finished")
        self._save()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    def _compare_flows(self, flow: CrawlTotals) -> None:
        """Tell which counts of the crawl have drifted apart, and keep them. Runs in the store's thread."""
        before = [one for _, one in self._store.flows.of(self._spider)]
        self._tell_drifts(drifts(before, flow))
        if flow.pages:
            self._store.flows.add(self._spider, flow)

    def _tell_drifts(self, found: Sequence[Drift]) -> None:
        for drift in found:
            self._stats.inc_value("bt/healing/drifts")
            self._warn(say("The site may have changed: {}. Look at it with: scrapy bt heal status", drift.told))

    def _tell_lost(self) -> set[str]:
        """Tell what is on no page any more where few were known, and pages of the same addresses had it; the nodes.

        So is what was on every page before, while the crawl gives no item. That is asked when there are no more pages
        for now: so few do not part chance from a change before.
        """
        lost = [(watch.give_up(), url) for watch, url in self._few.lost(self._failing)]
        if not self._gives_items:
            lost += [(alarm, self._failing.get(alarm.node, [""])[-1]) for alarm in self._watcher.finish()]
        for alarm, url in lost:
            self._tell(alarm, url)
        return {alarm.node for alarm, _ in lost}

    @property
    def _gives_items(self) -> bool:
        return bool(self._stats.get_value("item_scraped_count"))

    async def _tell_what_cuts_short(self) -> None:
        """Tell what is gone on a page where an earlier crawl has found it."""
        for watch in self._watcher.cut_short():
            urls = self._failing.get(watch.node, [])
            there = partial(found_before, self._store, self._spider, watch)
            known = await asyncio.get_running_loop().run_in_executor(self._thread, there)
            url = next((url for url in urls if url in known), "")
            if url:
                self._tell(watch.give_up(), url)

    def _close(self) -> None:
        self._store.close()
        if self._notifications is not None:
            self._notifications.close()

    def look_at(self, response: Response) -> PageLooks | None:
        """A look at a page; None if this one is not looked at."""
        counts = self.attention.wants_page()
        if self.repairs is not None:  # what is missing on any page is to be healed
            switches = self.repairs.switches
            return PageLooks(response, switches, counts=counts, attention=self.attention, expected=self._expected)
        return PageLooks(response, attention=self.attention, expected=self._expected) if counts else None

    def take_in(self, look: PageLooks | None) -> None:
        """A page was read; what was seen of it counts once."""
        if look is None or look.is_taken:
            return
        look.is_taken = True
        observations = [one for one in look.observations if self._is_watched(one.node, one.field)]
        if not observations:
            return
        alarms: list[tuple[str, str, str]] = []
        if look.counts and not look.is_again:
            alarms = self._count(look, observations)
        elif not look.is_again:  # counted too, what is missing would seem to come more often than it does
            self._watcher.look_over(observations)
        if self.repairs is not None:
            self.repairs.note(look, alarms)

    def _expected(self, callback: str) -> list[Observation]:
        """What a JSON answer lacks, if it has none of the values that others had."""
        return [
            Observation(one.node, one.field, one.selector, 0, 1, (), one.place)
            for one in self._watcher.fields.values()
            if one.node == callback and one.field.startswith(f"{HOW} ")
        ]

    def _count(self, look: PageLooks, observations: list[Observation]) -> list[tuple[str, str, str]]:
        """Learn from a page; returns node, field and view of what has changed."""

        def kind(is_odd: bool) -> PageKind:  # noqa: FBT001 - the only thing that is asked
            return look.kind(self._texts if is_odd else None)

        alarms = []
        found = self._watcher.note(observations, kind, lambda node: look.own_text(node, self._own))
        for finding in found:
            self._act(finding, look)
            alarms += [(one.node, one.field, one.view) for one in finding.alarms if not one.over]
        others = [finding for finding in found if finding.kind.is_in_place_of_content]
        for finding in others:
            self._watcher.nodes[finding.node].other = look.response.url
        if others:
            self._stats.inc_value(f"bt/healing/pages/{others[0].kind.value.replace(' ', '_')}")
        self._pages += 1
        if not self._pages % _SAVED_EACH or self.attention.met > self._told[0] + _SAVED_MET:
            self._save()
        return alarms

    def _act(self, finding: Finding, look: PageLooks) -> None:
        response = look.response
        if finding.keep is Keep.FAILING:
            self._failing.setdefault(finding.node, []).append(response.url)
        if finding.keep is not None and isinstance(response, TextResponse):
            seen = [one for one in look.observations if one.node == finding.node]
            self._apart(
                self._store.add_page, self._spider, finding.node, state=finding.keep.value, url=response.url,
                status=response.status, markup=response.text, seen=seen,
            )  # fmt: skip
        for alarm in finding.alarms:
            self._tell(alarm, response.url)

    def _tell(self, alarm: Alarm, url: str) -> None:
        watch = self._watcher.fields[alarm.node, alarm.field]
        self._stats.inc_value("bt/healing/over" if alarm.over else "bt/healing/alarms")
        self._stats.inc_value(f"bt/healing/{'over' if alarm.over else 'alarm'}/{alarm.node}/{alarm.field or 'values'}")
        level = logging.INFO if alarm.over else logging.WARNING
        logger.log(level, "%s", tell(alarm, watch, url), extra={"spider": self._crawler.spider})
        self._apart(self._store.add_alarm, self._spider, alarm, url)
        self._save()

    def _save(self) -> None:
        if self.repairs is not None:
            self.repairs.switching.write_down()
        changes: list[tuple[FieldWatch, int, int]] = []
        for key, watch in self._watcher.fields.items():
            watch.met = self.attention.met
            found, missing = self._saved.get(key, (0, 0))
            changes.append((watch.copy(), watch.found - found, watch.missing - missing))
            self._saved[key] = watch.found, watch.missing
        met, looked = self._told
        self._told = self.attention.met, self._pages
        each = max(1.0, (self.attention.met - met) / max(1, self._pages - looked))
        self._apart(self._store.save, self._spider, changes, each=each)

    def _apart(self, function: Callable[..., None], *arguments: Any, **options: Any) -> None:
        """Run a function in the store's thread, in order: a slow disk does not stop the reactor."""
        done = self._thread.submit(function, *arguments, **options)
        done.add_done_callback(self._note_failure)

    def _note_failure(self, done: Any) -> None:
        error = done.exception()
        if error is not None and not self._stats.get_value("bt/healing/unwritten"):
            self._stats.inc_value("bt/healing/unwritten")
            self._warn(say("The store of healing cannot be written: {}", error.__cause__ or error))

    def _warn(self, message: Sentence) -> None:
        logger.warning("%s", message, extra={"spider": self._crawler.spider})
