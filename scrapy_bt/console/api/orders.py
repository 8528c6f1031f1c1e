"""Orders and the treatment of dead letters: first what would happen, then, with the number of that plan, it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...commandlines import command_line
from ...frontier.controls import covers
from ...frontier.entries import Bucket
from ...frontier.listings import STATES, ControlTarget
from ...sentences import say
from ..refusals import Refusal
from ..sources.crawl import Crawl, FoundTask
from ..state import Console, console_of, identity_of
from .answers import read_body
from .undoing import undo_boost, undo_pause

ACTIONS = ("pause", "resume", "stop", "boost", "purge")
TREATMENTS = ("requeue", "drop")
_MOST_LETTERS = 10_000


@dataclass(frozen=True)
class OrderRequest:
    """One task, or those of a node, of a tree, or of a node of a tree; None for everything."""

    action: str
    task: int | None = None
    node: str | None = None
    tree: str | None = None
    seconds: float = 0.0

    @property
    def target(self) -> ControlTarget:
        return ControlTarget(task=self.task, node=self.node, tree=self.tree)


@dataclass(frozen=True)
class TreatmentRequest:
    """*ids*; or *like*: those with the reason of this letter; without both all."""

    action: str
    ids: tuple[int, ...] | None = None
    like: int | None = None


@dataclass(frozen=True)
class Confirmation:
    """The number of a plan, and what had to be typed."""

    plan: str
    typed: str = ""


async def plan_order(request: Request) -> dict[str, Any]:
    """The effect of an order, with a number that is valid for 30 s."""
    console, order = console_of(request), await read_body(request, OrderRequest)
    crawl = await run_in_threadpool(console.crawls.get, request.path_params["id"])
    if order.action not in ACTIONS:
        raise Refusal(
            422, "action", say("there is no order '{}'", order.action), advice=say("there are: {}", ", ".join(ACTIONS))
        )
    if order.task is not None and (order.node, order.tree) != (None, None):
        raise Refusal(422, "target", say("give a task, or a node, a tree, or both of these, or nothing for everything"))
    if order.action == "purge" and (crawl.kind != "redis" or order.target != ControlTarget()):
        raise Refusal(
            422, "target", say("only a queue in Redis is purged, and only as a whole"), advice=say("stop its tasks")
        )
    if not isfinite(order.seconds):
        raise Refusal(422, "seconds", say("a boost is a finite number of seconds"))
    return await run_in_threadpool(_plan_order, console, crawl, order, identity_of(request).user)


async def plan_treatment(request: Request) -> dict[str, Any]:
    """Which dead letters would be queued again or dropped."""
    console, wanted = console_of(request), await read_body(request, TreatmentRequest)
    crawl = await run_in_threadpool(console.crawls.get, request.path_params["id"])
    if wanted.action not in TREATMENTS:
        raise Refusal(422, "action", say("'{}' is nothing that can be done with dead letters", wanted.action))
    return await run_in_threadpool(_plan_treatment, console, crawl, wanted, identity_of(request).user)


async def apply_plan(request: Request) -> dict[str, Any]:
    """Do what was planned."""
    console, confirmed = console_of(request), await read_body(request, Confirmation)
    kind = f"{request.scope['path'].rpartition('/')[0].rpartition('/')[2]} {request.path_params['id']}"
    plan = console.plans.take(confirmed.plan, identity_of(request).user, kind, confirmed.typed)
    done = await run_in_threadpool(plan.act)
    for poller in console.pollers.values():
        poller.hurry()
    return done


def _plan_order(console: Console, crawl: Crawl, order: OrderRequest, user: str) -> dict[str, Any]:
    target = order.target
    crawl.check(target)
    snapshot = crawl.status()
    found = None if target.task is None else crawl.find(target.task)
    counts = _count(snapshot, target, found)
    seconds = order.seconds if order.action == "boost" else 0.0

    def act() -> dict[str, Any]:
        console.audit.note(
            user, order.action, crawl=crawl.id, task=order.task, node=order.node, tree=order.tree, seconds=seconds
        )
        touched = crawl.order(order.action, target, order.seconds)
        return {"action": order.action, "tasks": touched, "undo": _undo(snapshot, order, found)}

    typed = crawl.name if order.action in ("stop", "purge") else ""
    queued = sum(count for state, count in counts.items() if state not in ("running", "dead"))
    return {
        "plan": console.plans.add(user, f"orders {crawl.id}", act, typed=typed),
        "action": order.action,
        "tasks": queued + counts["running"],
        "queued": queued,
        "running": counts["running"],
        "dead": counts["dead"],
        "seconds": seconds,
        "typed": typed,
        "command": _command(order, crawl),
    }


def _count(snapshot: Mapping[str, Any], target: ControlTarget, found: FoundTask | None) -> dict[str, int]:
    counts = dict.fromkeys(STATES, 0)
    if target.task is not None:
        if found is not None:
            counts[found.line.state] += 1
        return counts
    for node in snapshot["nodes"]:
        if covers(target, Bucket(node["tree"], node["node"])):
            for state in STATES:
                counts[state] += node[state]
    return counts


def _undo(snapshot: Mapping[str, Any], order: OrderRequest, found: FoundTask | None) -> list[dict[str, Any]]:
    """The orders that take this one back, where there are such."""
    if order.action == "pause":
        return undo_pause(order.target, snapshot["orders"]["pauses"])
    if order.action == "boost":
        of_task = found.line.entry.bucket.boost if found is not None else 0.0
        return undo_boost(order.target, snapshot["orders"]["boosts"], of_task)
    return []


def _command(order: OrderRequest, crawl: Crawl) -> str:
    operands = [f"{order.seconds:g}", crawl.id] if order.action == "boost" else [crawl.id]
    meant = ((f"--{name}", getattr(order, name)) for name in ("task", "node", "tree"))
    options = [(name, str(value)) for name, value in meant if value is not None]
    return command_line(["scrapy", "bt", order.action], operands, options)


def _plan_treatment(console: Console, crawl: Crawl, wanted: TreatmentRequest, user: str) -> dict[str, Any]:
    ids = None if wanted.ids is None else list(dict.fromkeys(wanted.ids))
    total, _ = crawl.dead_letters(0, 1)
    if wanted.like is not None:
        ids = _list_alike(crawl, wanted.like)
    count = total if ids is None else len(ids)

    def act() -> dict[str, Any]:
        console.audit.note(user, wanted.action, crawl=crawl.id, letters=ids, like=wanted.like)
        return {"action": wanted.action, "tasks": crawl.treat(wanted.action, ids), "undo": []}

    is_over = crawl.kind == "finished"
    chosen = [] if ids is None else [str(each) for each in ids[:20]] + (["…"] if len(ids) > 20 else [])
    options: list[tuple[str, str | None]] = [("--all", None)] if ids is None else []
    options += [("--jobdir", crawl.place)] if is_over else []
    return {
        "plan": console.plans.add(user, f"letters {crawl.id}", act),
        "action": wanted.action,
        "tasks": count,
        "queued": count,
        "running": 0,
        "dead": count,
        "seconds": 0.0,
        "typed": "",
        "command": command_line(
            ["scrapy", "bt", "dead"], [wanted.action, *chosen, *([] if is_over else [crawl.id])], options
        ),
    }


def _list_alike(crawl: Crawl, like: int) -> list[int]:
    """The letters that tell the reason of this one, of those that are looked at, which are more where it comes late."""
    by_reason: dict[str, list[int]] = {}
    wanted: str | None = None
    first, total = 0, 1
    while first < total and (wanted is None or first < _MOST_LETTERS):
        total, letters = crawl.dead_letters(first, 200)
        for letter in letters:
            by_reason.setdefault(letter.reason, []).append(letter.entry.id)
            wanted = letter.reason if letter.entry.id == like else wanted
        first += 200
    if wanted is None:
        raise Refusal(404, "no-task", say("there is no task {} in '{}': it has ended, or never was", like, crawl.name))
    return list(dict.fromkeys(by_reason[wanted]))  # some come twice where others go meanwhile
