"""Inferences that the console has started: how far each is, and how it ends."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ..jobs.proofs import tell_proof
from ..state import console_of, identity_of


async def list_jobs(request: Request) -> dict[str, Any]:
    """All of this console, the newest first."""
    proofs = console_of(request).proofs.all()
    return {"jobs": [await run_in_threadpool(tell_proof, proof) for proof in proofs]}


async def get_job(request: Request) -> dict[str, Any]:
    """How far it is."""
    return await run_in_threadpool(tell_proof, console_of(request).proofs.get(request.path_params["id"]))


async def end_job(request: Request) -> dict[str, Any]:
    """Send no more replays; what is known until then holds."""
    console, number = console_of(request), request.path_params["id"]
    console.proofs.get(number)
    console.audit.note(identity_of(request).user, "end inference", proof=number)
    await run_in_threadpool(console.proofs.end, number)
    return await run_in_threadpool(tell_proof, console.proofs.get(number))
