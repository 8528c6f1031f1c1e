"""Trees, rule and scheme files: what they say, and changes, which are told first and then, by their number, done."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...commandlines import command_line
from ...core.documents.merging import merge
from ...core.documents.pieces import UneditableError, put
from ...core.healing.patching.pieces import diff_of
from ...core.services.answers import CompletionItem, FileLookups
from ...errors import Fault
from ...operations.edits.forms import FORMS, make_operation
from ...operations.edits.parts import find_spot, take_part
from ...operations.edits.plans import EditPlan, plan_operations, plan_text
from ...operations.edits.undo import Undo
from ...sentences import say, spoken
from ..editing.gitstate import git_state
from ..editing.outline import outline_of
from ..editing.project_files import KINDS, ProjectFile, find_project_file, kind_of_file, list_project_files, service_of
from ..refusals import Refusal
from ..state import Console, console_of, identity_of
from ..words import told
from .answers import read_body
from .orders import Confirmation

_LARGEST = 4 << 20
"""Bytes of two texts."""


@dataclass(frozen=True)
class EditRequest:
    """*text*: all that the file is to say; *operation* with its *words*, as `scrapy bt edit` takes them; or *undo*."""

    base: str
    text: str | None = None
    operation: str | None = None
    words: tuple[str, ...] = ()
    index: int | None = None
    name: str = ""
    count: int = 1
    is_variable: bool = False


@dataclass(frozen=True)
class TextRequest:
    """A text of a kind; *offset*: where in it, in characters; *name*: of its file."""

    kind: str
    text: str
    offset: int = 0
    name: str = ""


@dataclass(frozen=True)
class RenameRequest:
    """A text of a kind, a place in it (in characters), and the new name of what stands there."""

    kind: str
    text: str
    offset: int
    name: str


@dataclass(frozen=True)
class PartRequest:
    """*text*: a part of a file, in the notation of its kind, that is put in at a path."""

    path: str
    text: str


@dataclass(frozen=True)
class MergeRequest:
    """*base*: what somebody began with; *text*: what they made of it."""

    base: str
    text: str


async def list_files(request: Request) -> dict[str, Any]:
    """The names of all files."""
    settings = console_of(request).settings
    return {kind: [one.name for one in await run_in_threadpool(list_project_files, settings, kind)] for kind in KINDS}


async def get_file(request: Request) -> dict[str, Any]:
    """What a file says, its digest, its outline and its faults."""
    return await run_in_threadpool(tell_file, _find(request))


async def get_part(request: Request) -> dict[str, Any]:
    """How a part of a file is written."""
    one, path = _find(request), request.query_params.get("path", ".")
    service_of(one.kind)
    return {"text": await run_in_threadpool(lambda: take_part(one.read()[0], path, is_tree=one.kind == "trees"))}


async def find_place(request: Request) -> dict[str, Any]:
    """Where a part is inserted at a path, and a name for it if its own is taken; nothing is changed."""
    one, wanted = _find(request), await read_body(request, PartRequest)
    service_of(one.kind)
    is_tree = one.kind == "trees"
    spot = await run_in_threadpool(lambda: find_spot(one.read()[0], wanted.path, wanted.text, is_tree=is_tree))
    return asdict(spot)


async def plan_edit(request: Request) -> dict[str, Any]:
    """What a change would do, with a number that is valid for 30 s."""
    console, wanted = console_of(request), await read_body(request, EditRequest)
    return await run_in_threadpool(_plan, console, _find(request), wanted, identity_of(request).user)


async def apply_edit(request: Request) -> dict[str, Any]:
    """Do what was planned."""
    console, confirmed = console_of(request), await read_body(request, Confirmation)
    one = _find(request)
    plan = console.plans.take(confirmed.plan, identity_of(request).user, f"files {one.path}", confirmed.typed)
    return await run_in_threadpool(plan.act)


async def merge_edit(request: Request) -> dict[str, Any]:
    """A text merged with what the file says now; nothing is written."""
    wanted = await read_body(request, MergeRequest, largest=_LARGEST)
    theirs, digest = await run_in_threadpool(_find(request).read)
    theirs = theirs.replace("\r\n", "\n")
    merged = await run_in_threadpool(merge, wanted.base, wanted.text, theirs)
    return {"text": merged.text, "conflicts": merged.conflicts, "theirs": theirs, "hash": digest}


async def check(request: Request) -> dict[str, Any]:
    """The faults of a text."""
    wanted = await read_body(request, TextRequest)
    settings = console_of(request).settings

    def look() -> list[Fault]:
        if wanted.name:
            return find_project_file(settings, wanted.kind, wanted.name).check(wanted.text)
        return kind_of_file(wanted.kind).check(wanted.text, "", FileLookups())

    return {"faults": [tell_fault(fault) for fault in await run_in_threadpool(look)]}


async def complete(request: Request) -> dict[str, Any]:
    """What could be written at a place."""
    wanted = await read_body(request, TextRequest)
    settings, offset = console_of(request).settings, min(max(wanted.offset, 0), len(wanted.text))

    def look() -> list[CompletionItem]:
        if wanted.name:
            return find_project_file(settings, wanted.kind, wanted.name).complete(wanted.text, offset)
        return kind_of_file(wanted.kind).complete(wanted.text, offset, "", FileLookups())

    found = await run_in_threadpool(look)
    return {"completions": [msgspec.to_builtins(one, enc_hook=told) for one in found]}


async def rename(request: Request) -> dict[str, Any]:
    """A text with another name for what stands at a place, wherever it is named."""
    wanted = await read_body(request, RenameRequest)
    offset = min(max(wanted.offset, 0), len(wanted.text))
    try:
        pieces = await run_in_threadpool(service_of(wanted.kind).rename, wanted.text, offset, wanted.name)
    except UneditableError as error:
        raise Refusal(409, "name", spoken(error)) from None
    return {"text": put(wanted.text, pieces)}


async def lay_out(request: Request) -> dict[str, Any]:
    """A text in the canonical layout."""
    wanted = await read_body(request, TextRequest)
    return {"text": await run_in_threadpool(service_of(wanted.kind).formatted, wanted.text)}


def tell_file(one: ProjectFile) -> dict[str, Any]:
    """All that a page shows of a file."""
    text, digest = one.read()
    return {
        "kind": one.kind,
        "name": one.name,
        "path": str(one.path),
        "text": text,
        "hash": digest,
        "outline": [msgspec.to_builtins(row, enc_hook=told) for row in outline_of(one.kind, text)],
        "faults": [tell_fault(fault) for fault in one.check(text)],
        "git": git_state(one.path),
    }


def tell_fault(fault: Fault) -> dict[str, Any]:
    """A fault as scripts take it."""
    place = fault.place
    return {
        "message": fault.message,
        "advice": fault.advice,
        "code": fault.code,
        "warning": fault.is_warning,
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def _find(request: Request) -> ProjectFile:
    return find_project_file(console_of(request).settings, request.path_params["kind"], request.path_params["name"])


def _plan(console: Console, one: ProjectFile, wanted: EditRequest, user: str) -> dict[str, Any]:
    kept = Undo(console.own / "bt-edits.json")
    command = ""
    if wanted.operation == "undo":
        plan = kept.plan(one.path, check=one.check)
        command = command_line(["scrapy", "bt", "edit"], [shown_path(one.path, console.project), "undo"])
    elif wanted.operation is not None:
        plan = _plan_operation(one, wanted)
        command = _command(one, wanted, console.project)
    elif wanted.text is not None:
        if one.read()[1] != wanted.base:
            raise Refusal(409, "changed", say("{} has been changed meanwhile", shown_path(one.path, console.project)))
        plan = plan_text(one.path, wanted.text, base=wanted.base, check=one.check)
    else:
        raise Refusal(422, "change", say("give a text or an operation"))

    def act() -> dict[str, Any]:
        console.audit.note(user, "edit", file=str(one.path), operation=wanted.operation or "text")
        digest = plan.apply()
        if wanted.operation == "undo":
            kept.forget(one.path)
        else:
            kept.keep(plan)
        return {"hash": digest, "diff": _diff(plan, console.project)}

    return {
        "plan": console.plans.add(user, f"files {one.path}", act),
        "diff": _diff(plan, console.project),
        "faults": [tell_fault(fault) for fault in plan.faults],
        "command": command,
    }


def _plan_operation(one: ProjectFile, wanted: EditRequest) -> EditPlan:
    service_of(one.kind)
    form = FORMS.get(wanted.operation or "")
    if form is None or len(form) != len(wanted.words):
        raise Refusal(422, "operation", say("'{}' is no operation with {} words", wanted.operation, len(wanted.words)))
    operation = make_operation(
        wanted.operation or "",
        wanted.words,
        is_tree=one.kind == "trees",
        index=wanted.index,
        name=wanted.name,
        count=wanted.count,
        is_variable=wanted.is_variable,
    )
    return plan_operations(one.path, [operation], base=wanted.base)


def _diff(plan: EditPlan, project: Path) -> str:
    return diff_of(plan.before.decode(), plan.after.decode(), shown_path(plan.path, project))


def shown_path(path: Path, project: Path) -> str:
    """A path as it is written in the folder of the project."""
    return path.relative_to(project).as_posix() if path.is_relative_to(project) else str(path)


def _command(one: ProjectFile, wanted: EditRequest, project: Path) -> str:
    options: list[tuple[str, str | None]] = [("--at", str(wanted.index))] if wanted.index is not None else []
    options += [("--name", wanted.name)] if wanted.name else []
    options += [("--count", str(wanted.count))] if wanted.count != 1 else []
    options += [("--variable", None)] if wanted.is_variable else []
    operands = [shown_path(one.path, project), wanted.operation or "", *wanted.words]
    return command_line(["scrapy", "bt", "edit"], operands, options)
