"""`/trees`, `/rules` and `/schemes`: the files, and one of them as outline, picture and text."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...commandlines import command_line
from ...core.language.parser import parse
from ...core.tree.pictures import svg
from ...crawl.project.trees import files_beside
from ...errors import RuleError
from ...sentences import say
from ..api.files import shown_path, tell_file
from ..editing.project_files import ProjectFile, find_project_file, list_project_files
from ..editing.schemes import tell_made
from ..refusals import Refusal
from ..state import console_of
from .page import page, render


@page
async def show_trees(request: Request) -> Response:
    """All trees."""
    return await _show_all(request, "trees")


@page
async def show_rules(request: Request) -> Response:
    """All rule files."""
    return await _show_all(request, "rules")


@page
async def show_schemes(request: Request) -> Response:
    """All scheme files."""
    return await _show_all(request, "schemes")


@page
async def show_tree(request: Request) -> Response:
    """One tree."""
    return await _show_one(request, "trees")


@page
async def show_rule(request: Request) -> Response:
    """One rule file."""
    return await _show_one(request, "rules")


@page
async def show_scheme(request: Request) -> Response:
    """One scheme file, and what it makes."""
    return await _show_one(request, "schemes")


@page
async def draw_tree(request: Request) -> Response:
    """The picture of a tree without faults of syntax."""
    one = find_project_file(console_of(request).settings, "trees", request.path_params["name"])
    try:
        picture = await run_in_threadpool(_draw, one)
    except RuleError as error:
        raise Refusal(
            409, "faults", say("there is no picture of a tree with faults: {}", error.faults[0].message)
        ) from None
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


def _draw(one: ProjectFile) -> str:
    text, _ = one.read()
    return svg(parse(text, file=str(one.path), includes=files_beside(one.path)))


async def _show_all(request: Request, kind: str) -> Response:
    settings = console_of(request).settings

    def look() -> list[tuple[ProjectFile, int]]:
        return [
            (one, sum(not fault.is_warning for fault in one.check(one.read()[0])))
            for one in list_project_files(settings, kind)
        ]

    return render(request, "files", kind=kind, files=await run_in_threadpool(look))


async def _show_one(request: Request, kind: str) -> Response:
    console = console_of(request)
    one = find_project_file(console.settings, kind, request.path_params["name"])
    told = await run_in_threadpool(tell_file, one)
    made = await run_in_threadpool(tell_made, told["text"], told["path"]) if kind == "schemes" else None
    command = command_line(["scrapy", "bt", "seed"], [shown_path(one.path, console.project)], [("--count", None)])
    return render(request, "file", kind=kind, file=told, made=made, command=command)
