"""Recordings as HAR 1.2, entry by entry."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ..core.samples.redirects import REDIRECTS
from ..core.samples.traffic import Answer, Exchange, Headers, Sent
from .moments import iso

_OF_A_BODY = frozenset({"content-type", "content-length", "content-encoding", "origin"})


def version() -> str:
    """The version of this project, as it is installed."""
    try:
        return metadata.version("scrapy_bt")
    except metadata.PackageNotFoundError:
        return "0"


class HarFile:
    """A HAR file that grows entry by entry; it can be read at any time, also if nobody closes it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8")
        self.count = 0
        """Entries written."""
        creator = {"name": "scrapy_bt", "version": version()}
        self._file.write(f'{{"log": {{"version": "1.2", "creator": {json.dumps(creator)}, "pages": [], "entries": [')

    def add(self, exchange: Exchange) -> None:
        """Write an exchange, an entry for each of its redirects; once the file is closed, nothing."""
        if self._file.closed:
            return
        for single in unfolded(exchange):
            self._file.write(",\n" if self.count else "\n")
            self._file.write(json.dumps(entry_of(single), ensure_ascii=True))
            self.count += 1
        self._file.flush()

    def close(self) -> None:
        """End the file."""
        if not self._file.closed:
            self._file.write("\n]}}\n")
            self._file.close()


def write_har(path: Path, exchanges: Iterable[Exchange]) -> int:
    """Write a HAR file, with an entry for each redirect; returns the number of its entries."""
    file = HarFile(path)
    try:
        for exchange in exchanges:
            file.add(exchange)
    finally:
        file.close()
    return file.count


def unfolded(exchange: Exchange) -> Iterator[Exchange]:
    """An exchange as the requests that it was: its redirects, and the one that followed the last of them."""
    if not exchange.hops:
        yield exchange
        return
    yield from (replace(hop, kind=hop.kind or exchange.kind, page=exchange.page) for hop in exchange.hops)
    last = exchange.hops[-1]
    started = last.started + last.seconds
    sent, status = last.sent, last.answer.status if last.answer else 302
    url = exchange.answer.url if exchange.answer else (last.answer and last.answer.header("location")) or sent.url
    if status in REDIRECTS and status not in (307, 308) and sent.method != "HEAD":
        headers = tuple(pair for pair in sent.headers if pair[0].lower() not in _OF_A_BODY)
        sent = Sent("GET", url, headers)
    yield replace(
        exchange,
        sent=replace(sent, url=url),
        hops=(),
        started=started,
        seconds=max(0.0, exchange.started + exchange.seconds - started),
    )


def entry_of(exchange: Exchange) -> dict[str, Any]:
    """A single request with its answer as an entry of a HAR."""
    milliseconds = exchange.seconds * 1000
    entry = {
        "startedDateTime": iso(exchange.started),
        "time": milliseconds,
        "request": _request(exchange.sent),
        "response": _response(exchange.answer),
        "cache": {},
        "timings": {"send": 0, "wait": milliseconds, "receive": 0},
    }
    if exchange.kind:
        entry["_resourceType"] = exchange.kind
    if exchange.page:
        entry["pageref"] = exchange.page
    return entry


def _request(sent: Sent) -> dict[str, Any]:
    request: dict[str, Any] = {
        "method": sent.method,
        "url": sent.url,
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _headers(sent.headers),
        "queryString": [
            {"name": name, "value": value} for name, value in parse_qsl(_query(sent.url), keep_blank_values=True)
        ],
        "headersSize": -1,
        "bodySize": len(sent.body or b""),
    }
    if sent.body:
        text, is_packed = _text(sent.body)
        request["postData"] = {"mimeType": sent.header("content-type") or "", "params": [], "text": text}
        if is_packed:
            request["postData"]["encoding"] = "base64"
    return request


def _response(answer: Answer | None) -> dict[str, Any]:
    response: dict[str, Any] = {
        "status": answer.status if answer else 0,
        "statusText": "",
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _headers(answer.headers) if answer else [],
        "redirectURL": (answer.header("location") if answer else None) or "",
        "headersSize": -1,
        "bodySize": -1,
        "content": {"size": -1, "mimeType": (answer.header("content-type") if answer else None) or ""},
    }
    if answer is not None and answer.body is not None:
        text, is_packed = _text(answer.body)
        response["content"] |= {"size": len(answer.body), "text": text}
        if is_packed:
            response["content"]["encoding"] = "base64"
    return response


def _headers(headers: Headers) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in headers]


def _query(url: str) -> str:
    try:
        return urlsplit(url).query
    except ValueError:
        return ""


def _text(body: bytes) -> tuple[str, bool]:
    """A body as HAR has it, and whether that is Base64: what is not ASCII could not be got back to the byte."""
    return (body.decode("ascii"), False) if body.isascii() else (base64.b64encode(body).decode("ascii"), True)
