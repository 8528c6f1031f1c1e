"""`/rules/NAME/try`, `/trees/NAME/try`: a file tried on kept pages; and a stranger's page in its frame."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..api.files import tell_file
from ..editing.project_files import find_project_file
from ..foreign.frame import frame
from ..state import console_of
from .page import THEME_COOKIE, THEMES, page, render


@page
async def show_try(request: Request) -> Response:
    """The rule's text, a page, and what happens between them."""
    return await _show(request, "rules")


@page
async def show_try_tree(request: Request) -> Response:
    """The tree's text, a page, and what a node takes from it."""
    return await _show(request, "trees")


async def _show(request: Request, kind: str) -> Response:
    console = console_of(request)
    one = find_project_file(console.settings, kind, request.path_params["name"])
    told = await run_in_threadpool(tell_file, one)
    pages = await run_in_threadpool(console.pages.all)
    chosen = request.query_params.get("page", pages[0].hash if pages else "")
    return render(request, "try", kind=kind, file=told, pages=pages, chosen=chosen)


@page
async def show_page(request: Request) -> Response:
    """Only for a frame of ours; its scripts are gone, and it can send nothing."""
    console = console_of(request)
    kept = await run_in_threadpool(console.pages.find, request.path_params["hash"])
    encoding = request.query_params.get("encoding", "")
    told = await run_in_threadpool(console.trials.ask, "clean", page=str(kept.path), encoding=encoding)
    return _frame(request, told["html"])


@page
async def show_elements(request: Request) -> Response:
    """The same page, as it is parsed, by whose elements trees find."""
    console = console_of(request)
    kept = await run_in_threadpool(console.pages.find, request.path_params["hash"])
    told = await run_in_threadpool(console.trials.ask, "node page", page=str(kept.path))
    return _frame(request, told["html"])


def _frame(request: Request, markup: str) -> Response:
    theme = request.cookies.get(THEME_COOKIE, "")
    return frame(markup, theme=theme if theme in THEMES else "auto")
