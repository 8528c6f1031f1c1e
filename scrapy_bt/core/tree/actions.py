"""What data, item and visit nodes do when a task comes to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import NodeError
from ...sentences import say
from . import effects
from . import operations as op
from .events import Arrived
from .extractions import Planned
from .inputs import SourcePlan
from .limits import time_left
from .methods import BODIES
from .operations import Operation
from .pages import VisitedPage
from .reading import explain, visible
from .run import Handlers, Run
from .settling import settle
from .task import Frame


@dataclass(frozen=True)
class VisitRequest:
    """What a visit sends: *attributes* as the language names them (`form`, `json`, `headers`, …)."""

    node: str
    method: str
    url: str
    attributes: dict[str, Any]
    base: str | None = None
    """What a relative URL is relative to."""
    made: Any = None
    """What the visit's Python function gave instead: a URL, a dict of request arguments, a request, or a coroutine."""
    scheme: str = ""
    """The scheme that the visit's author has written, which is the only one beside http and https."""
    seconds_left: float | None = None
    """Of the limit of time within which it stands."""


# Visits

_REFUSED = "the page asks again for the password that was sent"


def fetch(run: Run, step: op.FetchPage) -> None:
    """If the frontier grants it, the request is sent; if it answers, the task goes on by the outcome."""
    run.suspend(step, effects.SendVisit(step.name))


def arrive(run: Run, step: op.FetchPage, event: Arrived) -> Operation | None:
    """If the status is below 400, success; the state table may see it otherwise, or the page as `empty` or `login`.

    A page that asks again for the password that was sent is `login`, with or without a row: the site has refused it.
    """
    frame = run.frame
    kept = {name: frame.variables.get(name) for name in step.inputs} if step.moves else None
    run.reading.forget_page(frame)
    frame.page = page = event.page
    outcome, message = event.outcome, event.message
    succeeded = outcome.isdecimal() and int(outcome) < 400
    if succeeded and page is not None and outcome not in step.moves and f"{outcome[0]}xx" not in step.moves:
        outcome = _seen_on(page, step.moves) or outcome
        if step.sent and not step.sent.isdisjoint(page.password_fields):
            outcome, succeeded, message = "login", False, _REFUSED
    return settle(run, step, outcome, succeeded=succeeded, message=message, retry_after=event.retry_after, kept=kept)


def _seen_on(page: VisitedPage, moves: Mapping[str, op.Move]) -> str:
    """The outcome that the page itself tells of, as far as a row is there for it; empty if there is none."""
    if "empty" in moves and page.is_empty:
        return "empty"
    return "login" if "login" in moves and page.password_fields else ""


def build_request(run: Run, step: op.FetchPage) -> VisitRequest:
    """The request of a visit; raises `NodeError` where a value does not fit, or a Python function fails."""
    frame, plan = run.frame, step.request
    variables = frame.variables
    try:
        for source in plan.sources:
            variables[f"={source.key}"] = _value_of(run, source, frame)
        if run.reading.is_waiting:
            raise NodeError(
                say("an attribute's Python function cannot be async; take the value with a data node before")
            )
        if plan.python is None:
            return build_written_request(frame, step, run.now, time_left(run) if run.program.has_limits else None)
        attributes = plan.attributes(frame, run.now)
        context = {**visible(frame), **attributes}
        reference = plan.python.fill(frame, run.now).texts[0]
        made = run.reading.reader.call(reference, run.reading.page_of(frame), context)
    except (Exception, SystemExit) as error:  # whatever a user's function raises fails its node, not the crawl
        raise NodeError(explain(error)) from error
    finally:
        if plan.sources:
            run.reading.end()
            for source in plan.sources:
                variables.pop(f"={source.key}", None)
    if made is None:
        raise NodeError(say("the request function of '{}' gave nothing", step.name))
    return VisitRequest(step.name, plan.method or "GET", "", attributes, made=made)


def build_written_request(
    frame: Frame, step: op.FetchPage, now: float, seconds_left: float | None = None
) -> VisitRequest:
    """The request of a visit all values of which stand in the frame; raises `NodeError` where one does not fit."""
    plan = step.request
    try:
        attributes = plan.attributes(frame, now)
        url = plan.url(frame, now) if plan.url is not None else ""
    except Exception as error:  # an operator says so in many ways
        raise NodeError(explain(error)) from error
    sends = bool(attributes) and any(attributes.get(name) is not None for name in BODIES)
    method = plan.method or ("POST" if sends else "GET")
    base = frame.variables.get(plan.base) if plan.base is not None else None
    return VisitRequest(step.name, method, url, attributes, base, scheme=plan.scheme, seconds_left=seconds_left)


def _value_of(run: Run, plan: SourcePlan, frame: Frame) -> Any:
    """What stands in the place of a source among attributes."""
    if plan.how == "python":
        values = run.reading.call(plan.fill(frame, run.now), run.reading.page_of(frame), visible(frame))
    else:
        values = run.reading.values(plan, frame)
    return values if plan.all else (values[0] if values else None)


# Data


def extract(run: Run, step: op.Extract) -> Operation | None:
    """If at least one value is found, success, else `empty`; an operator or a Python function that fails: `error`."""
    frame, target = run.frame, step.target
    run.reading.begin(step.name)
    try:
        values = _values(run, step, frame)
        if run.reading.is_waiting:
            run.await_answers(step)
            return None
        run.reading.end()
        planned = step.planned if step.default is None else Planned.CHOICE
        run.count(step.name, "", bool(values), not values, planned, values)
        if not values and step.default is not None:
            values = [step.default(frame, run.now)]
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a user's function raises fails its node, not the crawl
        run.reading.end()
        if target is not None:
            frame.variables[target] = [] if step.many or step.whole else None
        return settle(run, step, "error", succeeded=False, message=explain(error))
    if target is not None and step.whole:
        frame.variables[target] = values
        return settle(run, step, "success", succeeded=True)
    if target is not None:
        frame.variables[target] = values[::-1] if step.many else (values[0] if values else None)
    return settle(run, step, "success", succeeded=True) if values else settle(run, step, "empty", succeeded=False)


def _values(run: Run, step: op.Extract, frame: Frame) -> list[Any]:
    source, reading = step.source, run.reading
    if source.how != "python":
        if step.origin is not None:
            return reading.values_in(source, frame, step.origin(frame, run.now))
        return reading.values(source, frame)
    variables = frame.variables
    try:
        for part in step.parts:
            variables[f"={part.key}"] = _value_of(run, part, frame)
        context = step.context(frame, run.now) if step.context is not None else visible(frame)
    finally:
        for part in step.parts:
            variables.pop(f"={part.key}", None)
    return reading.call(source.fill(frame, run.now), reading.page_of(frame), context)


# Items


def record(run: Run, step: op.EmitRecords) -> Operation | None:
    """If at least one record is found, success; without a value from any of its sources there is no record."""
    frame = run.frame
    run.reading.begin(step.name)
    try:
        parts = run.reading.records(step, frame)
        if run.reading.is_waiting:
            run.await_answers(step)
            return None
        run.reading.end()
        if step.reads_page:
            whole = parts
            if step.taken:
                parts = [part for part in parts if any(value is not None and value != [] for value in part.values())]
            _count(run, step, parts, whole)
        records = [_complete(run, step, frame, part) for part in parts]
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a user's function raises fails its node, not the crawl
        run.reading.end()
        return settle(run, step, "error", succeeded=False, message=explain(error))
    run.effects.extend(effects.Emit(step.item.name, complete) for complete in records)
    return settle(run, step, "success", succeeded=True) if records else settle(run, step, "empty", succeeded=False)


def _count(run: Run, step: op.EmitRecords, records: list[dict[str, Any]], parts: list[dict[str, Any]]) -> None:
    """Note what each field came to; *parts*: with those that are no records, since nothing was found for them."""
    run.count(step.name, "", bool(records), not records, step.planned, records)
    # Where it is foreseen that there is no record, its fields tell nothing more.
    counted = records or (parts if step.planned is Planned.NOT else ())
    for field in step.fields if counted else ():
        if field.source is not None:
            name = field.name
            values = [value for part in counted if (value := part.get(name)) is not None and value != []]
            run.count(step.name, name, len(values), len(counted) - len(values), Planned.NOT, values)


def _complete(run: Run, step: op.EmitRecords, frame: Frame, part: dict[str, Any]) -> dict[str, Any]:
    complete = {}
    for field in step.fields:
        if field.compute is None:
            value = part.get(field.name)
        else:
            frame.variables.update((name, part.get(name)) for name, _ in field.parts)
            try:
                value = field.compute(frame, run.now)
            finally:
                for name, _ in field.parts:
                    del frame.variables[name]
        complete[field.name] = list(value) if isinstance(value, list) else value
    return complete


HANDLERS: Handlers = {
    op.FetchPage: fetch,
    op.Extract: extract,
    op.EmitRecords: record,
}
