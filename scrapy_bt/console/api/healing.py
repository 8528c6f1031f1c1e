"""Redesigns: what has changed, what would mend it, and what a person decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...commandlines import command_line
from ...core.healing.proposals import Decider, Filed
from ...core.healing.redesigns import UNDECIDED
from ...operations.healing.deciding import accept, plan_acceptance, plan_rollback, reject, roll_back
from ...operations.healing.patches import is_python
from ...operations.healing.policies import plan_policy, set_policy
from ...operations.healing.stores import opened_store
from ...sentences import say
from ...storage.healing import HealingStore
from ..refusals import Refusal
from ..sources.healing import number_of, tell_case, tell_cases
from ..state import Console, console_of, identity_of
from .answers import read_body, read_number
from .orders import Confirmation

ACTIONS = ("accept", "reject", "rollback", "policy")


@dataclass(frozen=True)
class SelectorRequest:
    """CSS or XPath."""

    selector: str


@dataclass(frozen=True)
class DecisionRequest:
    """*action*: one of `ACTIONS`; *selector*: what is accepted, the chosen one if none is given; *mode*: a policy."""

    action: str
    selector: str = ""
    mode: str = ""


async def list_cases(request: Request) -> dict[str, Any]:
    """Cases, those that lose most records first; `site`, `spider`, `node`, `kind` and `waits` choose."""
    return await run_in_threadpool(tell_cases, console_of(request).settings, dict(request.query_params))


async def get_case(request: Request) -> dict[str, Any]:
    """One case, by the number of any of its proposals."""
    return await run_in_threadpool(tell_case, console_of(request).settings, _number(request))


async def compare(request: Request) -> dict[str, Any]:
    """A page before and one of today, with the numbers of the elements that selectors find."""
    chosen: dict[str, Any] = {name: read_number(request, name, 0) or None for name in ("before", "now")}
    ask = console_of(request).trials.ask
    return await run_in_threadpool(ask, "healing compare", proposal=_number(request), **chosen)


async def try_selector(request: Request) -> dict[str, Any]:
    """What a selector gives on all pages that are kept."""
    wanted = await read_body(request, SelectorRequest)
    ask, user = console_of(request).trials.ask, identity_of(request).user
    return await run_in_threadpool(ask, "healing try", user, proposal=_number(request), selector=wanted.selector)


async def plan_decision(request: Request) -> dict[str, Any]:
    """What a decision would do, with a number that is valid for 30 s."""
    wanted = await read_body(request, DecisionRequest)
    if wanted.action not in ACTIONS:
        raise Refusal(422, "action", say("there is no '{}'; there are: {}", wanted.action, ", ".join(ACTIONS)))
    return await run_in_threadpool(_plan, console_of(request), _number(request), wanted, identity_of(request).user)


async def apply_decision(request: Request) -> dict[str, Any]:
    """Do what was planned."""
    confirmed = await read_body(request, Confirmation)
    plan = console_of(request).plans.take(
        confirmed.plan, identity_of(request).user, f"healing {_number(request)}", confirmed.typed
    )
    return await run_in_threadpool(plan.act)


def _number(request: Request) -> int:
    return number_of(request.path_params["id"])


def _plan(console: Console, number: int, wanted: DecisionRequest, user: str) -> dict[str, Any]:
    with opened_store(console.settings) as store:
        filed = store.proposals.get(number)
        if wanted.action == "policy":
            return _plan_policy(console, filed, wanted.mode, user)
        told = _effect(store, filed, wanted)

    def act() -> dict[str, Any]:
        console.audit.note(user, f"healing {wanted.action}", proposal=number, selector=told["selector"])
        with opened_store(console.settings, decider=Decider(user, "console")) as store:
            return _decide(store, store.proposals.get(number), wanted, told["selector"])

    return {"plan": console.plans.add(user, f"healing {number}", act), **told}


def _effect(store: HealingStore, filed: Filed, wanted: DecisionRequest) -> dict[str, Any]:
    """What a decision would do; Python source is edited by the command alone."""
    told = {"selector": filed.selector, "diff": "", "hindrance": "", "again": [], "python": False}
    options: list[tuple[str, str | None]] = []
    if wanted.action == "accept":
        planned = plan_acceptance(store, filed, wanted.selector)
        options.append(("--selector", planned.selector))
        told |= {"selector": planned.selector, "hindrance": planned.hindrance, "again": list(planned.again)}
        patch = planned.patch
    elif wanted.action == "rollback":
        patch = plan_rollback(filed)
    else:
        patch = None
        if filed.state not in UNDECIDED:
            raise Refusal(409, "decided", say("proposal {} is {} already", filed.id, filed.state.value))
    if patch is not None:
        told |= {"diff": patch.diff, "python": is_python(patch)}
        options += [("--write", None)] * is_python(patch)
    return {**told, "command": command_line(["scrapy", "bt", "heal", wanted.action], [str(filed.id)], options)}


def _plan_policy(console: Console, filed: Filed, mode: str, user: str) -> dict[str, Any]:
    """As `_plan`: how the node of a proposal is healed from now on."""
    plan = plan_policy(filed, mode)

    def act() -> dict[str, Any]:
        console.audit.note(user, "healing policy", proposal=filed.id, mode=mode)
        with opened_store(console.settings) as store:
            set_policy(store, plan)
        return {"id": filed.id, "state": filed.state.value, "written": filed.written}

    told = {"selector": filed.selector, "hindrance": "", "again": [], "python": False}
    command = command_line(["scrapy", "bt", "heal", "policy"], [str(filed.id), mode])
    number = console.plans.add(user, f"healing {filed.id}", act)
    return {"plan": number, **told, "diff": plan.diff, "command": command}


def _decide(store: HealingStore, filed: Filed, wanted: DecisionRequest, selector: str) -> dict[str, Any]:
    if wanted.action == "accept":
        after = accept(store, filed, selector, write=False)
    elif wanted.action == "rollback":
        after = roll_back(store, filed, write=False)
    else:
        after = reject(store, filed)
    return {"id": after.filed.id, "state": after.filed.state.value, "written": after.filed.written}
