"""What data, item and visit nodes do when a task comes to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...errors import NodeError
from . import effects
from . import operations as op
from .operations import Operation
from .run import AwaitsAnswers, Run
from .task import Frame
from .values import ValueFault


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


def fetch(run: Run, step: op.Fetch) -> None:
    """If the frontier grants it, the request is sent; if it answers, the task goes on by the outcome."""
    run.suspend(step, effects.Visit(step.name))


def build_request(run: Run, step: op.Fetch) -> VisitRequest:
    """The request of a visit; raises `NodeError` where a value does not fit."""
    frame, plan = run.frame, step.request
    for source in plan.sources:
        frame.variables[f"={source.key}"] = _attribute_value(run, source, frame)
    try:
        attributes = plan.attributes(frame, run.now)
        if plan.python is not None:
            context = {**run.visible(frame), **attributes}
            made = run.reader.call(plan.python, run.page_of(frame), context)
            return VisitRequest(step.name, "GET", "", attributes, made=made)
        url = plan.url(frame, run.now) if plan.url is not None else ""
    except ValueFault as fault:
        raise NodeError(str(fault)) from None
    finally:
        for source in plan.sources:
            del frame.variables[f"={source.key}"]
    sends = any(attributes.get(name) is not None for name in ("form", "json", "body"))
    method = plan.method or ("POST" if sends else "GET")
    base = frame.variables.get("page.url") if plan.needs_base else None
    return VisitRequest(step.name, method, url, attributes, base)


def _attribute_value(run: Run, source: op.SourcePlan, frame: Frame) -> Any:
    values = frame.variables.get(source.key)
    if values is None:
        page = run.page_of(frame)
        query = source.fill(frame, run.now)
        values = list(run.reader.values(query, page, page)) if page is not None and query.how != "python" else []
        if query.how == "python":
            values = run.call_python(query.texts[0], page, run.visible(frame), query.kind)
    return values if source.all else (values[0] if values else None)


def extract(run: Run, step: op.Extract) -> Operation | None:
    """If at least one value is found, success; none: `empty`; an operator or a Python function that fails: `error`."""
    frame = run.frame
    run.reader.begin(step.name)
    try:
        values = _values(run, step, frame)
        run.check_answers()
    except AwaitsAnswers:
        run.await_answers(step)
        return None
    except Exception as error:  # whatever a user's function raises fails its node, not the crawl
        if step.target is not None:
            frame.variables[step.target] = [] if step.many else None
        return run.settle(step, "error", False, _describe(error))
    if not values and step.default is not None:
        values = [step.default(frame, run.now)]
    if step.target is not None:
        frame.variables[step.target] = values[::-1] if step.many else (values[0] if values else None)
    return run.settle(step, "success", True) if values else run.settle(step, "empty", False)


def _values(run: Run, step: op.Extract, frame: Frame) -> list[Any]:
    source = step.source
    if source.how == "python":
        context = step.context(frame, run.now) if step.context is not None else run.visible(frame)
        reference = source.fill(frame, run.now).texts[0]
        return run.call_python(reference, run.page_of(frame), context, source.kind)
    query = source.fill(frame, run.now)
    if step.origin is not None:
        origin = step.origin(frame, run.now)
        scopes = origin if isinstance(origin, list) and query.how != "json" else [origin]
        base = run.page_of(frame)
        return [value for scope in scopes if scope is not None for value in run.reader.values(query, scope, base)]
    page = run.page_of(frame)
    if page is not None:
        return list(run.reader.values(query, page, page))
    return list(frame.variables.get(source.key) or [])


def record(run: Run, step: op.Record) -> Operation | None:
    """If at least one record is found, success; a record none of whose sources gives a value is none."""
    frame = run.frame
    run.reader.begin(step.name)
    try:
        parts = frame.variables.get(f"@{step.item.name}")
        if parts is None or frame.page is not None:
            parts = run.read_records(step, frame, run.page_of(frame))
        run.check_answers()
        records = [_complete(run, step, frame, part) for part in parts]
    except AwaitsAnswers:
        run.await_answers(step)
        return None
    except Exception as error:  # whatever a user's function raises fails its node, not the crawl
        return run.settle(step, "error", False, _describe(error))
    finally:
        for name in step.parts:
            frame.variables.pop(name, None)
    has_sources = any(field.source is not None for field in step.fields)
    found = [
        complete
        for part, complete in zip(parts, records, strict=True)
        if not has_sources or any(value not in (None, []) for value in part.values())
    ]
    run.effects.extend(effects.Emit(step.item.name, complete) for complete in found)
    return run.settle(step, "success", True) if found else run.settle(step, "empty", False)


def _complete(run: Run, step: op.Record, frame: Frame, part: dict[str, Any]) -> dict[str, Any]:
    return {
        field.name: part.get(field.name) if field.compute is None else field.compute(frame, run.now)
        for field in step.fields
    }


def _describe(error: Exception) -> str:
    """A message for the author: our own faults as they are, others with their type."""
    return str(error) if isinstance(error, (ValueFault, NodeError)) else f"{type(error).__name__}: {error}"
