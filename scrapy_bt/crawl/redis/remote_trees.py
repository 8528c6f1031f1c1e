"""Trees from Redis, for workers on a machine that does not have their files (runtime.md)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from scrapy.settings import BaseSettings

from ...core.documents.json import read_json
from ...core.language.checker import check_document
from ...core.language.parser import parse
from ...core.tree.program import Program
from ...errors import BTError, RuleError
from ...frontier.redis.calls import Calls
from ...frontier.redis.frontier import name_worker, send
from ...sentences import say
from ...settings import BTSettings
from ..components import add_defaults
from ..project.trees import why_not_importable
from ..reading.selectors import resolve_function
from ..runtime.frontiers import text_name
from ..spiders import TreeSpider
from .arrivals import wait_for_client
from .connection import shown_url
from .names import queue_key


def fetch_spider(name: str, settings: BaseSettings) -> type[TreeSpider]:
    """A spider that works on the crawl of this name; raises `BTError` where there is none, or it is not trusted."""
    own = settings.copy()
    add_defaults(own)
    prefix = queue_key(own, name)
    calls = Calls(prefix, worker=name_worker(), number=lambda _: 0.0, limits={}, ageing=0.0, lease_seconds=1.0)
    with wait_for_client(own) as client:
        text = send(client, calls.recall(text_name("tree", name)))
        rules = send(client, calls.recall(text_name("rules", name)))
        includes = send(client, calls.recall(text_name("includes", name)))
    if text is None:
        raise BTError(
            say(
                "Redis at {} has no crawl of a tree '{}' in the queue {}: start one where the file is, with scrapy"
                ' crawl {} and BT_FRONTIER = "redis"',
                shown_url(own),
                name,
                prefix,
                name,
            )
        )
    program = build_remote_tree(
        text,
        name=name,
        modules=BTSettings.read(own).python_modules,
        rules=read_texts(name, rules),
        includes=read_texts(name, includes),
    )

    class RemoteTreeSpider(TreeSpider):
        """Works on tasks that others have queued."""

        is_remote = True

        @classmethod
        def load_program(cls) -> Program:
            return program

    RemoteTreeSpider.name = name
    return RemoteTreeSpider


def build_remote_tree(
    text: str,
    *,
    name: str,
    modules: Collection[str],
    rules: Mapping[str, str] | None = None,
    includes: Mapping[str, str] | None = None,
) -> Program:
    """The compiled tree of a text that anybody may have written; raises `RuleError` with every fault of it.

    Of Python it may call what is written in one of *modules*. *rules*: the texts of its rule files, *includes* of the
    files that it includes.
    """
    file = f"{name}.bt in Redis"
    document = parse(text, file=file, includes=texts_from_redis(includes or {}))
    faults = check_document(document, text, file=file, resolve=_resolver(modules))
    if any(not fault.is_warning for fault in faults):
        raise RuleError(faults)
    given: dict[str, Any] = {"rules": dict(rules)} if rules else {}
    return Program(document, name=name, text=text, **given)


def _resolver(modules: Collection[str]) -> Callable[[str], str | None]:
    def find_reason(reference: str) -> str | None:
        module = reference.partition(":")[0]
        if module not in modules:
            return f"the tree comes from Redis, and BT_PYTHON_MODULES does not list '{module}'"
        reason = why_not_importable(reference)
        if reason is None and getattr(resolve_function(reference), "__module__", None) != module:
            return f"the tree comes from Redis, and this is not written in '{module}', only imported there"
        return reason

    return find_reason


def texts_from_redis(texts: Mapping[str, str]) -> Callable[[str], str]:
    """Gives the texts of the files that a tree includes, which came with it."""

    def find(file: str) -> str:
        if file not in texts:
            raise BTError(say("it is not in Redis beside the tree, which came without {}", file))
        return texts[file]

    return find


def read_texts(name: str, text: str | None) -> dict[str, str]:
    """The files that came with a tree, by their names; raises `BTError` for what is nothing of this kind."""
    if text is None:
        return {}
    try:
        rules = read_json(text, largest=None)
    except ValueError:
        rules = None
    if not isinstance(rules, dict) or not all(isinstance(each, str) for each in rules.values()):
        raise BTError(say("the files of the tree '{}' in Redis cannot be read", name))
    return rules
