"""`/inferences`: inferred trees, and the review of one: recordings, facts, path with its proof, tree, code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...core.inference.explanation.stored import ENDING
from ..access.roles import Role
from ..editing.shelf import list_shelved
from ..jobs.proofs import tell_proof
from ..sources.inferences import find_report, list_inferences, tell_inference
from ..state import Console, console_of, identity_of
from .page import page, render


@page
async def show_all(request: Request) -> Response:
    """All of the project."""
    found = await run_in_threadpool(list_inferences, console_of(request).settings)
    return render(request, "inferences", inferences=found)


@page
async def show_one(request: Request) -> Response:
    """One, or what was inferred anew of it: `?proof=`."""
    console, name = console_of(request), request.path_params["name"]
    values = await run_in_threadpool(_look, console, name, request.query_params.get("proof", ""))
    can_edit = identity_of(request).role >= Role.EDITOR
    return render(request, "inference", name=name, can_edit=can_edit, **values)


def _look(console: Console, name: str, number: str) -> dict[str, Any]:
    path = find_report(console.settings, name)
    proof = console.proofs.get(number) if number else None
    shown = proof.report if proof is not None and tell_proof(proof)["ready"] else path
    return {
        "told": tell_inference(shown),
        "proof": proof.id if proof is not None else "",
        "is_ready": shown is not path,
        "faults": _faults(console, path),
        "tree": f"{name}.bt",
        "proofs": [tell_proof(each) for each in console.proofs.of(name.rpartition(":")[2])],
    }


def _faults(console: Console, report: Path) -> list[Any]:
    """Those of the tree, without which code can be made of it."""
    tree = report.with_name(report.name.removesuffix(ENDING) + ".bt")
    one = next((each for each in list_shelved(console.settings, "trees") if each.path == tree), None)
    return [] if one is None else [fault for fault in one.check(one.read()[0]) if not fault.is_warning]
