"""Every `BT_*` setting: its name, its default, what it may be and what it means."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import BTError, nearest
from ..sentences import say
from .kinds import (
    Anything,
    Flag,
    LimitValue,
    Maybe,
    Names,
    NamesByKind,
    Number,
    NumberOrShare,
    OneOf,
    SettingKind,
    Statuses,
    Table,
    Text,
)

if TYPE_CHECKING:
    from typing_extensions import Self

TEXT, FILLED, NAMES, NAMES_BY_KIND, TABLE = Text(), Text(is_filled=True), Names(), NamesByKind(), Table()
COUNT = Number(is_whole=True)
SECONDS = Number(unit="seconds")
"""Endless ones, too."""
DELAY = Number(unit="seconds", is_finite=True)
PERIOD = Number(above=0, unit="seconds", is_finite=True)


@dataclass(frozen=True)
class Setting:
    """A setting as the documentation lists it."""

    name: str
    default: Any
    kind: SettingKind
    meaning: str
    pipeline: tuple[str, int] | None = None
    """The item pipeline that it switches on, and its place: records are stored when all else is done with them."""


class Readable(Protocol):
    """Settings as Scrapy has them."""

    def get(self, name: str, default: Any = None) -> Any: ...


def _setting(default: Any, kind: SettingKind, meaning: str, *, pipeline: tuple[str, int] | None = None) -> Any:
    return field(metadata={"default": default, "kind": kind, "meaning": meaning, "pipeline": pipeline})


def _flag(meaning: str, *, default: bool) -> Any:
    return _setting(default, Flag(), meaning)


@dataclass(frozen=True)
class BTSettings:
    """The settings of one crawl, read and checked at once: `lease_seconds` is `BT_LEASE_SECONDS`."""

    trees: str = _setting(
        "trees", TEXT, "Folder of the project's `.bt` files, beside `scrapy.cfg`, or `package:folder`."
    )
    rules: str = _setting(
        "rules", TEXT, "Folder of the project's rule files, beside `scrapy.cfg`, or `package:folder`."
    )
    rule_library: str = _setting("", TEXT, "Folder of your library of rules; empty: one in the user's folder for data.")
    rule_servers: tuple[str, ...] = _setting((), NAMES, "Addresses of the rule servers that are asked for rules.")
    rule_key: str = _setting("", TEXT, "PEM file with the private Ed25519 key that signs the rules you publish.")
    keep_pages: str = _setting(
        "bt-pages",
        TEXT,
        "Folder for pages on which a tag of a rule, or a node of a tree, took nothing, a few for each, below the "
        "project's `.scrapy` unless it is absolute; empty: none are kept.",
    )
    allow_internal: bool = _flag(
        "Whether rules may visit internal addresses: loopback, private and link-local ones.", default=False
    )
    store_url: str = _setting(
        "",
        TEXT,
        "Database for records: `sqlite:///records.db`, `postgresql://user:password@host/name`, or another of "
        "SQLAlchemy (extra `store`); empty: none.",
        pipeline=("scrapy_bt.storage.relational.StorePipeline", 900),
    )
    store_prefix: str = _setting("", TEXT, "What the names of its tables begin with.")
    store_key: Mapping[str, tuple[str, ...]] | tuple[str, ...] = _setting(
        {},
        NAMES_BY_KIND,
        'Fields that a kind of record is known by, `{"article": ["content"]}`: a record that comes again is '
        "updated. Others are known by all of their fields.",
    )
    store_address: str = _setting("url", FILLED, "Field with the URL of a record.")
    store_timeout: float = _setting(
        300.0, SECONDS, "Seconds that a crawl waits for a database that is away, before it ends."
    )
    kafka_servers: tuple[str, ...] = _setting(
        "",
        NAMES,
        "Kafka brokers that records are sent to, `host:9092` (extra `kafka`); empty: none.",
        pipeline=("scrapy_bt.storage.kafka.KafkaPipeline", 910),
    )
    kafka_topic: str = _setting(
        "articles-{platform}", FILLED, "Topic of a record: `{platform}`, `{kind}` and `{spider}` are filled in."
    )
    kafka_options: dict[str, Any] = _setting({}, TABLE, "Further settings of librdkafka, such as `security.protocol`.")
    kafka_timeout: float = _setting(
        300.0, SECONDS, "Seconds that a crawl waits for brokers that are away, before it ends."
    )
    dead_letters: str = _setting(
        "bt-dead-letters",
        FILLED,
        "Folder for records that a store refused, where the frontier keeps none, below the project's `.scrapy` "
        "unless it is absolute.",
    )
    frontier: Any = _setting(
        "memory",
        Anything(),
        "Where tasks are queued: `memory` (this process; kept in a `JOBDIR`), `redis` (for any number of "
        "workers), or the path of a function that opens a frontier.",
    )
    seeds: dict[str, Any] = _setting(
        {},
        TABLE,
        'Item nodes whose records are tasks of another tree on Redis: `{"link": "content"}`, or `{"nav/link": '
        '"content"}` for one tree alone.',
    )
    fed_by: Mapping[str, tuple[str, ...]] | tuple[str, ...] = _setting(
        "",
        NAMES_BY_KIND,
        "The tree, or list of trees, that feeds the others through `BT_SEEDS`: while it has tasks or workers, a "
        'worker that finds nothing waits. A dict says it for each tree: `{"content": "nav"}`.',
    )
    url_filter: str = _setting(
        "exact",
        OneOf(("exact", "bounded")),
        "How `UrlFilter`, and a queue in Redis, know URLs: `exact`, or `bounded`: in memory that does not grow, "
        "and with an error.",
    )
    url_filter_items: int = _setting(10_000_000, COUNT, "URLs that a bounded filter is made for.")
    url_filter_error: float = _setting(
        0.001, Number(), "Greatest share of new URLs that it takes for known, up to that number of URLs."
    )
    duplicates: str = _setting(
        "",
        OneOf(("exact", "near", "")),
        "Drops records with known content: `exact` (the same text), `near` (also where most of it is the same); "
        "empty: trees drop none.",
        pipeline=("scrapy_bt.crawl.duplicates.pipeline.DuplicatesPipeline", 800),
    )
    duplicates_fields: Mapping[str, tuple[str, ...]] | tuple[str, ...] = _setting(
        (),
        NAMES_BY_KIND,
        "Fields that make the content of a record, for all kinds, or a dict by kind; empty: all but the address.",
    )
    duplicates_url: str = _setting("url", FILLED, "Field with the address of a record.")
    duplicates_similarity: float = _setting(
        0.8, Number(), "Share of their pieces that near texts have in common, 0.3 to 0.99."
    )
    duplicates_store: str = _setting(
        "",
        TEXT,
        "Where contents are known: `memory`, `redis`, or the path of an SQLite file; empty: with the queue "
        "(Redis, `JOBDIR`, memory).",
    )
    duplicates_name: str = _setting("", TEXT, "Under which name they are known in Redis; empty: the spider's.")
    dispatch: str = _setting(
        "pull",
        FILLED,
        "Which worker on Redis a task is kept for: `pull` (whoever has room), `shortest`, `least-loaded`, "
        "`round-robin`, `random`, `bandit`, `dqn`, or the path of a class.",
    )
    dispatch_model_age: float = _setting(
        86_400.0, DELAY, "Seconds after which a model of `dqn` is too old to decide; 0: never."
    )
    dispatch_patience: float = _setting(
        5.0, DELAY, "Seconds after which a task that is kept for a worker may be taken by any."
    )
    dispatch_kinds: str = _setting(
        "pattern",
        FILLED,
        "How URLs are grouped by kind: `pattern` (the path with numbers, keys and slugs masked), `digits` "
        "(with runs of digits folded), `query` (as it is), or the file of a model of URLs.",
    )
    proxies: Any = _setting(
        (),
        Anything(),
        "Proxies: a list of them, a file or a URL with one a line, or `redis:KEY`; empty: none are used.",
    )
    proxies_refresh: float = _setting(300.0, PERIOD, "Seconds after which a file, a URL or a key is read again.")
    proxies_shared: bool | None = _setting(
        None,
        Maybe(Flag()),
        "Whether workers share the health of proxies in Redis; none: if they share a queue there.",
    )
    proxies_name: str = _setting("", TEXT, "The name under which they share it; empty: one for all.")
    proxies_file: str = _setting(
        "bt-proxies.json",
        TEXT,
        "File for proxy health that is not shared; within `.scrapy` of the project unless absolute; empty: none.",
    )
    proxy_delay: float = _setting(0.0, DELAY, "Seconds between two uses of the same proxy.")
    proxy_latency: float = _setting(10.0, PERIOD, "Seconds after which an answer counts as a failure of its proxy.")
    proxy_cooling: float = _setting(
        10.0, PERIOD, "Seconds that a proxy rests after a failure; doubled with each further one."
    )
    proxy_cooling_max: float = _setting(600.0, PERIOD, "The longest of these rests.")
    proxy_ban_codes: frozenset[int] = _setting(
        (403, 407, 429, 503),
        Statuses(),
        "Statuses by which a site refuses a proxy; the request is sent again through another.",
    )
    proxy_retries: int = _setting(3, COUNT, "How often a request is sent again through another proxy.")
    proxy_none: str = _setting(
        "wait",
        OneOf(("wait", "direct", "fail")),
        "What a request does for which no proxy can be used: `wait`, `direct` or `fail`.",
    )
    weight_prior: float = _setting(1.0, SECONDS, "Seconds that a visit is taken to last before its first execution.")
    weights_file: bool = _flag(
        "Whether a crawl writes the weights that it has measured beside its tree at its end, "
        "`NAME.weights.json`; each crawl starts with those that are there.",
        default=False,
    )
    rerank_ratio: float = _setting(
        0.1, Number(), "Share by which a weight has to change before the queue is ranked anew."
    )
    ageing: float = _setting(0.1, DELAY, "Seconds of priority that a task gains for each second that it waits.")
    parse_seconds: float = _setting(
        30.0, SECONDS, "Seconds that parsing a page may take; then a tree finds nothing in it but an `error`."
    )
    room_seconds: float = _setting(
        300.0,
        SECONDS,
        "Seconds that a crawl with a `JOBDIR` or on Redis waits when there is no room for its records; then it ends.",
    )
    redis_seconds: float = _setting(
        60.0,
        SECONDS,
        "Seconds that a worker waits at its start for a Redis that is away; then it ends. Later it waits however long.",
    )
    redis_wait: int = _setting(
        0,
        COUNT,
        "Replicas of Redis that have to have stored what a worker sends before it counts, so that a failover "
        "loses none of it.",
    )
    lease_seconds: float = _setting(
        30.0, PERIOD, "Seconds after which a task is given to another worker, unless it is extended."
    )
    lease_losses: int = _setting(
        3,
        COUNT,
        "How often a task may be given to another worker so at one step; the last time ends it, as a dead "
        "letter. 0: however often.",
    )
    cluster_delay: float = _setting(
        0.0, DELAY, "Seconds between two requests to one host, whichever worker on Redis sends them."
    )
    cluster_concurrency: int = _setting(
        0, COUNT, "Requests to one host at once over all workers of a Redis; 0: no bound."
    )
    prefetch: int = _setting(
        0,
        COUNT,
        "Leased tasks that wait at a worker on Redis at most; 0: as many as it needs until the next can be there.",
    )
    linger: float = _setting(0.02, SECONDS, "Seconds that a finished step may wait to travel to Redis with others.")
    start_messages: bool = _flag(
        "Whether a tree on Redis waits for its tasks in `REDIS_START_URLS_KEY`, as a `RedisSpider` for URLs.",
        default=False,
    )
    python_modules: tuple[str, ...] = _setting(
        (), NAMES, "Modules whose Python functions a tree that comes from Redis (`scrapy bt work`) may call."
    )
    request_classes: tuple[str, ...] = _setting(
        (), NAMES, "Paths of the project's own classes of requests, which may be queued in Redis."
    )
    step_budget: int = _setting(1000, COUNT, "Steps without a visit after which a task lets others pass.")
    dead_limit: LimitValue = _setting(
        "",
        NumberOrShare(),
        "Dead letters of this process at which the crawl ends: a number, or a share of the tasks that are over, "
        "such as `0.2` or `20%`; empty: it goes on.",
    )
    stack_limit: int = _setting(500, COUNT, "Depth to which calls of trees may nest.")
    regex_seconds: float = _setting(
        1.0, SECONDS, "Seconds that a regular expression, or a selector, may take on a page before it is given up."
    )
    page_limit: int = _setting(1_000_000, COUNT, "Compressed bytes of a page that a task may carry for a Python node.")
    task_limit: int = _setting(
        16_000_000,
        COUNT,
        "Bytes of a task as it is stored, its variables most of all; one that would have more becomes a dead letter.",
    )
    wait_times: int = _setting(3, COUNT, "How often `wait` without a number tries again.")
    wait_delay: float = _setting(1.0, SECONDS, "Seconds before the first of these tries; doubled each time.")
    wait_delay_max: float = _setting(
        300.0, Number(), "The longest of these delays, and of what `Retry-After` may ask for."
    )
    resume_paused: bool = _flag("Whether tasks that `state pause` left in the JOBDIR go on.", default=False)
    sessions: int = _setting(1000, COUNT, "Cookie sessions that are kept ready in memory.")
    capacity: bool = _flag(
        "Whether a worker takes no more tasks than memory, CPU and its event loop carry.", default=True
    )
    capacity_initial: int = _setting(
        5, Number(least=1, is_whole=True), "Tasks that a worker takes before it knows what they cost."
    )
    capacity_least: int = _setting(
        8, Number(least=1, is_whole=True), "Tasks at once that a busy processor leaves to a worker; a full memory: one."
    )
    capacity_memory_limit: float = _setting(
        90.0, Number(least=1, most=100), "Percent of the memory, the machine's or the container's, to be filled."
    )
    capacity_cpu_limit: float = _setting(
        90.0, Number(least=1, most=100), "Percent of the CPU time, the machine's or the container's, to be used."
    )
    capacity_lag_limit: float = _setting(
        0.5, Number(least=0.001, unit="seconds", is_finite=True), "Seconds that the event loop may be late on average."
    )
    capacity_interval: float = _setting(
        1.0, Number(least=0.01, unit="seconds", is_finite=True), "Seconds between two looks at what is in use."
    )
    progress: str = _setting(
        "auto",
        OneOf(("auto", "live", "plain", "off")),
        "`live` (redrawn in place), `plain` (lines), `off`, or `auto`: by the terminal.",
    )
    progress_interval: float = _setting(10.0, SECONDS, "Seconds between plain lines of progress.")
    engine: str = _setting(
        "scrapy",
        OneOf(("lean", "scrapy")),
        "The engine of a crawl: `lean` (the same with fewer turns of the event loop; it leaves to Scrapy's what "
        "it does not know) or `scrapy`.",
    )
    http: str = _setting(
        "scrapy",
        OneOf(("lean", "aiohttp", "scrapy")),
        "What fetches `http` and `https` where `DOWNLOAD_HANDLERS` does not say it: `lean`, a client of this "
        "package, `aiohttp` (both on asyncio's reactor, or without one) or `scrapy`, its own handler.",
    )
    gc_threshold: int = _setting(
        20_000,
        COUNT,
        "Objects made and still there after which Python looks for garbage, in a crawl; 0: Python's own habits.",
    )
    healing: Any = _setting(
        "off",
        Anything(),
        "Whether what selectors give is watched: `off`, `watch` (a site that changes is told in the log and by "
        "`scrapy bt heal status`), `review` (and other selectors are proposed) or `auto` (and crawls heal by "
        'those that are sure); or a table of modes by `spider`, `spider/node` and `spider/node/field`, `""` for '
        "all others.",
    )
    healing_samples: int = _setting(
        8, COUNT, "Good pages, and failing ones, that healing keeps of each node or callback."
    )
    healing_store: str = _setting(
        "bt-healing.db",
        FILLED,
        "File for these pages and for what was learned, below the project's `.scrapy` unless it is absolute; or the "
        "address of a PostgreSQL, `postgresql://…`, for workers on several machines (extra `store`).",
    )
    healing_models: str = _setting(
        "",
        TEXT,
        "File of models for healing, made by `scrapy bt heal train`, below the project unless it is absolute; empty: "
        "the shipped ones.",
    )
    healing_sequence: str = _setting(
        "",
        TEXT,
        "File of a sequence model, made by `scrapy bt heal train --sequence`, that is a further source of selectors "
        "for healing, below the project unless it is absolute (extra `learn`); empty: none.",
    )
    preferences: str = _setting(
        "",
        TEXT,
        "File that says what is preferred, `preferences.toml` beside `scrapy.cfg`: links that promise it are "
        "fetched earlier (extra `prefer`); empty: nothing is.",
    )
    preference_seconds: float = _setting(
        60.0,
        SECONDS,
        "Seconds of priority that the most promising link of a tree gains, and the least promising loses.",
    )
    recognisers: tuple[str, ...] = _setting(
        (),
        NAMES,
        "Recognisers that find names in texts beside the knowledge base: `jieba` or `jieba:DICTIONARY`, "
        "`spacy:PIPELINE`, `corenlp:URL`, or the path of a class.",
    )
    recogniser_seconds: float = _setting(
        10.0, PERIOD, "Seconds that a recogniser may take for one text, which is passed by after them."
    )
    entities: str = _setting(
        "bt-entities.db",
        FILLED,
        "Knowledge base of `scrapy bt entities`: a file below the project's `.scrapy`, or a URL of a database.",
    )
    watch: bool = _flag(
        "Whether the console can watch the crawls of a project: each has a socket below `.scrapy/bt-run` while it runs,"
        " which only the same user can open, and leaves a record in `.scrapy/bt-runs`.",
        default=True,
    )
    metrics_port: int = _setting(
        0,
        Number(most=65_535, is_whole=True),
        "Port at which a crawl serves Prometheus metrics, one for each worker; 0: none.",
    )
    metrics_host: str = _setting("127.0.0.1", FILLED, "Address of this machine at which it does so.")

    @classmethod
    def read(cls, settings: Readable) -> Self:
        """From Scrapy's settings; raises `BTError` for a value that cannot be meant, and for a mistyped name.

        What cannot change any more is read once.
        """
        if not getattr(settings, "frozen", False):
            return cls._read(settings)
        at = id(settings)
        known = _READ.get(at)
        if known is None or known[0]() is not settings:
            known = _READ[at] = weakref.ref(settings, lambda _: _READ.pop(at, None)), cls._read(settings)
        return known[1]

    @classmethod
    def _read(cls, settings: Readable) -> Self:
        if isinstance(settings, Mapping):
            _check_names(settings)
        values = {}
        for name, setting in _BY_FIELD.items():
            value = settings.get(setting.name)
            if value is None or (value == "" and setting.kind is FILLED):
                value = setting.default
            values[name] = setting.kind.read(setting.name, value)
        return cls(**values)


_READ: dict[int, tuple[weakref.ref[Any], Any]] = {}
"""Of frozen settings, by their identity."""

_BY_FIELD = {each.name: Setting(f"BT_{each.name.upper()}", **each.metadata) for each in fields(BTSettings)}
SETTINGS = tuple(_BY_FIELD.values())
DEFAULTS = {setting.name: setting.default for setting in SETTINGS}


def _check_names(settings: Mapping[Any, Any]) -> None:
    """Others may have settings that begin alike; what is nearly one of ours is mistyped."""
    for name in settings:
        if isinstance(name, str) and name.startswith("BT_") and name not in DEFAULTS:
            near = nearest(name, DEFAULTS, likeness=0.8)
            if near is not None:
                raise BTError(say("there is no setting {}: did you mean {}?", name, near))
