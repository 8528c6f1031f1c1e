"""`/inferences`: inferred trees, and the review of one by its stages: recordings, facts, path, tree, code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...core.inference.explanation.evidence import LARGEST
from ..api.answers import read_number
from ..api.files import shown_path
from ..api.inferences import find_shown, get_evidence, read_wanted
from ..editing.project_files import list_project_files
from ..jobs.proofs import tell_proof
from ..naming import path_named
from ..sources.inferences import find_report, list_inferences, proof_of_tree, tell_inference, tree_of
from ..state import Console, console_of
from .page import page, render

STAGES = ("recordings", "facts", "path", "tree", "code")


@page
async def show_all(request: Request) -> Response:
    """All of the project."""
    found = await run_in_threadpool(list_inferences, console_of(request).settings)
    return render(request, "inferences", inferences=found)


@page
async def show_one(request: Request) -> Response:
    """A stage of one, or of what was inferred anew of it: `?stage=`, `?proof=`."""
    values = await run_in_threadpool(_look, request)
    return render(request, "inference", **values)


@page
async def show_evidence(request: Request) -> Response:
    """What was recorded of a fact, or of a request."""
    told = await get_evidence(request)
    console, name = console_of(request), request.path_params["name"]
    tree_path = shown_path(tree_of(find_report(console.settings, name)), console.project)
    return render(
        request, "evidence", name=name, tree_path=tree_path, at=_addresses(request), largest=LARGEST, told=told
    )


def _addresses(request: Request) -> Callable[..., str]:
    """The queries that lead to a stage of what is shown."""
    proof = request.query_params.get("proof", "")

    def at(stage: str, **more: Any) -> str:
        named = {"stage": stage, "proof": proof, **more}
        return "?" + urlencode({name: value for name, value in named.items() if value not in ("", None)})

    return at


def _look(request: Request) -> dict[str, Any]:
    console, name, query = console_of(request), request.path_params["name"], request.query_params
    number, stage = query.get("proof", ""), query.get("stage", "path")
    own, shown = find_report(console.settings, name), find_shown(console, name, number)
    tree = tree_of(own)
    return {
        "name": name,
        "at": _addresses(request),
        "told": tell_inference(shown, read_wanted(request), first_step=read_number(request, "step", 0)),
        "wanted": read_wanted(request),
        "proof": number,
        "is_ready": shown != own,
        "stage": stage if stage in STAGES else "path",
        "stages": STAGES,
        "faults": _faults(console, tree) if stage == "code" else [],
        "tree_proof": proof_of_tree(shown) if stage == "tree" else None,
        "tree": f"{name}.bt",
        "tree_path": shown_path(tree, console.project),
        "proofs": [tell_proof(each) for each in console.proofs.of(path_named(name).name)],
    }


def _faults(console: Console, tree: Any) -> list[Any]:
    """The faults that keep code from being made of the tree; missing code is no fault."""
    one = next((each for each in list_project_files(console.settings, "trees") if each.path == tree), None)
    return (
        []
        if one is None
        else [fault for fault in one.check(one.read()[0]) if not (fault.is_warning or fault.code == "stub")]
    )
