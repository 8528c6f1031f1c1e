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
from .page import Show, page, render


def _all_of(kind: str) -> Show:
    """The page of all files of a kind."""

    @page
    async def show(request: Request) -> Response:
        settings = console_of(request).settings

        def look() -> list[tuple[ProjectFile, int]]:
            return [
                (one, sum(not fault.is_warning for fault in one.check(one.read()[0])))
                for one in list_project_files(settings, kind)
            ]

        return render(request, "files", kind=kind, files=await run_in_threadpool(look))

    return show


def _one_of(kind: str) -> Show:
    """The page of one file of a kind; that of a scheme tells what it makes."""

    @page
    async def show(request: Request) -> Response:
        console = console_of(request)
        one = find_project_file(console.settings, kind, request.path_params["name"])
        told = await run_in_threadpool(tell_file, one)
        made = await run_in_threadpool(tell_made, told["text"], told["path"]) if kind == "schemes" else None
        command = command_line(["scrapy", "bt", "seed"], [shown_path(one.path, console.project)], [("--count", None)])
        return render(request, "file", kind=kind, file=told, made=made, command=command)

    return show


show_trees, show_rules, show_schemes = map(_all_of, ("trees", "rules", "schemes"))
show_tree, show_rule, show_scheme = map(_one_of, ("trees", "rules", "schemes"))


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
