"""Every `BT_*` setting: its name, its default, what it means and may be; and how those of several values are read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import nan
from typing import Any, Protocol

from .errors import BTError, nearest


@dataclass(frozen=True)
class Setting:
    """A setting as the documentation lists it."""

    name: str
    default: Any
    meaning: str


SETTINGS = (
    Setting("BT_TREES", "trees", "Folder of the project's `.bt` files, beside `scrapy.cfg`, or `package:folder`."),
    Setting("BT_RULES", "rules", "Folder of the project's rule files, beside `scrapy.cfg`, or `package:folder`."),
    Setting("BT_RULE_LIBRARY", "", "Folder of your library of rules; empty: one in the user's folder for data."),
    Setting(
        "BT_KEEP_PAGES",
        "bt-pages",
        "Folder for pages on which a tag of a rule took nothing, a few for each tag, below the project's `.scrapy`"
        " unless it is absolute; empty: none are kept.",
    ),
    Setting(
        "BT_ALLOW_INTERNAL",
        default=False,
        meaning="Whether rules may visit internal addresses: loopback, private and link-local ones.",
    ),
    Setting(
        "BT_STORE_URL",
        "",
        "Database for records: `sqlite:///records.db`, `postgresql://user:password@host/name`, or another of SQLAlchemy"
        " (extra `store`); empty: none.",
    ),
    Setting("BT_STORE_PREFIX", "", "What the names of its tables begin with."),
    Setting(
        "BT_STORE_KEY",
        default={},
        meaning='Fields that a kind of record is known by, `{"article": ["content"]}`: a record that comes again is'
        " updated. Others are known by all of their fields.",
    ),
    Setting("BT_STORE_ADDRESS", "url", "Field with the URL of a record."),
    Setting("BT_STORE_TIMEOUT", 300.0, "Seconds that a crawl waits for a database that is away, before it ends."),
    Setting(
        "BT_KAFKA_SERVERS", "", "Kafka brokers that records are sent to, `host:9092` (extra `kafka`); empty: none."
    ),
    Setting(
        "BT_KAFKA_TOPIC",
        "articles-{platform}",
        "Topic of a record: `{platform}`, `{kind}` and `{spider}` are filled in.",
    ),
    Setting("BT_KAFKA_OPTIONS", default={}, meaning="Further settings of librdkafka, such as `security.protocol`."),
    Setting("BT_KAFKA_TIMEOUT", 300.0, "Seconds that a crawl waits for brokers that are away, before it ends."),
    Setting(
        "BT_DEAD_LETTERS",
        "bt-dead-letters",
        "Folder for records that a store refused, where the frontier keeps none, below the project's `.scrapy` unless"
        " it is absolute.",
    ),
    Setting(
        "BT_FRONTIER",
        "memory",
        "Where tasks are queued: `memory` (this process; kept in a `JOBDIR`), `redis` (for any number of workers), or"
        " the path of a function that opens a frontier.",
    ),
    Setting(
        "BT_SEEDS",
        default={},
        meaning='Item nodes whose records are tasks of another tree on Redis: `{"link": "content"}`, or'
        ' `{"nav/link": "content"}` for one tree alone.',
    ),
    Setting(
        "BT_FED_BY",
        "",
        "The tree, or list of trees, that feeds the others through `BT_SEEDS`: while it has tasks or workers, a worker"
        ' that finds nothing waits. A dict says it for each tree: `{"content": "nav"}`.',
    ),
    Setting(
        "BT_URL_FILTER",
        "exact",
        "How `UrlFilter`, and a queue in Redis, know URLs: `exact`, or `bounded`: in memory that does not grow, and"
        " with an error.",
    ),
    Setting("BT_URL_FILTER_ITEMS", 10_000_000, "URLs that a bounded filter is made for."),
    Setting("BT_URL_FILTER_ERROR", 0.001, "Share of new URLs that it takes for known, at most, up to so many."),
    Setting(
        "BT_DUPLICATES",
        "",
        "Whether a record whose content is known is dropped: `exact` (the same text), `near` (most of it the same,"
        " too); empty: trees drop none.",
    ),
    Setting(
        "BT_DUPLICATES_FIELDS",
        (),
        "Fields that make the content of a record, for all kinds, or a dict by kind; empty: all but the address.",
    ),
    Setting("BT_DUPLICATES_URL", "url", "Field with the address of a record."),
    Setting("BT_DUPLICATES_SIMILARITY", 0.8, "Share of their pieces that near texts have in common, 0.3 to 0.99."),
    Setting(
        "BT_DUPLICATES_STORE",
        "",
        "Where contents are known: `memory`, `redis`, or the path of an SQLite file; empty: with the queue (Redis,"
        " `JOBDIR`, memory).",
    ),
    Setting("BT_DUPLICATES_NAME", "", "Under which name they are known in Redis; empty: the spider's."),
    Setting(
        "BT_PROXIES",
        (),
        "Proxies: a list of them, a file or a URL with one a line, or `redis:KEY`; empty: none are used.",
    ),
    Setting("BT_PROXIES_REFRESH", 300.0, "Seconds after which a file, a URL or a key is read again."),
    Setting(
        "BT_PROXIES_SHARED",
        None,
        "Whether workers learn together, in Redis, how proxies do; none: if they share a queue there.",
    ),
    Setting("BT_PROXIES_NAME", "", "Under which name they do so; empty: one for all."),
    Setting(
        "BT_PROXIES_FILE",
        "bt-proxies.json",
        "Where it is kept else how proxies do, below the project's `.scrapy` unless it is absolute; empty: nowhere.",
    ),
    Setting("BT_PROXY_DELAY", 0.0, "Seconds between two uses of the same proxy."),
    Setting("BT_PROXY_LATENCY", 10.0, "Seconds after which an answer counts as a failure of its proxy."),
    Setting("BT_PROXY_COOLING", 10.0, "Seconds that a proxy rests after a failure; doubled with each further one."),
    Setting("BT_PROXY_COOLING_MAX", 600.0, "The longest of these rests."),
    Setting(
        "BT_PROXY_BAN_CODES",
        (403, 407, 429, 503),
        "Statuses by which a site refuses a proxy; the request is sent again through another.",
    ),
    Setting("BT_PROXY_RETRIES", 3, "How often a request is sent again through another proxy."),
    Setting("BT_PROXY_NONE", "wait", "What a request does for which no proxy can be used: `wait`, `direct` or `fail`."),
    Setting("BT_WEIGHT_PRIOR", 1.0, "Seconds that a visit is taken to last before its first execution."),
    Setting(
        "BT_WEIGHTS_FILE",
        default=False,
        meaning="Whether a crawl writes the weights that it has measured beside its tree at its end,"
        " `NAME.weights.json`; each crawl starts with those that are there.",
    ),
    Setting("BT_RERANK_RATIO", 0.1, "Share by which a weight has to change before the queue is ranked anew."),
    Setting("BT_AGEING", 0.1, "Seconds of priority that a task gains for each second that it waits."),
    Setting(
        "BT_PARSE_SECONDS",
        30.0,
        "Seconds that parsing a page may take; then a tree finds nothing in it but an `error`.",
    ),
    Setting(
        "BT_ROOM_SECONDS",
        300.0,
        "Seconds that a crawl with a `JOBDIR` or on Redis waits when there is no room for its records; then it ends.",
    ),
    Setting(
        "BT_REDIS_SECONDS",
        60.0,
        "Seconds that a worker waits at its start for a Redis that is away; then it ends. Later it waits however long.",
    ),
    Setting(
        "BT_REDIS_WAIT",
        0,
        "Replicas of Redis that have to have stored what a worker sends before it counts, so that a failover loses "
        "none of it.",
    ),
    Setting("BT_LEASE_SECONDS", 30.0, "Seconds after which a task is given to another worker, unless it is extended."),
    Setting(
        "BT_LEASE_LOSSES",
        3,
        "How often a task may be given to another worker so at one step; the last time ends it, as a dead letter. 0: "
        "however often.",
    ),
    Setting("BT_CLUSTER_DELAY", 0.0, "Seconds between two requests to one host, whichever worker on Redis sends them."),
    Setting("BT_CLUSTER_CONCURRENCY", 0, "Requests to one host at once over all workers of a Redis; 0: no bound."),
    Setting("BT_PREFETCH", 0, "Tasks that a worker on Redis leases ahead; 0: as many as `CONCURRENT_REQUESTS`."),
    Setting("BT_LINGER", 0.02, "Seconds that a finished step may wait to travel to Redis with others."),
    Setting(
        "BT_START_MESSAGES",
        default=False,
        meaning="Whether a tree on Redis waits for its tasks in `REDIS_START_URLS_KEY`, as a `RedisSpider` for URLs.",
    ),
    Setting(
        "BT_PYTHON_MODULES",
        default=(),
        meaning="Modules whose Python functions a tree that comes from Redis (`scrapy bt work`) may call.",
    ),
    Setting("BT_STEP_BUDGET", 1000, "Steps without a visit after which a task lets others pass."),
    Setting(
        "BT_DEAD_LIMIT",
        "",
        "Dead letters of this process at which the crawl ends: a number, or a share of the tasks that are over, such as"
        " `0.2` or `20%`; empty: it goes on.",
    ),
    Setting("BT_STACK_LIMIT", 500, "Depth to which calls of trees may nest."),
    Setting(
        "BT_REGEX_SECONDS",
        1.0,
        "Seconds that a regular expression, or a selector, may take on a page before it is given up.",
    ),
    Setting("BT_PAGE_LIMIT", 1_000_000, "Compressed bytes of a page that a task may carry for a Python node."),
    Setting("BT_WAIT_TIMES", 3, "How often `wait` without a number tries again."),
    Setting("BT_WAIT_DELAY", 1.0, "Seconds before the first of these tries; doubled each time."),
    Setting("BT_WAIT_DELAY_MAX", 300.0, "The longest of these delays, and of what `Retry-After` may ask for."),
    Setting("BT_RESUME_PAUSED", default=False, meaning="Whether tasks that `state pause` left in the JOBDIR go on."),
    Setting("BT_SESSIONS", 1000, "Cookie sessions that are kept ready in memory."),
    Setting(
        "BT_CAPACITY",
        default=True,
        meaning="Whether a worker takes no more tasks than memory, CPU and its event loop carry.",
    ),
    Setting("BT_CAPACITY_INITIAL", 5, "Tasks that a worker takes before it knows what they cost."),
    Setting("BT_CAPACITY_LEAST", 8, "Tasks at once that a busy processor leaves to a worker; a full memory: one."),
    Setting("BT_CAPACITY_MEMORY_LIMIT", 90.0, "Percent of the memory, the machine's or the container's, to be filled."),
    Setting("BT_CAPACITY_CPU_LIMIT", 90.0, "Percent of the CPU time, the machine's or the container's, to be used."),
    Setting("BT_CAPACITY_LAG_LIMIT", 0.5, "Seconds that the event loop may be late on average."),
    Setting("BT_CAPACITY_INTERVAL", 1.0, "Seconds between two looks at what is in use."),
    Setting("BT_PROGRESS", "auto", "`live` (redrawn in place), `plain` (lines), `off`, or `auto`: by the terminal."),
    Setting("BT_PROGRESS_INTERVAL", 10.0, "Seconds between plain lines of progress."),
    Setting(
        "BT_ENGINE",
        "scrapy",
        "The engine of a crawl: `lean` (the same with fewer turns of the event loop; it leaves to Scrapy's what it does"
        " not know) or `scrapy`.",
    ),
    Setting(
        "BT_HTTP",
        "scrapy",
        "What fetches `http` and `https` where `DOWNLOAD_HANDLERS` does not say it: `lean`, a client of this package,"
        " `aiohttp` (both on asyncio's reactor, or without one) or `scrapy`, its own handler.",
    ),
    Setting(
        "BT_GC_THRESHOLD",
        20_000,
        "Objects made and still there after which Python looks for garbage, in a crawl; 0: Python's own habits.",
    ),
    Setting(
        "BT_HEALING",
        "off",
        "Whether what selectors give is watched: `off`, `watch` (a site that changes is told in the log and by"
        " `scrapy bt heal status`), `review` (and other selectors are proposed) or `auto` (and crawls heal by those"
        ' that are sure); or a table of modes by `spider`, `spider/node` and `spider/node/field`, `""` for all others.',
    ),
    Setting("BT_HEALING_SAMPLES", 8, "Good pages, and failing ones, that healing keeps of each node or callback."),
    Setting(
        "BT_HEALING_STORE",
        "bt-healing.db",
        "File for these pages and for what was learned, below the project's `.scrapy` unless it is absolute.",
    ),
    Setting(
        "BT_PREFERENCES",
        "",
        "File that says what is preferred, `preferences.toml` beside `scrapy.cfg`: links that promise it are fetched"
        " earlier (extra `prefer`); empty: nothing is.",
    ),
    Setting(
        "BT_PREFERENCE_SECONDS",
        60.0,
        "Seconds of priority that the most promising link of a tree gains, and the least promising loses.",
    ),
    Setting(
        "BT_ENTITIES",
        "bt-entities.db",
        "Knowledge base of `scrapy bt entities`: a file below the project's `.scrapy`, or a URL of a database.",
    ),
    Setting("BT_METRICS_PORT", 0, "Port at which a crawl serves Prometheus metrics, one for each worker; 0: none."),
    Setting("BT_METRICS_HOST", "127.0.0.1", "Address of this machine at which it does so."),
)
DEFAULTS = {setting.name: setting.default for setting in SETTINGS}


class Readable(Protocol):
    """Settings as Scrapy has them."""

    def get(self, name: str, default: Any = None) -> Any: ...

    def getbool(self, name: str) -> bool: ...

    def getfloat(self, name: str) -> float: ...

    def getint(self, name: str) -> int: ...


def check_settings(settings: Readable) -> None:
    """Raise `BTError` for a number that is none, or is below zero, a flag that is none, and a name that is mistyped.

    Which it has to be is told by the default. Closer bounds are left to those who know them.
    """
    if isinstance(settings, Mapping):
        _check_names(settings)
    for setting in SETTINGS:
        if settings.get(setting.name) is None:
            continue
        if isinstance(setting.default, bool):
            _check_flag(settings, setting)
        elif isinstance(setting.default, (int, float)):
            _check_number(settings, setting)
    read_limit(settings, "BT_DEAD_LIMIT")


_LARGEST = 2.0**53


@dataclass(frozen=True)
class Limit:
    """A bound that is a number, or a share from above 0 to 1; with neither there is none."""

    number: int = 0
    share: float = 0.0


def read_limit(settings: Readable, name: str) -> Limit:
    """`100` is a number, `0.2` and `20%` are a share; empty or 0: no limit. Raises `BTError`."""
    value = settings.get(name, DEFAULTS.get(name))
    text = "" if value is None else str(value).strip()
    digits = text.removesuffix("%")
    try:
        number = float(digits) / (100 if digits != text else 1) if text else 0.0
    except ValueError:
        number = nan
    is_share = digits != text or not number.is_integer()
    if isinstance(value, bool) or not 0 <= number <= (1 if is_share else _LARGEST):
        raise BTError(f"{name} is {value!r}: it is a whole number, a share such as 0.2 or 20%, or 0 for none")
    return Limit(share=number) if is_share else Limit(number=int(number))


def read_list(settings: Readable, name: str) -> tuple[Any, ...]:
    """A setting that is a list, JSON of one, or a text with commas; raises `BTError`."""
    return _list(name, _read(settings, name))


def read_names(settings: Readable, name: str) -> tuple[str, ...]:
    """The same, where all of them are texts."""
    return _names(name, _read(settings, name))


def read_names_by_kind(settings: Readable, name: str) -> Mapping[str, tuple[str, ...]] | tuple[str, ...]:
    """The same, or a dict of such lists, as JSON too."""
    value = _read(settings, name)
    if isinstance(value, Mapping):
        return {str(kind): _names(name, names) for kind, names in value.items()}
    return _names(name, value)


def read_dict(settings: Readable, name: str) -> dict[str, Any]:
    """A setting that is a dict, or JSON of one; raises `BTError`, which shows no values: they may be secret."""
    value = _read(settings, name)
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    if not value:
        return {}
    raise BTError(f'{name} is {_kind(value)}: it is a dict, or JSON of one, {{"name": "value"}}')


def _check_names(settings: Mapping[Any, Any]) -> None:
    """Others may have settings that begin alike; what is nearly one of ours is none of theirs."""
    for name in settings:
        if isinstance(name, str) and name.startswith("BT_") and name not in DEFAULTS:
            near = nearest(name, DEFAULTS, likeness=0.8)
            if near is not None:
                raise BTError(f"there is no setting {name}: did you mean {near}?")


def _check_flag(settings: Readable, setting: Setting) -> None:
    try:
        settings.getbool(setting.name)
    except (ValueError, TypeError):
        raise BTError(f"{setting.name} is {settings.get(setting.name)!r}: it is True or False") from None


def _check_number(settings: Readable, setting: Setting) -> None:
    is_whole = isinstance(setting.default, int)
    try:
        number: float = settings.getint(setting.name) if is_whole else settings.getfloat(setting.name)
    except (ValueError, TypeError, OverflowError):
        number = nan
    if number >= 0:
        return
    what = "a whole number" if is_whole else "a number"
    if setting.meaning.startswith("Seconds"):
        what += " of seconds"
    bound = ", which cannot be negative" if number < 0 else ""
    raise BTError(f"{setting.name} is {settings.get(setting.name)!r}: it is {what}{bound}")


def _read(settings: Readable, name: str) -> Any:
    """A text that begins as JSON is read as that: the command line gives nothing but texts."""
    value = settings.get(name, DEFAULTS.get(name))
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        raise BTError(
            f"{name} begins as JSON, and is none ({error}); in a shell put all of it in quotes: -s '{name}=…'"
        ) from None


def _list(name: str, value: Any) -> tuple[Any, ...]:
    if isinstance(value, str):
        return tuple(part for each in value.split(",") if (part := each.strip()))
    if isinstance(value, (set, frozenset)):
        return tuple(sorted(value, key=str))
    if value is None or isinstance(value, (list, tuple)):
        return tuple(value or ())
    raise BTError(f"{name} is {_kind(value)}: it is a list, JSON of one, or a text with commas")


def _names(name: str, value: Any) -> tuple[str, ...]:
    listed = _list(name, value)
    if not all(isinstance(each, str) and each.strip() for each in listed):
        raise BTError(f'{name} has {value!r}: it lists names, ["one", "two"], or one,two')
    return tuple(each.strip() for each in listed)


def _kind(value: Any) -> str:
    """What a value is, without telling it."""
    return {str: "a text", int: "a number", float: "a number", bool: "a flag", dict: "a dict"}.get(
        type(value), f"of the type {type(value).__name__}"
    )
