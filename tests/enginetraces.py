"""Crawls of made-up spiders in this process, with everything noted that a component can see of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st
from scrapy import Request, Spider, signals
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.exceptions import CloseSpider, DownloadFailedError, DropItem, IgnoreRequest
from scrapy.http import HtmlResponse, Response
from scrapy.settings import Settings

from scrapy_bt.engine.choosing import offer_engine

SITE = "http://made.test"
PAGES = 7
STYLES = ("generator", "list", "none", "async generator", "coroutine", "one item")
HOOKS = (
    "process_request",
    "process_response",
    "process_exception",
    "process_spider_input",
    "process_spider_output",
    "process_spider_exception",
    "process_item",
    "callback",
    "errback",
    "listener",
    "start",
)
FAULTS = ("ValueError", "IgnoreRequest", "DropItem", "CloseSpider", "half")
"""What a hook raises; `half`: a callback, an output or a start raises when something was yielded."""

SIGNALS = tuple(name for name, value in vars(signals).items() if type(value) is object and not name.startswith("_"))
QUIET = {"TWISTED_REACTOR_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}
UNSTABLE = ("time", "memusage", "elapsed", "items_per_minute", "responses_per_minute", "log_count/")


@dataclass(frozen=True)
class Page:
    """What the site answers, and what the spider makes of it."""

    status: int = 200
    links: tuple[int, ...] = ()
    location: int | None = None
    failures: int = 0
    """How often the download fails before it does not."""
    turns: int = 0
    """Of the loop that it takes."""
    items: int = 1
    style: str = "generator"
    cookie: bool = False
    errback: bool = False


@dataclass(frozen=True)
class Plan:
    """A site, a spider and what goes wrong."""

    pages: tuple[Page, ...]
    starts: tuple[int, ...] = (0,)
    starts_with_item: bool = False
    faults: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """By hook: at which page it raises, and what."""
    is_async: frozenset[str] = frozenset()
    """Hooks that are coroutines, or asynchronous generators."""
    settings: Mapping[str, Any] = field(default_factory=dict)


def plans() -> st.SearchStrategy[Plan]:
    """Plans of every kind, of which the smallest is a page with an item.

    Each page is reached in one way: which of two requests for it comes first is nothing that an engine promises.
    """
    settings = st.fixed_dictionaries(
        {},
        optional={
            "CONCURRENT_REQUESTS": st.sampled_from((1, 2, 16)),
            "CONCURRENT_ITEMS": st.sampled_from((1, 3)),
            "ROBOTSTXT_OBEY": st.just(True),
            "COOKIES_ENABLED": st.booleans(),
            "DEPTH_LIMIT": st.just(2),
            "CLOSESPIDER_ITEMCOUNT": st.just(1),
            "AUTOTHROTTLE_ENABLED": st.just(True),
            "DOWNLOAD_DELAY": st.just(0.001),
            "HTTPERROR_ALLOW_ALL": st.booleans(),
        },
    )
    return st.builds(
        _make_plan,
        pages=st.lists(_pages(), min_size=PAGES, max_size=PAGES),
        parents=st.tuples(*(st.integers(-1, number) for number in range(PAGES - 1))),
        starts_with_item=st.booleans(),
        faults=st.dictionaries(
            st.sampled_from(HOOKS), st.tuples(st.integers(0, PAGES - 1), st.sampled_from(FAULTS)), max_size=2
        ),
        is_async=st.frozensets(st.sampled_from(HOOKS), max_size=3),
        settings=settings,
    )


def _pages() -> st.SearchStrategy[Page]:
    return st.builds(
        Page,
        status=st.sampled_from((200, 200, 200, 301, 404, 503)),
        failures=st.sampled_from((0, 0, 0, 1, 5)),
        turns=st.integers(0, 3),
        items=st.integers(0, 3),
        style=st.sampled_from(STYLES),
        cookie=st.booleans(),
        errback=st.booleans(),
    )


def _make_plan(pages: list[Page], parents: tuple[int, ...], **others: Any) -> Plan:
    """*parents*: of the second page and those after it; -1: it is a start."""
    starts = [0]
    children: dict[int, list[int]] = {}
    for number, parent in enumerate(parents, 1):
        (starts if parent < 0 else children.setdefault(parent, [])).append(number)
    made = []
    for number, page in enumerate(pages):
        links = children.get(number, [])
        location = links[0] if page.status == 301 and links else None
        made.append(replace(page, location=location, links=tuple(link for link in links if link != location)))
    # Scrapy's engine does not end where an item of `start()` closes the spider.
    others["starts_with_item"] &= "CLOSESPIDER_ITEMCOUNT" not in others["settings"]
    if len(starts) > 2:
        # Of those that wait for robots.txt together, Scrapy keeps only the first from where it forbids to go.
        others["settings"] = {name: value for name, value in others["settings"].items() if name != "ROBOTSTXT_OBEY"}
    return Plan(tuple(made), starts=tuple(starts), **others)


@dataclass
class Trace:
    """What was seen of a crawl."""

    by_url: dict[str, list[str]] = field(default_factory=dict)
    """Calls of middlewares, callbacks and signals about a URL, in order."""
    others: Counter[str] = field(default_factory=Counter)
    """Those that are about none."""
    items: list[str] = field(default_factory=list)
    stats: dict[str, Any] = field(default_factory=dict)
    engine: str = ""

    @property
    def ended_early(self) -> bool:
        """Somebody closed the spider: how far the others came is nothing that an engine promises."""
        return self.stats.get("finish_reason") != "finished"

    def note(self, what: str, about: Any = None) -> None:
        url = getattr(about, "url", None)
        if url is None:
            self.others[what] += 1
        else:
            self.by_url.setdefault(url, []).append(what)


def crawl(plan: Plan, engine: str, settings: Mapping[str, Any] | None = None) -> Trace:
    """Crawl with an engine, `lean` or `scrapy`; what was seen."""
    trace = Trace()
    asyncio.run(_crawl(plan, engine, trace, settings or {}))
    return trace


async def _crawl(plan: Plan, engine: str, trace: Trace, settings: Mapping[str, Any]) -> None:
    runner = AsyncCrawlerRunner(
        Settings(
            {
                **QUIET,
                "BT_ENGINE": engine,
                "DOWNLOAD_HANDLERS": {"http": Handler, "https": None, "ftp": None},
                "DOWNLOADER_MIDDLEWARES": {DownloaderHooks: 555},
                "SPIDER_MIDDLEWARES": {SpiderHooks: 555} if _has_spider_hooks(plan) else {},
                "ITEM_PIPELINES": {FirstPipeline: 100, SecondPipeline: 200},
                "EXTENSIONS": {Listener: 0},
                "RETRY_TIMES": 2,
                "AUTOTHROTTLE_START_DELAY": 0.001,
                "MADE_PLAN": plan,
                "MADE_TRACE": Shared(trace),
                **plan.settings,
                **settings,
            }
        )
    )
    crawler = runner.create_crawler(MadeSpider)
    offer_engine(crawler)
    await runner.crawl(crawler)
    trace.engine = type(crawler.engine).__name__
    trace.stats = {
        name: value for name, value in crawler.stats.get_stats().items() if not any(part in name for part in UNSTABLE)
    }
    trace.items.sort()


def _has_spider_hooks(plan: Plan) -> bool:
    """Without them all spider middlewares are Scrapy's own."""
    return any(name.startswith("process_spider") for name in (*plan.faults, *plan.is_async))


class Shared:
    """Holds a trace: copies of settings share it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def __deepcopy__(self, memo: Any) -> Shared:
        return self


class Part:
    """What all of them have: the plan, the trace, and what goes wrong here."""

    def __init__(self, crawler: Crawler) -> None:
        self.plan: Plan = crawler.settings["MADE_PLAN"]
        self.trace: Trace = crawler.settings["MADE_TRACE"].trace

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        return cls(crawler)

    def note(self, hook: str, about: Any) -> None:
        """Note a call, and raise what the plan says."""
        self.trace.note(hook, about)
        raise_fault(self.plan, hook, about)


def raise_fault(plan: Plan, hook: str, about: Any, *, half: bool = False) -> None:
    number, fault = plan.faults.get(hook, (-1, ""))
    if (getattr(about, "url", None) or "").partition("#")[0] != f"{SITE}/{number}" or (fault == "half") is not half:
        return
    faults: dict[str, Exception] = {
        "ValueError": ValueError(hook),
        "half": ValueError(f"half of {hook}"),
        "IgnoreRequest": IgnoreRequest(hook),
        "DropItem": DropItem(hook),
        "CloseSpider": CloseSpider(f"by {hook}"),
    }
    raise faults[fault]


class Handler(Part):
    """Answers as the plan says, after so many turns of the loop."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._failed: Counter[str] = Counter()

    async def download_request(self, request: Request) -> Response:
        self.trace.note("download", request)
        if request.url.endswith("robots.txt"):
            return HtmlResponse(request.url, body=b"User-agent: *\nDisallow: /5\n")
        page = self.plan.pages[int(request.url.rpartition("/")[2])]
        for _ in range(page.turns):
            await asyncio.sleep(0)
        if self._failed[request.url] < page.failures:
            self._failed[request.url] += 1
            raise DownloadFailedError("as planned")
        # One that all pages have would reach those that are fetched later, which may be others.
        path = request.url.removeprefix(SITE)
        headers: dict[str, Any] = {"Set-Cookie": f"a=1; Path={path}"} if page.cookie else {}
        if page.location is not None:
            headers["Location"] = f"{SITE}/{page.location}"
        return HtmlResponse(request.url, status=page.status, headers=headers, body=b"<p>page</p>")

    async def close(self) -> None:
        self.trace.note("handler closed")


class DownloaderHooks(Part):
    """A downloader middleware whose methods answer at once or later."""

    def process_request(self, request: Request) -> Any:
        return self._answer("process_request", request, None)

    def process_response(self, request: Request, response: Response) -> Any:
        return self._answer("process_response", request, response)

    def process_exception(self, request: Request, exception: Exception) -> Any:
        return self._answer("process_exception", request, None)

    def _answer(self, hook: str, request: Request, answer: Any) -> Any:
        if hook not in self.plan.is_async:
            self.note(hook, request)
            return answer

        async def later() -> Any:
            await asyncio.sleep(0)
            self.note(hook, request)
            return answer

        return later()


class SpiderHooks(Part):
    """A spider middleware of somebody's own."""

    def process_spider_input(self, response: Response) -> None:
        self.note("process_spider_input", response)

    async def process_spider_output(self, response: Response, result: Any) -> Any:
        self.note("process_spider_output", response)
        async for output in result:
            yield output
            raise_fault(self.plan, "process_spider_output", response, half=True)

    def process_spider_exception(self, response: Response, exception: Exception) -> Any:
        self.note("process_spider_exception", response)
        return [{"recovered": response.url}] if "process_spider_exception" in self.plan.is_async else None


class FirstPipeline(Part):
    """A pipeline that may take its time."""

    def process_item(self, item: Any) -> Any:
        about = _Named(_name(item))
        if "process_item" not in self.plan.is_async:
            self.note("process_item", about)
            return item

        async def later() -> Any:
            await asyncio.sleep(0)
            self.note("process_item", about)
            return item

        return later()


class SecondPipeline(Part):
    def process_item(self, item: Any) -> Any:
        return {**item, "seen": True}


@dataclass(frozen=True)
class _Named:
    url: str


def _name(item: Any) -> str:
    """Of an item; those of a page are on their way together."""
    return f"{item.get('page')}#{item['number']}" if "number" in item else str(item.get("page"))


class Listener(Part):
    """Listens to every signal; one of its methods is a coroutine where the plan says so."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._receivers = []
        for name in SIGNALS:
            receiver = self._receiver(name)
            self._receivers.append(receiver)
            crawler.signals.connect(receiver, getattr(signals, name))

    def _receiver(self, name: str) -> Any:
        is_patient = name in ("item_scraped", "item_dropped", "item_error", "spider_opened", "spider_closed")

        def receive(signal: Any, sender: Any, **given: Any) -> None:
            about = _Named(_name(given["item"])) if "item" in given else given.get("response") or given.get("request")
            if name == "item_scraped":
                self.trace.items.append(repr(given["item"]))
            if name in ("scheduler_empty", "spider_idle"):
                return
            self.trace.note(f"{name} {sorted(given)}", about)
            raise_fault(self.plan, "listener", about)

        async def receive_later(signal: Any, sender: Any, **given: Any) -> None:
            await asyncio.sleep(0)
            receive(signal, sender, **given)

        return receive_later if is_patient and "listener" in self.plan.is_async else receive


class MadeSpider(Spider):
    """Does what the plan says of each page."""

    name = "made"

    @property
    def plan(self) -> Plan:
        plan: Plan = self.settings["MADE_PLAN"]
        return plan

    def _note(self, hook: str, about: Any) -> None:
        self.settings["MADE_TRACE"].trace.note(hook, about)
        raise_fault(self.plan, hook, about)

    async def start(self) -> Any:
        if self.plan.starts_with_item:
            yield {"page": "start"}
        for number in self.plan.starts:
            request = self._request(number)
            self._note("start", request)
            yield request
            raise_fault(self.plan, "start", request, half=True)

    def _request(self, number: int) -> Request:
        page = self.plan.pages[number]
        return Request(f"{SITE}/{number}", self.parse_page, errback=self.fail if page.errback else None)

    def fail(self, failure: Any) -> Any:
        self._note("errback", failure.request)
        yield {"page": failure.request.url, "failed": type(failure.value).__name__}

    def parse_page(self, response: Response) -> Any:
        self._note("callback", response)
        style = self.plan.pages[int(response.url.rpartition("/")[2])].style
        outputs = self._outputs(response)
        if style == "generator":
            return outputs
        if style == "async generator":
            return self._outputs_async(response)
        if style == "coroutine":
            return self._list_async(response)
        if style == "list":
            return list(outputs)
        return {"page": response.url} if style == "one item" else None

    def _outputs(self, response: Response) -> Any:
        page = self.plan.pages[int(response.url.rpartition("/")[2])]
        for number in range(page.items):
            yield {"page": response.url, "number": number}
            raise_fault(self.plan, "callback", response, half=True)
        for link in page.links:
            yield self._request(link)

    async def _outputs_async(self, response: Response) -> Any:
        for output in self._outputs(response):
            await asyncio.sleep(0)
            yield output

    async def _list_async(self, response: Response) -> Any:
        await asyncio.sleep(0)
        return list(self._outputs(response))
