"""Asks a rule server one question: what it answers has bounds of bytes and seconds, and is never unpacked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import msgspec

from ...core.documents.controls import shown
from ...core.documents.json import read_json
from ...sentences import say, spoken
from .answers import ServerError


async def fetch(
    url: str,
    method: str,
    path: str,
    query: Mapping[str, str],
    body: Mapping[str, Any] | None,
    *,
    token: str,
    seconds: float,
    largest: int,
) -> bytes:
    """The body of an answer; *body*: what is sent as JSON; raises `ServerError`, also for every refusal."""
    import aiohttp  # noqa: PLC0415 - most commands ask no server

    # What is packed may expand without end, and is no answer.
    headers = {"accept": "application/json", "accept-encoding": "identity", "user-agent": "scrapy_bt"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    if body is not None:
        headers["content-type"] = "application/json"
    sent = None if body is None else BytesIO(msgspec.json.encode(body))
    asked = {name: value for name, value in query.items() if value}
    try:
        async with (
            aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=seconds), headers=headers, auto_decompress=False
            ) as client,
            client.request(method, f"{url}{path}", params=asked, data=sent, allow_redirects=False) as response,
        ):
            parts, size = [], 0
            async for part in response.content.iter_any():
                size += len(part)
                if size > largest:
                    raise ServerError(say("{} sends more than {:,} bytes", url, largest))
                parts.append(part)
            content, status = b"".join(parts), response.status
    except asyncio.TimeoutError:
        raise ServerError(say("{} has not answered within {:.2g} s", url, seconds)) from None
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise ServerError(say("{} cannot be reached: {}", url, (spoken(error) or type(error).__name__))) from None
    if status not in (200, 201):
        raise _refusal(url, status, content)
    return content


def _refusal(url: str, status: int, content: bytes) -> ServerError:
    try:
        told = read_json(content, shape=dict[str, Any])
    except ValueError:
        told = {}
    message = " ".join(str(told.get("message", "")).split())[:1000] or f"it answers {status}"
    advice = " ".join(str(told.get("advice", "")).split())[:300]
    told_as = shown(f"{url}: {message}{f' ({advice})' if advice else ''}")
    return ServerError(told_as, status=status, code=str(told.get("code", "")), body=content)
