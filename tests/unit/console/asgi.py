"""Asks an ASGI application without a server."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

HOST = "127.0.0.1:8765"


@dataclass
class Answer:
    """What it said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def request(
    application: Any, method: str, url: str, *, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> Answer:
    """One request; `Host` is that of the console unless *headers* say otherwise; lines of a value are sent apart."""
    parts = urlsplit(url)
    sent = {"host": HOST, **{name.lower(): value for name, value in (headers or {}).items()}}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(parts.path),
        "raw_path": parts.path.encode(),
        "root_path": "",
        "query_string": parts.query.encode(),
        "headers": [(name.encode(), value.encode()) for name, lines in sent.items() for value in lines.split("\n")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8765),
    }
    messages: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
    gone = asyncio.Event()

    async def receive() -> Any:
        if messages:
            return messages.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    answer = Answer(0, {}, b"")

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            answer.body += message.get("body", b"")

    await application(scope, receive, send)
    gone.set()
    return answer
