"""What a worker says of itself in Redis, read once: what has another type than it is to have is left out, and named."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from ...core.documents.json import read_json

Count = Annotated[int, Meta(ge=0, le=2**53)]
Number = Annotated[float, Meta(ge=-1e15, le=1e15)]
Text = Annotated[str, Meta(max_length=255)]


class ResourceReport(msgspec.Struct, frozen=True):
    """How much of one resource is used, by the worker itself, and may be used, of what."""

    used: Number | None = None
    own: Number | None = None
    limit: Number | None = None
    of: Text | None = None


class CapacityReport(msgspec.Struct, frozen=True):
    """As `load.capacity.Capacity` tells it."""

    on: bool | None = None
    in_progress: Count | None = None
    allowed: Count | None = None
    room: Count | None = None
    fits: Count | None = None
    tightest: Text | None = None
    memory: ResourceReport | None = None
    cpu: ResourceReport | None = None
    lag: ResourceReport | None = None


class DispatchReport(msgspec.Struct, frozen=True):
    """As `dispatch.dispatching.Dispatching` tells it."""

    policy: Text = ""
    verdict: Literal["", "decides", "no model", "too few tasks", "not better", "too old", "failed"] = ""
    kept: Count = 0
    pulled: Count = 0
    failures: Count = 0


class WorkerReport(msgspec.Struct, frozen=True):
    """As `reports.Reporter` writes it; None if it has not been said."""

    host: Text | None = None
    pid: Count | None = None
    role: Text | None = None
    waits: bool | None = None
    started: Number | None = None
    pages: Count | None = None
    items: Count | None = None
    pages_per_second: Number | None = None
    items_per_second: Number | None = None
    in_progress: Count | None = None
    outbox: Count | None = None
    outages: Count | None = None
    round_trip: Number | None = None
    capacity: CapacityReport | None = None
    dispatch: DispatchReport | None = None
    foreign: tuple[str, ...] = ()
    """What somebody else has written in the place of a part, such as `capacity.memory`."""


def read_report(info: bytes) -> WorkerReport:
    """What a worker says, or whoever wrote in its place."""
    if not info:
        return WorkerReport()
    try:
        said = read_json(info, shape=dict[str, Any])
    except ValueError:
        return WorkerReport(foreign=("report",))
    foreign: list[str] = []
    parts = _take(said, WorkerReport, "", foreign)
    return WorkerReport(**{**parts, "foreign": tuple(foreign)})


def _take(said: dict[str, Any], shape: type[msgspec.Struct], place: str, foreign: list[str]) -> dict[str, Any]:
    """The parts that are of their types; the places of the others go to *foreign*."""
    taken: dict[str, Any] = {}
    for field in msgspec.structs.fields(shape):
        value = said.get(field.name)
        if value is None or field.name == "foreign":
            continue
        part = _part_of(field.type)
        if part is not None and isinstance(value, dict):
            taken[field.name] = part(**_take(value, part, f"{place}{field.name}.", foreign))
            continue
        try:
            taken[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            foreign.append(f"{place}{field.name}")
    return taken


def _part_of(kind: Any) -> type[msgspec.Struct] | None:
    """The struct that a field may hold."""
    kinds = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    return next((each for each in kinds if isinstance(each, type) and issubclass(each, msgspec.Struct)), None)
