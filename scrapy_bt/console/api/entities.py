"""Entities of the knowledge base, what is around them, and preferences: what one would do, and then it is set."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...commandlines import command_line
from ...operations.effects import BoostPreview, foresee, move
from ...operations.preferring import PARTS, apply_preference, plan_preference
from ...sentences import say
from ..refusals import Refusal
from ..sources import knowledge
from ..state import Console, console_of, identity_of
from .answers import read_body
from .orders import Confirmation

_LONGEST = 500
"""Characters of a search."""


@dataclass(frozen=True)
class PreferenceRequest:
    """*kind*: what *name* is; *weight*: −3 to 3, 0 takes a preference away; *crawl*: whose tasks get other places."""

    name: str
    weight: float
    kind: str = "entity"
    crawl: str = ""


async def list_entities(request: Request) -> dict[str, Any]:
    """Entities with the words `q` in a name."""
    words = request.query_params.get("q", "")[:_LONGEST]
    return {"entities": await run_in_threadpool(knowledge.search, console_of(request).settings, words)}


async def get_graph(request: Request) -> dict[str, Any]:
    """The entities `id` with their neighbours, and all that is known of the last one."""
    ids = request.query_params.getlist("id")
    found = await run_in_threadpool(knowledge.look_around, console_of(request).settings, ids)
    return {**asdict(found.graph), "edges_left": found.edges_left, "entity": asdict(found.view)}


async def export(request: Request) -> Response:
    """Entities and relations as a file."""
    kind = request.path_params["kind"]
    ids = request.query_params.getlist("id")
    text, media_type = await run_in_threadpool(knowledge.export, console_of(request).settings, ids, kind)
    headers = {"content-disposition": f'attachment; filename="entities.{kind}"', "cache-control": "no-cache"}
    return Response(text, media_type=media_type, headers=headers)


async def list_preferences(request: Request) -> dict[str, Any]:
    """What is preferred."""
    return {"preferences": await run_in_threadpool(knowledge.tell_preferences, console_of(request).settings)}


async def plan_change(request: Request) -> dict[str, Any]:
    """What a preference would change: the file, and the next tasks of a crawl."""
    console, wanted = console_of(request), await read_body(request, PreferenceRequest)
    if wanted.kind not in PARTS:
        raise Refusal(
            422,
            "kind",
            say("'{}' is nothing that is preferred", wanted.kind),
            advice=say("one of {}", ", ".join(PARTS)),
        )
    if not wanted.name.strip():
        raise Refusal(422, "name", say("say what is preferred"))
    return await run_in_threadpool(_plan, console, wanted, identity_of(request).user)


async def apply_change(request: Request) -> dict[str, Any]:
    """Write the file, and give the tasks their places."""
    console, confirmed = console_of(request), await read_body(request, Confirmation)
    plan = console.plans.take(confirmed.plan, identity_of(request).user, "preferences", confirmed.typed)
    return await run_in_threadpool(plan.act)


def _plan(console: Console, wanted: PreferenceRequest, user: str) -> dict[str, Any]:
    plan = plan_preference(console.settings, wanted.name, wanted.weight, kind=wanted.kind)
    crawl = console.crawls.get(wanted.crawl) if wanted.crawl else None
    effect = foresee(console.settings, crawl, plan) if crawl is not None else None

    def act() -> dict[str, Any]:
        console.audit.note(user, "prefer", kind=wanted.kind, name=plan.name, weight=plan.weight, crawl=wanted.crawl)
        apply_preference(plan)
        moved = move(crawl, effect) if crawl is not None and effect is not None else 0
        return {"path": str(plan.path), "moved": moved}

    options = [("--as", wanted.kind)] if wanted.kind != "entity" else []
    options += [("--crawl", wanted.crawl)] if wanted.crawl else []
    return {
        "plan": console.plans.add(user, "preferences", act),
        "name": plan.name,
        "weight": plan.weight,
        "diff": plan.diff,
        "is_heeded": plan.is_heeded,
        "effect": None if effect is None else _tell(effect),
        "command": command_line(["scrapy", "bt", "entities", "prefer"], [plan.name, f"{plan.weight:g}"], options),
    }


def _tell(effect: BoostPreview) -> dict[str, Any]:
    told = asdict(effect)
    return {**told, "moved": len(effect.moved)}
