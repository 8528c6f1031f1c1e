"""Requests to a rule server as any program sends them."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from tests.ruleservers import RunningServer


def ask(
    server: RunningServer,
    method: str,
    path: str,
    *,
    body: bytes = b"{}",
    kind: str = "application/json",
    **headers: str,
) -> tuple[int, dict[str, str], Any]:
    """Status, headers by lower-case names, and the JSON of the answer, or its bytes."""
    connection = HTTPConnection(urlsplit(server.url).netloc)
    try:
        sent = {"content-type": kind, **headers} if method == "POST" else headers
        connection.request(method, path, body if method == "POST" else None, sent)
        answer = connection.getresponse()
        content = answer.read()
        found = {name.lower(): value for name, value in answer.getheaders()}
        is_json = found.get("content-type", "").startswith("application/json")
        return answer.status, found, json.loads(content) if is_json else content
    finally:
        connection.close()
