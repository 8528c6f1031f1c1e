"""`/rules/NAME/try`: a rule tried on kept pages while it is written; and a stranger's page in its frame."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..access.roles import Role
from ..api.files import tell_file
from ..editing.shelf import find_shelved
from ..foreign.frame import frame
from ..state import console_of, identity_of
from .page import THEME_COOKIE, THEMES, page, render


@page
async def show_try(request: Request) -> Response:
    """The rule's text, a page, and what happens between them."""
    console = console_of(request)
    one = find_shelved(console.settings, "rules", request.path_params["name"])
    told = await run_in_threadpool(tell_file, one)
    pages = await run_in_threadpool(console.pages.all)
    chosen = request.query_params.get("page", pages[0].hash if pages else "")
    can_edit = identity_of(request).role >= Role.EDITOR
    return render(request, "try", file=told, pages=pages, chosen=chosen, can_edit=can_edit)


@page
async def show_page(request: Request) -> Response:
    """Only for a frame of ours; its scripts are gone, and it can send nothing."""
    console = console_of(request)
    kept = await run_in_threadpool(console.pages.find, request.path_params["hash"])
    encoding = request.query_params.get("encoding", "")
    told = await run_in_threadpool(console.trials.ask, "clean", page=str(kept.path), encoding=encoding)
    theme = request.cookies.get(THEME_COOKIE, "")
    return frame(told["html"], theme=theme if theme in THEMES else "auto")
