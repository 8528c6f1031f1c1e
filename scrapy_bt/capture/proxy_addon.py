"""What mitmproxy loads to record: it runs in mitmproxy's own Python, so it knows nothing of this project.

It writes lines into the folder that `BT_PROXY_FOLDER` names: `entries.jsonl` (HAR entries), `reports.jsonl` (what the
script on the pages reports) and `notes.jsonl` (what the person should know), and `ready` once it listens.
"""

from __future__ import annotations

import base64
import json
import os
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

RESERVED = "/__scrapy_bt__/"
"""Paths of any site that never reach it: the script, and where it reports to."""

LARGEST = 16 * 1024 * 1024
"""Bytes of a body above which it is not kept."""

_POLICIES = ("content-security-policy", "content-security-policy-report-only", "strict-transport-security")


class Recorder:
    """Writes each exchange as it ends, and has pages load the script that reports what the person does."""

    def __init__(self, folder: Path, script: str) -> None:
        self._folder, self._script = folder, script
        self._open: dict[str, Any] = {}

    def running(self) -> None:
        """Mitmproxy listens."""
        (self._folder / "ready").touch()

    def request(self, flow: Any) -> None:
        """A request has come whole from the client."""
        if flow.request.path.startswith(RESERVED):
            if flow.request.method == "POST":
                text = flow.request.get_text(strict=False) or ""
                self._write("reports.jsonl", [line for line in text.splitlines() if line.strip()])
                flow.response = _made(204, "", "text/plain")
            else:
                flow.response = _made(200, self._script, "text/javascript; charset=utf-8")
            return
        # What the browser has in its cache would not be seen.
        for name in ("if-none-match", "if-modified-since"):
            flow.request.headers.pop(name, None)
        self._open[flow.id] = flow

    def response(self, flow: Any) -> None:
        """Its answer has come whole from the site."""
        if self._open.pop(flow.id, None) is None:
            return
        self._note_entry(flow)
        if self._is_page(flow):
            self._add_script(flow)

    def error(self, flow: Any) -> None:
        """The request got no answer."""
        if self._open.pop(flow.id, None) is not None:
            self._note_entry(flow)

    def tls_failed_client(self, data: Any) -> None:
        """The client does not accept the proxy's certificate."""
        host = data.conn.sni or "a host"
        self._write("notes.jsonl", [json.dumps(f"{host}: the client does not trust the proxy's certificate")])

    def done(self) -> None:
        """Mitmproxy ends: what is under way is written without an answer."""
        for flow in list(self._open.values()):
            self._note_entry(flow)
        self._open.clear()

    def _is_page(self, flow: Any) -> bool:
        headers = flow.request.headers
        # Sites without HTTPS are not told what a browser wants it for.
        is_browser = "mozilla" in headers.get("user-agent", "").lower()
        wanted = headers.get("sec-fetch-dest", "document" if is_browser else "")
        is_html = "html" in flow.response.headers.get("content-type", "")
        return is_html and wanted in ("document", "iframe", "frame") and flow.response.status_code // 100 in (2, 4, 5)

    def _add_script(self, flow: Any) -> None:
        for name in _POLICIES:
            flow.response.headers.pop(name, None)
        content = flow.response.get_content(strict=False) or b""
        flow.response.content = with_script(content)

    def _note_entry(self, flow: Any) -> None:
        self._write("entries.jsonl", [json.dumps(entry_of(flow))])

    def _write(self, name: str, lines: list[str]) -> None:
        with (self._folder / name).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)


def with_script(page: bytes) -> bytes:
    """A page that loads the script before anything else of its own."""
    tag = f'<script src="{RESERVED}script.js"></script>'.encode()
    start = page[:4096].lower()
    for name in (b"<head", b"<html", b"<!doctype"):
        place = start.find(name)
        end = page.find(b">", place) + 1 if place >= 0 else 0
        if end:
            return page[:end] + tag + page[end:]
    return tag + page


def entry_of(flow: Any) -> dict[str, Any]:
    """A flow of mitmproxy as an entry of a HAR."""
    request, response = flow.request, flow.response
    started = request.timestamp_start or time.time()
    ended = (response.timestamp_end if response is not None else None) or time.time()
    entry: dict[str, Any] = {
        "startedDateTime": datetime.fromtimestamp(started, timezone.utc).isoformat(),
        "time": max(0.0, ended - started) * 1000,
        "request": {
            "method": request.method,
            "url": request.pretty_url,
            "headers": _headers(request.headers),
            "bodySize": len(request.raw_content or b""),
        },
        "response": {"status": 0, "headers": [], "content": {"size": -1}},
    }
    if getattr(flow, "websocket", None) is not None:
        entry["_resourceType"] = "websocket"
    body = request.get_content(strict=False)
    if body:
        entry["request"]["postData"] = {"mimeType": request.headers.get("content-type", ""), **_text(body)}
    if response is not None:
        entry["response"] = {
            "status": response.status_code,
            "headers": _headers(response.headers),
            "content": _content(response),
        }
    return entry


def _content(response: Any) -> dict[str, Any]:
    kind = response.headers.get("content-type", "")
    body = response.get_content(strict=False)
    if body is None:
        return {"size": -1, "mimeType": kind}
    return {"size": len(body), "mimeType": kind, **(_text(body) if len(body) <= LARGEST else {})}


def _headers(headers: Any) -> list[dict[str, str]]:
    pairs = ((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers.fields)
    return [{"name": name, "value": value} for name, value in pairs if not name.startswith(":")]


def _text(body: bytes) -> dict[str, str]:
    if body.isascii():
        return {"text": body.decode("ascii")}
    return {"text": base64.b64encode(body).decode("ascii"), "encoding": "base64"}


def _made(status: int, text: str, kind: str) -> Any:
    from mitmproxy import http  # noqa: PLC0415  # only there where mitmproxy runs it

    return http.Response.make(status, text, {"content-type": kind, "cache-control": "no-store"})


if "BT_PROXY_FOLDER" in os.environ:
    _folder = Path(os.environ["BT_PROXY_FOLDER"])
    addons = [Recorder(_folder, (_folder / "script.js").read_text("utf-8"))]
