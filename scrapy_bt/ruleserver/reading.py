"""What anybody may ask of a rule server: rules, versions, keys, the log, and which servers there are."""

from __future__ import annotations

from typing import Any

from sqlalchemy import RowMapping
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..console.api.answers import read_number
from ..console.refusals import Refusal
from ..core.rules.sharing.statements import HASH, is_name
from .state import service_of

PAGE = 50
_TOLD = ("account", "name", "version", "sha256", "licence", "title", "author", "site", "description", "withdrawn")
"""Of a version."""
_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}


async def list_servers(request: Request) -> dict[str, Any]:
    """The number of the log, its newest line, and the servers that offer it with their loads."""
    service = service_of(request)
    last = await run_in_threadpool(service.ledger.last)
    return {
        "origin": service.origin,
        "number": last.number,
        "hash": last.hash,
        "mirror": service.upstream,
        "servers": await run_in_threadpool(service.servers),
    }


async def search(request: Request) -> dict[str, Any]:
    """The newest versions of rules with all words of `q`, of a `site` and a `licence`; the next page by `after`."""
    query, ledger = request.query_params, service_of(request).ledger
    count = read_number(request, "count", PAGE, least=1, most=200)
    found = await run_in_threadpool(
        ledger.search,
        query.get("q", "")[:500],
        site=query.get("site", "")[:300],
        licence=query.get("licence", "")[:300],
        after=query.get("after", ""),
        count=count,
    )
    rules = [tell_version(row) for row in found]
    after = f"{rules[-1]['account']}/{rules[-1]['name']}" if len(rules) == count else ""
    return {"rules": rules, "after": after}


async def list_versions(request: Request) -> dict[str, Any]:
    """All versions of a rule, each with what its author has signed."""
    account, name = named(request)
    rows = await run_in_threadpool(service_of(request).ledger.versions, account, name)
    if not rows:
        raise Refusal(404, "rule", f"there is no rule {account}/{name}", advice="look for it: scrapy bt rules search")
    signed = [{"statement": row["statement"], "signature": row["signature"]} for row in rows]
    return {"versions": [{**tell_version(row), **said} for row, said in zip(rows, signed, strict=True)]}


async def list_keys(request: Request) -> dict[str, Any]:
    """What an account has signed of its keys, the first one first."""
    account = request.path_params["account"]
    said = await run_in_threadpool(service_of(request).ledger.keys, account) if is_name(account) else []
    if not said:
        raise Refusal(404, "account", f"nobody named {account} has published here")
    return {"keys": [{"statement": each.statement, "signature": each.signature} for each in said]}


async def get_bundle(request: Request) -> Response:
    """The canonical text of a rule, by its hash: it never changes."""
    sha256 = request.path_params["sha256"]
    text = await run_in_threadpool(service_of(request).ledger.text, sha256) if HASH.fullmatch(sha256) else None
    if text is None:
        raise Refusal(404, "bundle", "there is no rule of this hash")
    return Response(text, media_type="text/plain; charset=utf-8", headers={**_FOR_EVER, "etag": f'"{sha256}"'})


async def list_lines(request: Request) -> dict[str, Any]:
    """Lines of the log behind `after`; each hash holds all lines before it."""
    after = request.query_params.get("after", "-1")
    first = -1 if after == "-1" else read_number(request, "after", 0)
    lines = await run_in_threadpool(service_of(request).ledger.lines, first)
    return {
        "lines": [
            {
                "number": line.number,
                "hash": line.hash,
                "statement": line.signed.statement,
                "signature": line.signed.signature,
            }
            for line in lines
        ]
    }


def named(request: Request) -> tuple[str, str]:
    """Account and name in the address; raises `Refusal` for names that are not allowed."""
    account, name = request.path_params["account"], request.path_params["name"]
    if not is_name(account) or not is_name(name):
        raise Refusal(404, "rule", "accounts and rules are named with a-z, 0-9 and -")
    return account, name


def tell_version(row: RowMapping) -> dict[str, Any]:
    """A version as JSON has it."""
    return {name: row[name] for name in _TOLD}
