"""Recordings: listed, read, uploaded as HAR; an answer of one is kept, so that rules and trees are tried on it."""

from __future__ import annotations

import base64
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...sentences import join, say
from ...wholefiles import give_name
from ..refusals import Refusal
from ..sources.samples import SampleFile, find_sample, list_samples, place_for, taken
from ..state import console_of, identity_of
from .answers import read_body
from .trials import tell_page

_LARGEST = 256 << 20
"""Bytes of a HAR that is uploaded."""


@dataclass(frozen=True)
class ExchangeRequest:
    """A request of a recording, by its number."""

    number: int


async def list_all(request: Request) -> dict[str, Any]:
    """The recordings in `samples`, the newest first."""
    found = await run_in_threadpool(list_samples, console_of(request).project)
    return {"samples": [tell_sample(sample) for sample in found]}


async def get_one(request: Request) -> dict[str, Any]:
    """The requests of a recording."""
    console = console_of(request)
    sample = await run_in_threadpool(find_sample, console.project, request.path_params["name"])
    return await run_in_threadpool(console.trials.ask, "sample", path=str(sample.path))


async def upload(request: Request) -> dict[str, Any]:
    """Put the body, a HAR, into `samples` as the `name` of the query; anything else is not kept."""
    console, user = console_of(request), identity_of(request).user
    path = place_for(console.project, request.query_params.get("name", ""))
    path.parent.mkdir(exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=".upload-", suffix=".har", delete=False) as file:
        written = Path(file.name)
        try:
            size = 0
            async for part in request.stream():
                size += len(part)
                if size > _LARGEST:
                    raise Refusal(
                        413, "size", say("a HAR has at most {:,} bytes", _LARGEST), advice=say("copy it into samples")
                    )
                await run_in_threadpool(file.write, part)
            file.close()
            try:
                told = await run_in_threadpool(console.trials.ask, "sample", path=str(written))
            except Refusal as refusal:
                raise Refusal(
                    refusal.status, refusal.code, _by_its_name(refusal.message, written, path), advice=refusal.advice
                ) from None
            if not told["total"]:
                problems = (_by_its_name(problem, written, path) for problem in told["problems"])
                raise Refusal(422, "har", (join(problems) or say("there are no requests in this HAR")))
            give_name(written, path)
        except FileExistsError:  # somebody was faster
            raise taken(path) from None
        finally:
            with suppress(FileNotFoundError):
                written.unlink()
    console.audit.note(user, "upload", file=str(path), size=size)
    return tell_sample(find_sample(console.project, path.name)) | {"total": told["total"]}


async def keep_page(request: Request) -> dict[str, Any]:
    """Keep an answer of a recording for trying."""
    console, wanted = console_of(request), await read_body(request, ExchangeRequest)
    sample = await run_in_threadpool(find_sample, console.project, request.path_params["name"])
    told = await run_in_threadpool(console.trials.ask, "sample page", path=str(sample.path), number=wanted.number)
    console.audit.note(identity_of(request).user, "keep page", sample=sample.name, number=wanted.number)
    body = base64.b64decode(told["body"])
    return tell_page(await run_in_threadpool(console.pages.add, body, told["url"], told["content_type"]))


def _by_its_name(message: str, written: Path, path: Path) -> str:
    """What is wrong with a file, as whoever uploads it calls it."""
    return message.replace(str(written), path.name) if str(written) in message else message


def tell_sample(sample: SampleFile) -> dict[str, Any]:
    """A recording as JSON has it."""
    return {name: value for name, value in asdict(sample).items() if name != "path"}
