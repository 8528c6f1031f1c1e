"""Rules and trees tried on pages while they are written: pages by their hash, trials, proposals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...core.rules.hosts import SCHEMES
from ...crawl.reading.missed_pages import LARGEST
from ...errors import Fault
from ...sentences import say
from ..access.roles import Role
from ..editing.project_files import ProjectFile, find_project_file
from ..refusals import Refusal
from ..sources.pages import PageEntry
from ..state import Console, console_of, identity_of
from .answers import read_body
from .files import tell_fault

_ESCAPED = 3
"""Times its size that a page may have within JSON."""
_MOST_PAGES = 100


@dataclass(frozen=True)
class PageRequest:
    """*text*: a page that was pasted, or that of a file; *url*: where it was found, for its links.

    Without a text the page is fetched, within the hosts of the rule in the file *name*, if one is named.
    """

    text: str = ""
    url: str = ""
    name: str = ""


@dataclass(frozen=True)
class FileRequest:
    """*name*: the file; *text*: what it is to say, if that is not what it says; *page*: by its hash."""

    name: str
    page: str = ""
    text: str | None = None


@dataclass(frozen=True)
class TrialRequest(FileRequest):
    """A rule; a layer and a tag of it."""

    layer: str = ""
    tag: str = ""


@dataclass(frozen=True)
class SuggestionRequest(TrialRequest):
    """*take*: texts as a reader sees them; *at*: where in the source such texts begin."""

    take: tuple[str, ...] = ()
    at: tuple[int, ...] = ()


@dataclass(frozen=True)
class NodeRequest(FileRequest):
    """A tree, a node of it, and the *variables* that this reads, as texts."""

    node: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ElementRequest:
    """An element of a page, by its number."""

    page: str
    element: int


async def list_pages(request: Request) -> dict[str, Any]:
    """All that are kept."""
    return {"pages": [tell_page(page) for page in await run_in_threadpool(console_of(request).pages.all)]}


async def add_page(request: Request) -> dict[str, Any]:
    """Keep a page."""
    console, wanted = console_of(request), await read_body(request, PageRequest, largest=_ESCAPED * LARGEST)
    url = wanted.url or ("https://page.invalid/" if wanted.text.strip() else "")
    if urlsplit(url).scheme not in SCHEMES:
        raise Refusal(
            422, "page", say("give a page's text, or its address, which begins with http:// or https://: '{}'", url)
        )
    console.audit.note(identity_of(request).user, "keep page", url=url, size=len(wanted.text))
    return tell_page(await run_in_threadpool(_keep, console, wanted, url))


async def get_page(request: Request) -> dict[str, Any]:
    """The source of a page as text."""
    console, page = console_of(request), await _find(request, request.path_params["hash"])
    encoding = request.query_params.get("encoding", "")
    found = await run_in_threadpool(console.trials.ask, "source", page=str(page.path), encoding=encoding)
    return {"hash": page.hash, **found}


async def try_on_page(request: Request) -> dict[str, Any]:
    """What a layer takes from a page, step by step, and where."""
    wanted = await read_body(request, TrialRequest)
    page = await _find(request, wanted.page)
    return await _ask(request, "try", wanted, page=str(page.path), layer=wanted.layer, tag=wanted.tag)


async def try_on_all(request: Request) -> dict[str, Any]:
    """Which tags take something from which of the kept pages."""
    wanted = await read_body(request, TrialRequest)
    pages = (await run_in_threadpool(console_of(request).pages.all))[:_MOST_PAGES]
    told = await _ask(request, "count", wanted, pages=[str(page.path) for page in pages])
    return {**told, "rows": _rows(pages, told)}


async def suggest(request: Request) -> dict[str, Any]:
    """Tags that take what was pointed at, and its likes."""
    wanted = await read_body(request, SuggestionRequest)
    if not wanted.take and not wanted.at:
        raise Refusal(422, "take", say("say what is to be taken: a text of the page, or where it stands"))
    page = await _find(request, wanted.page)
    words = {"take": wanted.take, "at": wanted.at, "layer": wanted.layer}
    return await _ask(request, "suggest", wanted, page=str(page.path), **words)


async def try_node(request: Request) -> dict[str, Any]:
    """What a node of a tree takes from a page, and from which elements."""
    wanted = await read_body(request, NodeRequest)
    page = await _find(request, wanted.page)
    words = {"node": wanted.node, "variables": dict(wanted.variables)}
    return await _ask_tree(request, "node try", wanted, page=str(page.path), **words)


async def try_nodes_on_all(request: Request) -> dict[str, Any]:
    """Which nodes take something from which of the kept pages."""
    wanted = await read_body(request, NodeRequest)
    pages = (await run_in_threadpool(console_of(request).pages.all))[:_MOST_PAGES]
    told = await _ask_tree(request, "node count", wanted, pages=[str(page.path) for page in pages])
    return {**told, "rows": _rows(pages, told)}


async def suggest_selectors(request: Request) -> dict[str, Any]:
    """Selectors for an element that was pointed at."""
    console, wanted = console_of(request), await read_body(request, ElementRequest)
    page = await _find(request, wanted.page)
    user = identity_of(request).user
    return await run_in_threadpool(
        console.trials.ask, "node suggest", user, page=str(page.path), element=wanted.element
    )


def tell_page(page: PageEntry) -> dict[str, Any]:
    """A page as JSON has it."""
    return {"hash": page.hash, "url": page.url, "origin": page.origin, "size": page.size}


def _keep(console: Console, wanted: PageRequest, url: str) -> PageEntry:
    if wanted.text.strip():
        return console.pages.add(wanted.text.encode("utf-8", "surrogatepass"), url, "text/html; charset=utf-8")
    rule = find_project_file(console.settings, "rules", wanted.name).read()[0] if wanted.name else ""
    fetched = console.fetches.fetch(url, rule)
    return console.pages.add(fetched.body, fetched.url, fetched.content_type)


async def _find(request: Request, hash: str) -> PageEntry:  # noqa: A002 - as the addresses call it
    return await run_in_threadpool(console_of(request).pages.find, hash)


def _rows(pages: list[PageEntry], told: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"hash": page.hash, "origin": page.origin, **row}
        for page, row in zip(pages, told.get("rows", ()), strict=False)
    ]


async def _ask(request: Request, name: str, wanted: TrialRequest, **words: Any) -> dict[str, Any]:
    one = find_project_file(console_of(request).settings, "rules", wanted.name)
    return await _ask_about(request, name, one, wanted, words)


async def _ask_tree(request: Request, name: str, wanted: NodeRequest, **words: Any) -> dict[str, Any]:
    one = find_project_file(console_of(request).settings, "trees", wanted.name)
    functions = identity_of(request).role >= Role.EDITOR
    return await _ask_about(request, name, one, wanted, {**words, "file": str(one.path), "functions": functions})


async def _ask_about(
    request: Request, name: str, one: ProjectFile, wanted: FileRequest, words: Mapping[str, Any]
) -> dict[str, Any]:
    """The answer, with faults as scripts take them; only editors try another text than that of the file."""
    console, identity = console_of(request), identity_of(request)
    stored, _ = await run_in_threadpool(one.read)
    text = stored if wanted.text is None else wanted.text
    if text != stored and identity.role < Role.EDITOR:
        raise Refusal(403, "role", say("another text than the file's takes the role '{}'", Role.EDITOR.title))
    told = await run_in_threadpool(console.trials.ask, name, identity.user, text=text, **words)
    if "faults" in told:
        told["faults"] = [tell_fault(msgspec.convert(each, Fault)) for each in told["faults"]]
    return told
